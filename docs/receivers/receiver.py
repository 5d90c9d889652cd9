"""A receiver that uses only Python's standard library."""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from threading import Thread

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
work = SimpleQueue()


def is_genuine(headers, body: bytes) -> bool:
    """Verifies the signature and the timestamp. `body` must be the raw bytes, because parsing and serialising JSON changes them."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(KEY, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        # Respond first, then process the event. After 3 seconds without a response, the bridge sends it again.
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            work.put(json.loads(body))

    def log_message(self, *_):
        """Doesn't log requests."""


def handle_all():
    seen = set()  # In production, use a table with the event's id as its key.
    while True:
        event = work.get()
        # An example, which you send to try a receiver, is about no real change.
        if not event.get("example") and event["id"] not in seen:
            seen.add(event["id"])
            print(event["type"], event["id"], flush=True)


Thread(target=handle_all, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"Listening on {server.server_port}", flush=True)
server.serve_forever()
