"""Receives webhooks in an ASGI server or framework that runs on asyncio."""

import asyncio
from typing import Any, Awaitable, Callable, Optional

from .receiver import LONGEST_BODY, Receiver

Message = dict[str, Any]
Read = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class AsgiApp:
    """
    An ASGI application that runs alone or as a framework's route. The receiver runs in a thread, so that it doesn't
    block the event loop. This is a class, because Starlette would call a function with its own request.
    """

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver

    async def __call__(self, scope: Message, receive: Read, send: Send) -> None:
        if scope["type"] != "http":
            # Servers continue without lifespan events.
            raise NotImplementedError(f"a receiver of webhooks doesn't handle {scope['type']}")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            body = await _body_of(receive)
        except ConnectionError:
            # The event is sent again.
            return
        status = 413 if body is None else (await asyncio.to_thread(self._receiver.receive, headers, body)).status
        length = [] if status == 204 else [(b"content-length", b"0")]
        await send({"type": "http.response.start", "status": status, "headers": length})
        await send({"type": "http.response.body"})


async def _body_of(receive: Read) -> Optional[bytes]:
    """The body's bytes; None if it is longer than any webhook. Stops reading at that length."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError("the sender disconnected in the middle of its body")
        body += message.get("body", b"")
        if len(body) > LONGEST_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)
