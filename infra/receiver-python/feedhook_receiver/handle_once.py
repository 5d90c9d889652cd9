"""Handles each event once."""

from concurrent.futures import Future
from dataclasses import dataclass
from inspect import isawaitable, iscoroutine, iscoroutinefunction
from threading import Lock
from typing import Any, Callable, Literal, Optional

from .event import Event
from .event_memory import EventMemory, create_memory

Handled = Literal["handled", "duplicate", "stale", "example"]
OnError = Callable[[Exception], object]


@dataclass(frozen=True)
class Delivery:
    """Facts about an event that its body doesn't contain."""

    # The event was sent again on request.
    is_replay: bool = False
    # A newer event of the same record may have been sent before it.
    is_late: bool = False
    # The event is an example and no record changed. Handled only with `handle_examples`.
    is_example: bool = False


Handle = Callable[[Event, Delivery], object]


def handle_once(
    handle: Handle,
    *,
    memory: Optional[EventMemory] = None,
    drop_stale: bool = True,
    handle_replays: bool = False,
    handle_examples: bool = False,
) -> Callable[[Event, Delivery], Handled]:
    """Returns a function that handles each event once, even if it arrives in two threads at the same time."""
    if iscoroutinefunction(handle):
        raise TypeError(_is_async)
    kept = create_memory() if memory is None else memory
    under_way: dict[str, Future[Handled]] = {}
    lock = Lock()

    def once(event: Event, delivery: Delivery) -> Handled:
        if delivery.is_example and not handle_examples:
            return "example"
        verdict = "new" if delivery.is_replay and handle_replays else _done(kept.judge(event))
        if verdict == "duplicate":
            return "duplicate"
        is_dropped = verdict == "stale" and drop_stale
        if not is_dropped:
            _done(handle(event, delivery))
        _done(kept.remember(event))  # type: ignore[func-returns-value]
        return "stale" if is_dropped else "handled"

    def handle_event(event: Event, delivery: Delivery) -> Handled:
        own: Future[Handled] = Future()
        with lock:
            first = under_way.setdefault(event["id"], own)
        if first is not own:
            # Fails if the first call fails, because after a 2xx the event would never be sent
            # again.
            error = first.exception()
            if error is not None:
                raise RuntimeError("the same event failed in another thread") from error
            return "duplicate"
        try:
            outcome = once(event, delivery)
            own.set_result(outcome)
            return outcome
        except BaseException as error:
            # Also catches a request to end the thread, because the others would otherwise wait
            # forever.
            own.set_exception(error)
            raise
        finally:
            with lock:
                del under_way[event["id"]]

    return handle_event


_is_async = "handle and memory must be plain functions: run coroutines with asyncio.run_coroutine_threadsafe"


def _done(result: Any) -> Any:
    """The result. Raises an error for a coroutine, which would never run, while the event would count as handled."""
    if not isawaitable(result):
        return result
    if iscoroutine(result):
        # Without this, Python would also warn about the coroutine.
        result.close()
    raise TypeError(_is_async)


def report(on_error: Optional[OnError], error: Exception) -> None:
    """Calls `on_error`, and drops what it raises: a logger that fails must not change a response."""
    try:
        if on_error is not None:
            on_error(error)
    except Exception:
        # Only the logger could have reported this.
        pass
