import asyncio
import base64
import http.client
import json
import threading
import unittest
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from feedhook_receiver import LONGEST_BODY, UnreadableEventError, create_receiver
from feedhook_receiver.asgi import AsgiApp
from feedhook_receiver.aws import event_bridge_handler, lambda_url_handler, queue_handler
from feedhook_receiver.wsgi import wsgi_app
from webhooks import ANOTHER, SECRET, person, signed

BODY = person("evt_1", 1)


class Silent(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class AdapterTest(unittest.TestCase):
    def setUp(self) -> None:
        self.handled: list = []
        self.receiver = create_receiver(SECRET, self.handle)

    def handle(self, event: Any, _: Any) -> None:
        if event["id"] == "evt_bad":
            raise OSError("no")
        self.handled.append(event["id"])

    def test_wsgi_over_http(self) -> None:
        server = make_server("127.0.0.1", 0, wsgi_app(self.receiver), handler_class=Silent)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            longest = {"content-length": str(LONGEST_BODY + 2)}
            for headers, status in ((signed(BODY), 204), (signed(BODY, ANOTHER), 401), (longest, 413)):
                connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
                connection.request("POST", "/hook", "" if status == 413 else BODY, headers)
                self.assertEqual(connection.getresponse().status, status)
                connection.close()
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
        self.assertEqual(self.handled, ["evt_1"])

    def test_wsgi_with_a_body_in_chunks_or_a_broken_one(self) -> None:
        class Input:
            def __init__(self, body: bytes) -> None:
                self.body = body

            def read(self, size: int) -> bytes:
                if self.body == b"broken":
                    raise ConnectionResetError
                return self.body[:size]

        def status_of(**environ: Any) -> str:
            statuses: list = []
            headers = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in signed(BODY).items()}
            wsgi_app(self.receiver)({**headers, **environ}, lambda status, _: statuses.append(status))
            return statuses[0]

        chunked = {"wsgi.input_terminated": True}
        self.assertEqual(status_of(**{"wsgi.input": Input(BODY.encode()), **chunked}), "204 No Content")
        too_long = Input(bytes(LONGEST_BODY + 1))
        self.assertTrue(status_of(**{"wsgi.input": too_long, **chunked}).startswith("413 "))
        self.assertEqual(status_of(**{"wsgi.input": Input(b"broken"), "CONTENT_LENGTH": "6"}), "400 Bad Request")
        self.assertEqual(status_of(**{"wsgi.input": Input(b""), "CONTENT_LENGTH": "x"}), "400 Bad Request")
        self.assertEqual(status_of(**{"wsgi.input": Input(BODY.encode())}), "401 Unauthorized")

    def test_asgi(self) -> None:
        def exchange(headers: dict, *messages: Any) -> list:
            left, sent = list(messages), []

            async def receive() -> Any:
                return left.pop(0)

            async def send(message: Any) -> None:
                sent.append(message)

            named = [(name.encode(), value.encode()) for name, value in headers.items()]
            asyncio.run(AsgiApp(self.receiver)({"type": "http", "headers": named}, receive, send))
            return [message.get("status") for message in sent]

        def part(body: bytes, more: bool = False) -> dict:
            return {"type": "http.request", "body": body, "more_body": more}

        data = BODY.encode()
        self.assertEqual(exchange(signed(BODY), part(data[:9], True), part(data[9:])), [204, None])
        self.assertEqual(exchange(signed(BODY, ANOTHER), part(data)), [401, None])
        self.assertEqual(exchange(signed(BODY), part(bytes(LONGEST_BODY), True), part(b"1", True)), [413, None])
        self.assertEqual(exchange(signed(BODY), part(data, True), {"type": "http.disconnect"}), [])
        self.assertEqual(self.handled, ["evt_1"])
        with self.assertRaises(NotImplementedError):
            asyncio.run(AsgiApp(self.receiver)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]

    def test_a_lambda_function_url_with_bodies_in_either_encoding(self) -> None:
        handler, headers = lambda_url_handler(self.receiver), signed(BODY)
        encoded = base64.b64encode(BODY.encode()).decode()
        for body, is_encoded in ((BODY, False), (encoded, True)):
            request = {"headers": headers, "body": body, "isBase64Encoded": is_encoded}
            self.assertEqual(handler(request, None), {"statusCode": 204})
        self.assertEqual(handler({"headers": headers, "isBase64Encoded": False}, None), {"statusCode": 401})

    def test_a_queue_fails_only_the_failing_events(self) -> None:
        errors: list = []
        handler = queue_handler(self.handle, on_error=errors.append)
        on_bus = [json.dumps({"detail": json.loads(person(f"evt_{n}", 1))}) for n in ("1", "bad", "2")]
        bodies = [on_bus[0], on_bus[1], "no JSON", '{"detail":{}}', on_bus[2], on_bus[2]]
        batch = {"Records": [{"messageId": str(at), "body": body} for at, body in enumerate(bodies)]}
        failures = [{"itemIdentifier": at} for at in ("1", "2", "3")]
        self.assertEqual(handler(batch, None), {"batchItemFailures": failures})
        self.assertEqual((self.handled, len(errors)), (["evt_1", "evt_2"], 3))

    def test_an_eventbridge_target_raises_so_that_lambda_calls_again(self) -> None:
        handler = event_bridge_handler(self.handle)
        for _ in range(2):
            handler({"detail": json.loads(BODY)}, None)
        self.assertEqual(self.handled, ["evt_1"])
        with self.assertRaises(UnreadableEventError):
            handler("no message", None)
        with self.assertRaises(OSError):
            handler({"detail": json.loads(person("evt_bad", 1))}, None)
