"""Digests of event ids, which show for each hour whether an event is missing."""

import re
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import Optional

from .event import Event

_HOUR_MS = 3_600_000
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# The digest of no events.
NO_EVENTS = "0" * 64


def id_digest(event_id: str) -> str:
    """The SHA-256 digest of an event's id: 64 hexadecimal digits."""
    return sha256(event_id.encode()).hexdigest()


def add_digests(one: str, other: str) -> str:
    """The sum of two digests modulo 2^256: adds an event's digest to its hour, or combines two parts of an hour."""
    return format((int(one, 16) + int(other, 16)) % 2**256, "064x")


def hour_of(event: Event) -> Optional[str]:
    """
    The hour of detection, which an event's id contains: `2026-11-21T09:00:00.000Z`. None for a ping or an example,
    which the completeness endpoint doesn't count.
    """
    if event["type"] == "bridge.ping" or event.get("example") is True:
        return None
    # A higher first digit means the year 9774 or later, which no id of Feedhook has; Python's dates end in 9999.
    if re.fullmatch(r"evt_[0-6][0-9A-HJKMNP-TV-Z]{25}", event["id"], re.ASCII) is None:
        return None
    ms = 0
    for digit in event["id"][4:14]:
        ms = ms * 32 + _ALPHABET.index(digit)
    # A time that is computed from a float would be rounded.
    return (_EPOCH + timedelta(milliseconds=ms - ms % _HOUR_MS)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
