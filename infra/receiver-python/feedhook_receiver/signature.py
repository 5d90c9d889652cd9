"""Verifies signatures and timestamps (Standard Webhooks)."""

import base64
import binascii
import hmac
import time
from typing import Mapping, Sequence

_tolerance_seconds = 300


class WebhookVerificationError(Exception):
    """A webhook's signature or timestamp is missing or invalid."""


def key_of(secret: str) -> bytes:
    """The key inside a secret. The error doesn't repeat the secret, because errors are logged."""
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("secret is empty or isn't base64: pass the subscription's signing secret, whsec_…")
    return key


def verify(keys: Sequence[bytes], headers: Mapping[str, str], body: bytes) -> None:
    """Raises WebhookVerificationError unless one of the keys has signed the body within the last five minutes."""
    event_id, signatures = headers.get("webhook-id", ""), headers.get("webhook-signature", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (event_id and signatures and timestamp):
        raise WebhookVerificationError("a header is missing: webhook-id, webhook-timestamp or webhook-signature")
    # More digits than a time has would take long to convert.
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("webhook-timestamp isn't a time in Unix seconds")
    age = int(time.time()) - int(timestamp)
    if abs(age) > _tolerance_seconds:
        raise WebhookVerificationError(f"webhook-timestamp is too {'old' if age > 0 else 'new'}")
    signed = f"{event_id}.{int(timestamp)}.".encode() + body
    given = [each.encode() for each in signatures.split(" ")]
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
        if any(hmac.compare_digest(expected, each) for each in given):
            return
    raise WebhookVerificationError("no signature matches: wrong secret, or the body was changed or parsed before")
