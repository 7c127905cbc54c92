-- A store as version 5 of Anchor's tables left it: one session in full with a pause, one more, and
-- one of another device, and one that another device deleted; two habits, one at rest, with three
-- days; and one that came from the product Habits; a template with a block of it, a block that was
-- done, one that cannot be read here, a review; and one session that was imported, with its row. One session, one
-- day and one block can be taken back. Never edited.
BEGIN TRANSACTION;
CREATE TABLE schema_version(
  component TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES('anchor',5);
CREATE TABLE session(
  id TEXT PRIMARY KEY NOT NULL, started_s INTEGER NOT NULL,
  planned_s INTEGER NOT NULL CHECK(planned_s >= 0),
  banked_s INTEGER NOT NULL CHECK(banked_s >= 0),
  phase TEXT NOT NULL CHECK(phase IN ('running', 'paused', 'finished', 'elsewhere')),
  phase_s INTEGER, reason TEXT, title TEXT NOT NULL, tags TEXT NOT NULL,
  notes TEXT NOT NULL, pauses TEXT NOT NULL, batch TEXT, is_full INTEGER NOT NULL) STRICT;
INSERT INTO session VALUES('7c97fed2-d181-49ee-92dd-520fb3998b2c',1795939200,1500,1320,'finished',1795940820,'endedEarly','write chapter',replace('book\ncode review','\n',char(10)),'a note','1795939800-1795940100',NULL,1);
INSERT INTO session VALUES('9f8fbc3e-ae5f-4e68-a95a-aaaf45d25f06',1795942800,0,900,'finished',1795943700,'completed','reading','','','',NULL,1);
INSERT INTO session VALUES('0b5c1f6e-7c1d-4a53-9d53-6f2a6f3c9e11',1795946400,0,600,'finished',1795947000,'completed','','','','',NULL,0);
CREATE TABLE undo_step(
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, made_s INTEGER NOT NULL,
  batch TEXT) STRICT;
INSERT INTO undo_step VALUES(1,'checkIn',1796029200,NULL);
INSERT INTO undo_step VALUES(3,'completeBlock',1796029250,NULL);
INSERT INTO undo_step VALUES(2,'log',1796029245,NULL);
CREATE TABLE undo_change(
  step INTEGER NOT NULL REFERENCES undo_step ON DELETE CASCADE, place INTEGER NOT NULL,
  side TEXT NOT NULL CHECK(side IN ('before', 'after')),
  id TEXT NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
  banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
  title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
  batch TEXT, is_full INTEGER NOT NULL, PRIMARY KEY(step, place, side)) STRICT;
INSERT INTO undo_change VALUES(2,0,'after','9f8fbc3e-ae5f-4e68-a95a-aaaf45d25f06',1795942800,0,900,'finished',1795943700,'completed','reading','','','',NULL,1);
CREATE TABLE provisional_summary(day INTEGER PRIMARY KEY) STRICT;
CREATE TABLE session_removed(
  id TEXT PRIMARY KEY NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
  banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
  title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
  batch TEXT, is_full INTEGER NOT NULL, removed_s INTEGER NOT NULL) STRICT;
INSERT INTO session_removed VALUES('3d1f8a52-90ce-4f0f-8a6e-2f7d5b3c1a07',1795950000,0,1800,'finished',1795951800,'completed','call','','','',NULL,1,1796029245);
CREATE TABLE habit(
  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, question TEXT NOT NULL,
  notes TEXT NOT NULL, unit TEXT, target INTEGER,
  bound TEXT CHECK(bound IN ('atLeast', 'atMost')), schedule TEXT NOT NULL,
  is_full INTEGER NOT NULL, is_legacy INTEGER NOT NULL) STRICT;
CREATE TABLE check_in(
  id TEXT PRIMARY KEY NOT NULL, habit TEXT NOT NULL, day INTEGER NOT NULL,
  at_s INTEGER NOT NULL, status TEXT NOT NULL CHECK(status IN ('done', 'skipped', 'planned')),
  amount INTEGER, note TEXT NOT NULL, is_full INTEGER NOT NULL,
  is_legacy INTEGER NOT NULL) STRICT;
CREATE INDEX check_in_by_habit ON check_in(habit, day);
CREATE INDEX check_in_by_day ON check_in(day);

CREATE TABLE undo_item(
  step INTEGER NOT NULL REFERENCES undo_step ON DELETE CASCADE, place INTEGER NOT NULL,
  kind TEXT NOT NULL, id TEXT NOT NULL, before TEXT, after TEXT,
  PRIMARY KEY(step, place)) STRICT;
CREATE TABLE item_removed(
  kind TEXT NOT NULL, id TEXT NOT NULL, image TEXT NOT NULL, removed_s INTEGER NOT NULL,
  PRIMARY KEY(kind, id)) STRICT;

CREATE TABLE legacy_check_in(
  record TEXT PRIMARY KEY NOT NULL, habit TEXT NOT NULL, day INTEGER NOT NULL) STRICT;
INSERT INTO habit VALUES('27427f00-dd46-4179-9ab6-af6ffa884afe','read','Did you read?','two lines'||char(10)||'of it','pages',20000,'atLeast','2026-11-01 daily'||char(10)||'2026-11-20 3/week',1,0);
INSERT INTO habit VALUES('5f0f6d0e-2b0d-4a86-93a7-0c2f2a6f4f10','','','',NULL,NULL,NULL,'2026-11-01 weekdays'||char(10)||'2026-11-10 rest',0,0);
INSERT INTO habit VALUES('c1a7e5c2-40a4-4a5e-8d2b-0e6c5b7f9a33','phone -> walk','','',NULL,NULL,NULL,'2026-10-01 rest',1,1);
INSERT INTO check_in VALUES('7d10b53a-50db-8f00-bfd4-d628ae791888','27427f00-dd46-4179-9ab6-af6ffa884afe',20785,1795863600,'planned',12500,'on the train',1,0);
INSERT INTO check_in VALUES('9ea17f72-1b56-8727-8661-86ebb2782274','27427f00-dd46-4179-9ab6-af6ffa884afe',20786,1795950000,'done',20000,'',1,0);
INSERT INTO check_in VALUES('77f0d4b9-76d3-8c98-90c7-6a2589d719ab','5f0f6d0e-2b0d-4a86-93a7-0c2f2a6f4f10',20759,1793617200,'skipped',NULL,'',0,0);
INSERT INTO check_in VALUES('6ee76f62-973a-8694-b020-6942144e7c3e','c1a7e5c2-40a4-4a5e-8d2b-0e6c5b7f9a33',20727,1790852400,'done',NULL,'',0,1);
INSERT INTO undo_item VALUES(1,0,'checkIn','9ea17f72-1b56-8727-8661-86ebb2782274',NULL,'{"checkIn":{"amount":20000,"at":1795950000,"day":"2026-11-29","habit":"27427f00-dd46-4179-9ab6-af6ffa884afe","note":"","status":"done"},"isFull":true}');
INSERT INTO item_removed VALUES('habit','8f5ad3f4-7a3e-4f43-a1ac-52c9f5c0e7d1','{"name":"swim","notes":"","question":"","schedule":"2026-11-01 daily"}',1796029245);
INSERT INTO legacy_check_in VALUES('checkIn-00000000-0000-4000-8000-000000000001','c1a7e5c2-40a4-4a5e-8d2b-0e6c5b7f9a33',20727);
CREATE TABLE plan_item(
  kind TEXT NOT NULL CHECK(kind IN ('block', 'template', 'review')), id TEXT NOT NULL,
  day INTEGER, detail TEXT, PRIMARY KEY(kind, id)) STRICT;
CREATE INDEX plan_item_by_day ON plan_item(day, kind) WHERE day IS NOT NULL;
CREATE TABLE plan_applied(day INTEGER PRIMARY KEY) STRICT;
INSERT INTO plan_item VALUES('block','5d1d0ec4-6f0b-4f5e-9a39-6bb8dd1f6a01',20786,'{"day":"2026-11-29","intent":"two lines","kind":"focus","livedFrom":1795939200,"livedTo":1795942800,"minutes":45,"start":540,"state":"done","title":"write"}');
INSERT INTO plan_item VALUES('block','0b0e4a35-2f0c-4b61-8e0f-0f6b9a3c7d02',20786,'{"day":"2026-11-29","intent":"","kind":"routine","minutes":30,"state":"moved","movedTo":"2026-11-30","template":"b7a0c1de-92c4-4f1e-8a57-3d5e6f708103","title":"mail"}');
INSERT INTO plan_item VALUES('block','e3c9a7f1-4d0a-4c55-b1b2-7a8b9c0d1e04',20786,NULL);
INSERT INTO plan_item VALUES('template','b7a0c1de-92c4-4f1e-8a57-3d5e6f708103',NULL,'{"intent":"","kind":"routine","minutes":30,"since":"2026-11-01","start":540,"title":"mail","weekdays":31}');
INSERT INTO plan_item VALUES('review','2c4e6a8b-0d1f-4a3b-9c5d-7e6f8a9b0c05',20786,'{"causes":{"5d1d0ec4-6f0b-4f5e-9a39-6bb8dd1f6a01":"humanNeed"},"day":"2026-11-29","note":"a calm day"}');
INSERT INTO plan_applied VALUES(20786);
INSERT INTO undo_item VALUES(3,0,'block','5d1d0ec4-6f0b-4f5e-9a39-6bb8dd1f6a01','{"day":"2026-11-29","intent":"two lines","kind":"focus","minutes":45,"start":540,"state":"open","title":"write"}','{"day":"2026-11-29","intent":"two lines","kind":"focus","livedFrom":1795939200,"livedTo":1795942800,"minutes":45,"start":540,"state":"done","title":"write"}');
CREATE TABLE imported_row(
  digest BLOB PRIMARY KEY NOT NULL,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE) STRICT, WITHOUT ROWID;
CREATE INDEX imported_row_by_session ON imported_row(session);
INSERT INTO imported_row VALUES(X'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08','7c97fed2-d181-49ee-92dd-520fb3998b2c');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('undo_step',3);
CREATE INDEX session_by_start ON session(started_s);
CREATE INDEX session_active ON session(phase) WHERE phase IN ('running', 'paused');
CREATE INDEX session_by_batch ON session(batch) WHERE batch IS NOT NULL;
CREATE INDEX session_for_streak ON session(started_s)
  WHERE phase = 'finished' AND banked_s >= 60;
COMMIT;

