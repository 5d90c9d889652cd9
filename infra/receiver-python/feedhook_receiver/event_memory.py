"""Remembers the events that were handled."""

from threading import Lock
from typing import Literal, Optional, Protocol, TypeVar

from .event import Event

# `duplicate`: the event was already handled. `stale`: a newer event of its record was handled.
Verdict = Literal["new", "duplicate", "stale"]
_Value = TypeVar("_Value")


class EventMemory(Protocol):
    """
    A receiver's memory of the events that it has handled. If you keep it in the database that your handler writes to,
    it survives restarts, and all your processes share it.
    """

    def judge(self, event: Event) -> Verdict:
        """Returns whether the event is new, a duplicate or stale."""

    def remember(self, event: Event) -> None:
        """
        Called after the event was handled, or was dropped as stale. An event that failed is sent again and must
        then count as new.
        """


def create_memory(limit: int = 10_000) -> EventMemory:
    """
    A memory in this process: the newest `limit` events, and the newest `seq` of as many records. It is lost when the
    process ends.
    """
    return _ProcessMemory(limit)


class _ProcessMemory:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = Lock()
        # Both are in the order of insertion.
        self._ids: dict[str, None] = {}
        self._newest: dict[str, int] = {}

    def judge(self, event: Event) -> Verdict:
        record = _record_of(event)
        with self._lock:
            if event["id"] in self._ids:
                return "duplicate"
            newest = None if record is None else self._newest.get(record)
        return "stale" if newest is not None and event["subject"]["seq"] < newest else "new"

    def remember(self, event: Event) -> None:
        record = _record_of(event)
        with self._lock:
            self._ids.setdefault(event["id"])
            _forget_oldest(self._ids, self._limit)
            if record is None:
                return
            # The record moves to the end, so that the record that has had no event for the longest time is removed
            # first.
            seq = max(self._newest.pop(record, 0), event["subject"]["seq"])
            self._newest[record] = seq
            _forget_oldest(self._newest, self._limit)


def _record_of(event: Event) -> Optional[str]:
    """The record that an event is about; None if it isn't about a record that can change."""
    subject = event.get("subject")
    if not isinstance(subject, dict) or not isinstance(subject.get("seq"), int):
        return None
    if subject.get("type") in ("bridge", "document_change"):
        return None
    return f"{event.get('instance', '')}/{subject.get('type')}/{subject.get('id')}"


def _forget_oldest(kept: dict[str, _Value], limit: int) -> None:
    if len(kept) > limit:
        del kept[next(iter(kept))]
