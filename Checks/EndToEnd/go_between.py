"""Stands between an app and its Hub, and spoils the answers that a check wants spoilt.

    port = free_port()
    with GoBetween(port) as between:
        hub = Hub(programs, folder, port, "--origin", between.link)
        with between.spoiling("/v1/sync/push", cut):
            anchor.refusal("sync", status=4)
"""

import contextlib
import dataclasses
import http.client
import http.server
import threading

# What would be wrong to pass on as it came: it belongs to one connection.
OF_THE_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length", "date"}


@dataclasses.dataclass
class Reply:
    """An answer on its way; `body` None cuts the connection instead."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes | None


class GoBetween:
    """A server on this machine; the Hub sees each request, whatever becomes of its answer."""

    def __init__(self, hub_port: int):
        self.hub_port = hub_port
        self._spoil: tuple[str, object] | None = None
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._door())
        self._server.daemon_threads = True
        self.link = f"http://localhost:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "GoBetween":
        return self

    def __exit__(self, *_) -> None:
        self._server.shutdown()
        self._server.server_close()

    @contextlib.contextmanager
    def spoiling(self, path: str, spoil):
        """Answers to requests of a path that begins so are given to `spoil`, which changes them."""
        self._spoil = (path, spoil)
        try:
            yield
        finally:
            self._spoil = None

    def _answer(self, method: str, target: str, headers, body: bytes) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.hub_port, timeout=30)
        try:
            connection.request(method, target, body or None, dict(headers))
            answer = connection.getresponse()
            kept = [one for one in answer.getheaders() if one[0].lower() not in OF_THE_CONNECTION]
            reply = Reply(answer.status, kept, answer.read())
        finally:
            connection.close()
        if self._spoil and target.startswith(self._spoil[0]):
            self._spoil[1](reply)
        return reply

    def _door(between):
        class Door(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                reply = between._answer(self.command, self.path, self.headers, body)
                if reply.body is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                self.send_response(reply.status)
                for name, value in reply.headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                with contextlib.suppress(OSError):
                    # Whoever has had enough of it may leave.
                    self.wfile.write(reply.body)

            do_GET = do_POST = do_PUT = do_DELETE = _pass_on

            def log_message(self, *_):
                pass

        return Door
