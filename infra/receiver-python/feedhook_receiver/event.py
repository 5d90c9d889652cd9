"""Reads events."""

import json
from typing import Any, NoReturn, Union

Event = dict[str, Any]

# Python refuses to convert a longer text of digits to an integer.
_longest_integer = 4_000


class UnreadableEventError(ValueError):
    """A verified body, or a message from the bus, isn't a Feedhook event."""


def parse_event(text: str) -> Event:
    """
    Reads an event from a webhook's body, in either format of a subscription: an envelope or a CloudEvent. Parse only
    verified bodies, because this checks only `id` and `type`. An unknown type is passed on unchanged. Raises
    UnreadableEventError.
    """
    value = read_json(text)
    event = _envelope_of(value) if _is_cloud_event(value) else value
    return as_event(event, "the body isn't a Feedhook event, because it has no id or type")


def read_json(text: str) -> Any:
    try:
        return json.loads(text, parse_int=_number, parse_constant=_refuse)
    # Python's parser raises RecursionError for JSON that is nested too deeply.
    except (ValueError, RecursionError) as error:
        raise UnreadableEventError("the body isn't JSON") from error


def as_event(value: Any, refusal: str) -> Event:
    """The value, if it is an event, judging by `id` and `type`. Otherwise, raises UnreadableEventError."""
    if isinstance(value, dict) and _has_text(value, "id") and _has_text(value, "type"):
        return value
    raise UnreadableEventError(refusal)


def _number(text: str) -> Union[int, float]:
    return int(text) if len(text) <= _longest_integer else float(text)


def _refuse(constant: str) -> NoReturn:
    """Python reads NaN and Infinity, which aren't JSON."""
    raise ValueError(f"{constant} isn't JSON")


def _is_cloud_event(value: Any) -> bool:
    return all(_has_text(value, name) for name in ("specversion", "type", "source"))


def _envelope_of(value: Event) -> Event:
    data = value.get("data")
    event = {
        "id": value.get("id"),
        "type": _without("feedhook.", value["type"]),
        "instance": _without("/instances/", value["source"]),
        "timestamp": value.get("time"),
    }
    return {**event, **(data if isinstance(data, dict) else {})}


def _without(prefix: str, text: str) -> str:
    return text[len(prefix) :] if text.startswith(prefix) else text


def _has_text(value: Any, name: str) -> bool:
    return isinstance(value, dict) and isinstance(value.get(name), str)
