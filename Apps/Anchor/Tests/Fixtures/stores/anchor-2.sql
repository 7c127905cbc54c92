-- A store as version 2 of Anchor's tables left it: one session in full with a pause, one more, and
-- one of another device; both of the own ones can be taken back; and one that another
-- device deleted. Never edited.
BEGIN TRANSACTION;
CREATE TABLE schema_version(
  component TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES('anchor',2);
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
INSERT INTO undo_step VALUES(1,'log',1796029245,NULL);
INSERT INTO undo_step VALUES(2,'log',1796029245,NULL);
CREATE TABLE undo_change(
  step INTEGER NOT NULL REFERENCES undo_step ON DELETE CASCADE, place INTEGER NOT NULL,
  side TEXT NOT NULL CHECK(side IN ('before', 'after')),
  id TEXT NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
  banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
  title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
  batch TEXT, is_full INTEGER NOT NULL, PRIMARY KEY(step, place, side)) STRICT;
INSERT INTO undo_change VALUES(1,0,'after','7c97fed2-d181-49ee-92dd-520fb3998b2c',1795939200,0,1320,'finished',1795940520,'completed','write chapter',replace('book\ncode review','\n',char(10)),'','',NULL,1);
INSERT INTO undo_change VALUES(2,0,'after','9f8fbc3e-ae5f-4e68-a95a-aaaf45d25f06',1795942800,0,900,'finished',1795943700,'completed','reading','','','',NULL,1);
CREATE TABLE provisional_summary(day INTEGER PRIMARY KEY) STRICT;
CREATE TABLE session_removed(
  id TEXT PRIMARY KEY NOT NULL, started_s INTEGER NOT NULL, planned_s INTEGER NOT NULL,
  banked_s INTEGER NOT NULL, phase TEXT NOT NULL, phase_s INTEGER, reason TEXT,
  title TEXT NOT NULL, tags TEXT NOT NULL, notes TEXT NOT NULL, pauses TEXT NOT NULL,
  batch TEXT, is_full INTEGER NOT NULL, removed_s INTEGER NOT NULL) STRICT;
INSERT INTO session_removed VALUES('3d1f8a52-90ce-4f0f-8a6e-2f7d5b3c1a07',1795950000,0,1800,'finished',1795951800,'completed','call','','','',NULL,1,1796029245);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('undo_step',2);
CREATE INDEX session_by_start ON session(started_s);
CREATE INDEX session_active ON session(phase) WHERE phase IN ('running', 'paused');
CREATE INDEX session_by_batch ON session(batch) WHERE batch IS NOT NULL;
CREATE INDEX session_for_streak ON session(started_s)
  WHERE phase = 'finished' AND banked_s >= 60;
COMMIT;

