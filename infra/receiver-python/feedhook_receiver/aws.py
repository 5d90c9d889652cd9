"""Receives webhooks and bus events in AWS Lambda."""

import base64
from typing import Any, Callable, Optional

from .event import Event, as_event, read_json
from .event_memory import EventMemory
from .handle_once import Delivery, Handle, OnError, handle_once, report
from .receiver import Receiver

LambdaHandler = Callable[[Any, Any], dict[str, Any]]


def lambda_url_handler(receiver: Receiver) -> LambdaHandler:
    """
    The handler of a Lambda function URL, or of an HTTP API of API Gateway. A function is frozen once it has responded,
    so the receiver's `handle` must put the event into a queue or a table. Its memory must be in a table, because
    instances of a function share nothing.
    """

    def handler(request: Any, context: Any = None) -> dict[str, Any]:
        body = request.get("body") or ""
        data = base64.b64decode(body) if request.get("isBase64Encoded") else body
        return {"statusCode": receiver.receive(request["headers"], data).status}

    return handler


def queue_handler(
    handle: Handle,
    *,
    memory: Optional[EventMemory] = None,
    drop_stale: bool = True,
    on_error: Optional[OnError] = None,
) -> LambdaHandler:
    """
    A Lambda handler for the queue of a `BridgeConsumer`. Each event is handled separately. If one fails, only that
    event is received again, and after repeated failures it becomes a dead letter. Events on a bus aren't signed,
    because IAM decides who can put them there. The options are those of `create_receiver`.
    """
    once = handle_once(handle, memory=memory, drop_stale=drop_stale)

    def handler(batch: Any, context: Any = None) -> dict[str, Any]:
        failed: list[dict[str, str]] = []
        # One at a time, so that two events of a record in a batch are handled in the order of their arrival.
        for record in batch["Records"]:
            try:
                once(_event_on_bus(read_json(record["body"])), Delivery())
            except Exception as error:
                report(on_error, error)
                failed.append({"itemIdentifier": record["messageId"]})
        return {"batchItemFailures": failed}

    return handler


def event_bridge_handler(
    handle: Handle, *, memory: Optional[EventMemory] = None, drop_stale: bool = True
) -> Callable[[Any, Any], None]:
    """A handler for a Lambda function that is the target of a rule on the bus. If it raises, Lambda calls it again."""
    once = handle_once(handle, memory=memory, drop_stale=drop_stale)

    def handler(message: Any, context: Any = None) -> None:
        once(_event_on_bus(message), Delivery())

    return handler


def _event_on_bus(message: Any) -> Event:
    detail = message.get("detail") if isinstance(message, dict) else None
    return as_event(detail, "the message's detail isn't a Feedhook event")
