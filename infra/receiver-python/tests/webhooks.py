"""Signed webhooks for the tests."""

import base64
import hashlib
import hmac
import json
import time
from typing import Optional

SECRET = "whsec_" + base64.b64encode(bytes([7] * 32)).decode()
ANOTHER = "whsec_" + base64.b64encode(bytes([8] * 32)).decode()


def signed(body: str, by: str = SECRET, at: Optional[float] = None) -> dict:
    timestamp = int(time.time() if at is None else at)
    key = base64.b64decode(by[len("whsec_") :])
    digest = hmac.new(key, f"evt_1.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def person(event_id: str, seq: int, **fields: object) -> str:
    subject = {"type": "person", "id": "p1", "seq": seq, "part": 0}
    return json.dumps({"id": event_id, "type": "person.updated", "instance": "acme", "subject": subject, **fields})
