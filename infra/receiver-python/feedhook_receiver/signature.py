"""Verifies signatures and timestamps (Standard Webhooks)."""

import base64
import binascii
import hmac
import time
from typing import Callable, Mapping, Optional, Sequence

_tolerance_seconds = 300

# The most Ed25519 signatures of one webhook that are verified. Anyone can send signatures, and each takes about 0.1 ms.
# Feedhook sends at most four.
_most_signatures = 16

# Checks whether the key made one of the header's signatures for the signed bytes.
Key = Callable[[Sequence[str], bytes], bool]


class WebhookVerificationError(Exception):
    """A webhook's signature or timestamp is missing or invalid."""


def key_of(secret: str) -> Key:
    """The key inside a secret or public key. The error doesn't repeat the secret, because errors are logged."""
    if secret.startswith("whpk_"):
        return _ed25519_key(_bytes_of(secret[len("whpk_") :]))
    if secret.startswith("whsk_"):
        raise ValueError("secret is a private key: pass the subscription's public key, whpk_…")
    key = _bytes_of(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise ValueError("secret is empty or isn't base64: pass the subscription's signing secret, whsec_…")

    def has_signed(signatures: Sequence[str], signed: bytes) -> bool:
        expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
        return any(hmac.compare_digest(expected, each.encode()) for each in signatures)

    return has_signed


def verify(keys: Sequence[Key], headers: Mapping[str, str], body: bytes) -> None:
    """Raises WebhookVerificationError unless one of the keys has signed the body within the last five minutes."""
    event_id, signatures = headers.get("webhook-id", ""), headers.get("webhook-signature", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (event_id and signatures and timestamp):
        raise WebhookVerificationError("a header is missing: webhook-id, webhook-timestamp or webhook-signature")
    # A number with many more digits would take long to convert.
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 15):
        raise WebhookVerificationError("webhook-timestamp isn't a time in Unix seconds")
    age = int(time.time()) - int(timestamp)
    if abs(age) > _tolerance_seconds:
        raise WebhookVerificationError(f"webhook-timestamp is too {'old' if age > 0 else 'new'}")
    signed = f"{event_id}.{int(timestamp)}.".encode() + body
    given = signatures.split(" ")
    if not any(has_signed(given, signed) for has_signed in keys):
        raise WebhookVerificationError("no signature matches: wrong secret, or the body was changed or already parsed")


def _ed25519_key(public_key: Optional[bytes]) -> Key:
    if public_key is None or len(public_key) != 32:
        raise ValueError("the public key is invalid: pass the subscription's publicKey, whpk_… and the base64 of 32 bytes")
    # Imported here, because Python has no built-in Ed25519, and receivers that verify with a secret
    # need no package.
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ImportError(
            "to verify with a public key (whpk_…), install feedhook-receiver[ed25519] or the package cryptography"
        ) from error
    key = Ed25519PublicKey.from_public_bytes(public_key)

    def has_signed(signatures: Sequence[str], signed: bytes) -> bool:
        named = [each[len("v1a,") :] for each in signatures if each.startswith("v1a,")]
        for signature in named[:_most_signatures]:
            try:
                key.verify(_bytes_of(signature) or b"", signed)
                return True
            except InvalidSignature:
                continue
        return False

    return has_signed


def _bytes_of(text: str) -> Optional[bytes]:
    """The bytes of base64, with or without padding; None if the text isn't base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
