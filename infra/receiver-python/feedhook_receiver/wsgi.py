"""Receives webhooks in a WSGI server or framework."""

from http import HTTPStatus
from typing import Any, Callable, Optional

from .receiver import LONGEST_BODY, Receiver

Environment = dict[str, Any]


def wsgi_app(receiver: Receiver) -> Callable[[Environment, Callable[..., Any]], list[bytes]]:
    """A WSGI application that runs alone or mounted in a framework at any path."""

    def app(environ: Environment, start_response: Callable[..., Any]) -> list[bytes]:
        headers = {name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")}
        try:
            body = _body_of(environ)
        except (OSError, ValueError):
            # The sender disconnected in the middle of the body. The response is lost, and the event is sent again.
            status = 400
        else:
            status = 413 if body is None else receiver.receive(headers, body).status
        start_response(f"{status} {HTTPStatus(status).phrase}", [] if status == 204 else [("Content-Length", "0")])
        return []

    return app


def _body_of(environ: Environment) -> Optional[bytes]:
    """The body's bytes; None if it is longer than any webhook."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    # A body in chunks has no length. Only servers that set this flag end such a body; others would
    # wait for more.
    if environ.get("wsgi.input_terminated") and "CONTENT_LENGTH" not in environ:
        length = LONGEST_BODY + 1
    if length > LONGEST_BODY + 1 or length < 0:
        return None
    body: bytes = environ["wsgi.input"].read(length)
    return None if len(body) > LONGEST_BODY else body
