"""Receives webhooks."""

from dataclasses import dataclass
from typing import Callable, Iterable, Literal, Optional, Protocol, Sequence, Union

from .event import Event, UnreadableEventError, parse_event
from .event_memory import EventMemory
from .handle_once import Delivery, Handle, Handled, OnError, handle_once, report
from .signature import Key, key_of, verify

# Larger than any webhook: an event is at most 256 KB, and a CloudEvent slightly more. Anyone can send a longer body
# without a signature, so the adapters refuse it with 413.
LONGEST_BODY = 1_048_576


class Headers(Protocol):
    """Headers by name, in upper or lower case: a dict, or the headers of a framework's request."""

    def items(self) -> Iterable[tuple[str, str]]:
        """The names and values."""


@dataclass(frozen=True)
class Receipt:
    """
    The outcome of a webhook, and the status to respond with. 204: handled, now or earlier, or dropped. 401: not
    verified. 400: signed, but not an event. 500: `handle` raised an error, so the event is sent again.
    """

    status: Literal[204, 400, 401, 500]
    outcome: Union[Handled, Literal["refused", "unreadable", "failed"]]


class Receiver:
    """Created by create_receiver. Threads can share it."""

    def __init__(
        self, keys: Sequence[Key], handle: Callable[[Event, Delivery], Handled], on_error: Optional[OnError]
    ) -> None:
        self._keys = keys
        self._handle = handle
        self._on_error = on_error

    def receive(self, headers: Headers, body: Union[bytes, str]) -> Receipt:
        """Handles a webhook: its headers, and the bytes of its body exactly as they arrived. Never raises an error."""
        try:
            named = {name.lower(): value for name, value in headers.items()}
            data = body.encode() if isinstance(body, str) else bytes(body)
            verify(self._keys, named, data)
        except Exception as error:
            return self._failed(error, Receipt(401, "refused"))
        try:
            # A byte order mark is part of the signed bytes, so this decoding keeps it.
            event = parse_event(data.decode("utf-8"))
        except UnicodeDecodeError:
            return self._failed(UnreadableEventError("the body isn't UTF-8"), Receipt(400, "unreadable"))
        except UnreadableEventError as error:
            return self._failed(error, Receipt(400, "unreadable"))
        delivery = Delivery(
            is_replay=named.get("webhook-replay") == "true",
            is_late=named.get("webhook-late") == "true",
            # From the body, which is signed. The header `webhook-example` isn't, and a forged one would drop a change.
            is_example=event.get("example") is True,
        )
        try:
            return Receipt(204, self._handle(event, delivery))
        except Exception as error:
            return self._failed(error, Receipt(500, "failed"))

    def _failed(self, error: Exception, receipt: Receipt) -> Receipt:
        report(self._on_error, error)
        return receipt


def create_receiver(
    secret: Union[str, Sequence[str]],
    handle: Handle,
    *,
    memory: Optional[EventMemory] = None,
    drop_stale: bool = True,
    handle_replays: bool = False,
    handle_examples: bool = False,
    on_error: Optional[OnError] = None,
) -> Receiver:
    """
    Returns a receiver that verifies a webhook's signature and age (Standard Webhooks), reads its event, and passes each
    event to `handle` once. Raises ValueError if a secret is invalid, TypeError if `handle` is a coroutine
    function, and ImportError if a public key is passed and the package cryptography isn't installed.

    - `secret`: the subscription's secret (`whsec_…`) or public key (`whpk_…`), or several during a rotation.
    - `handle`: called as `handle(event, delivery)`. The event is done once it returns; if it raises an error, the event
      is sent again. Put the event into a queue or a table here and do the work elsewhere, because Feedhook waits only
      three seconds for the response.
    - `memory`: the memory of handled events. By default, it is in this process and lost when the process ends.
    - `drop_stale`: whether to drop an event if a newer event of its record was handled. Set it to False to keep a history
      of changes.
    - `handle_replays`: whether to handle a replay of an event that was already handled.
    - `handle_examples`: whether to handle an example (`feedhook trigger`, or "Send example" in the portal). An
      example of `person.removed` would remove a person who still exists.
    - `on_error`: called with the reason for a 4xx or 5xx response. Without it, nothing is logged.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets:
        raise ValueError("secret is empty: pass the subscription's signing secret, whsec_…, or public key, whpk_…")
    once = handle_once(
        handle,
        memory=memory,
        drop_stale=drop_stale,
        handle_replays=handle_replays,
        handle_examples=handle_examples,
    )
    return Receiver([key_of(each) for each in secrets], once, on_error)
