import base64
import hashlib
import hmac
import json
import sys
import threading
import time
import unittest
from email.message import Message
from typing import Any, Optional
from unittest import mock

from feedhook_receiver import Delivery, Receipt, create_memory, create_receiver, parse_event
from webhooks import ANOTHER, SECRET, person, signed

HANDLED, DUPLICATE, STALE = Receipt(204, "handled"), Receipt(204, "duplicate"), Receipt(204, "stale")
REFUSED, UNREADABLE, FAILED = Receipt(401, "refused"), Receipt(400, "unreadable"), Receipt(500, "failed")


class Opened:
    """A receiver, and what it handled."""

    def __init__(self, **options: Any) -> None:
        self.handled: list = []
        self.deliveries: list = []
        self.errors: list = []
        handle = options.pop("handle", lambda event, delivery: None)

        def record(event: Any, delivery: Delivery) -> None:
            handle(event, delivery)
            self.handled.append(event["id"])
            self.deliveries.append(delivery)

        self.receiver = create_receiver(SECRET, record, on_error=self.errors.append, **options)

    def receive(self, body: str, headers: Optional[dict] = None) -> Receipt:
        return self.receiver.receive({**signed(body), **(headers or {})}, body.encode())


class ReceiverTest(unittest.TestCase):
    def test_handles_events_once_and_drops_those_older_than_what_it_handled_of_a_record(self) -> None:
        opened = Opened()
        self.assertEqual(opened.receive(person("evt_1", 2)), HANDLED)
        self.assertEqual(opened.receive(person("evt_1", 2)), DUPLICATE)
        self.assertEqual(opened.receive(person("evt_0", 1)), STALE)
        # Another part of the same change isn't older.
        self.assertEqual(opened.receive(person("evt_2", 2)), HANDLED)
        self.assertEqual(opened.handled, ["evt_1", "evt_2"])

    def test_keeps_older_events_on_request(self) -> None:
        opened = Opened(drop_stale=False)
        opened.receive(person("evt_1", 2))
        self.assertEqual(opened.receive(person("evt_0", 1)), HANDLED)

    def test_drops_a_replay_of_a_handled_event_unless_it_handles_replays(self) -> None:
        for options, expected in (({}, DUPLICATE), ({"handle_replays": True}, HANDLED)):
            opened = Opened(**options)
            opened.receive(person("evt_1", 1))
            self.assertEqual(opened.receive(person("evt_1", 1), {"webhook-replay": "true"}), expected)

    def test_passes_on_what_the_headers_and_the_signed_body_say_about_a_delivery(self) -> None:
        opened = Opened(handle_examples=True)
        opened.receive(person("evt_1", 1), {"webhook-replay": "true", "webhook-late": "true"})
        opened.receive(person("evt_2", 2), {"webhook-replay": "false", "webhook-example": "true"})
        opened.receive(person("evt_3", 3, example=True))
        self.assertEqual(opened.deliveries, [Delivery(True, True, False), Delivery(), Delivery(False, False, True)])

    def test_accepts_names_of_headers_in_any_case_and_text(self) -> None:
        body = person("evt_1", 1)
        message = Message()
        for name, value in signed(body).items():
            message[name.title()] = value
        self.assertEqual(Opened().receiver.receive(message, body), HANDLED)

    def test_refuses_what_is_not_a_webhook_without_raising(self) -> None:
        opened = Opened()
        body = person("evt_1", 1)
        odd_headers: list = [{}, None, {"webhook-id": 1, "webhook-timestamp": 2, "webhook-signature": 3}]
        for headers in (signed(body, ANOTHER), signed(body, at=time.time() - 600), *odd_headers):
            self.assertEqual(opened.receiver.receive(headers, body.encode()), REFUSED)
        self.assertEqual(opened.receiver.receive(signed(body), None), REFUSED)  # type: ignore[arg-type]
        self.assertEqual((opened.handled, len(opened.errors)), ([], 6))

    def test_reports_a_signed_body_that_it_cannot_read(self) -> None:
        deep = '{"id":"evt_1","type":"a.b","data":' + "[" * 200_000 + "]" * 200_000 + "}"
        self.assertEqual(Opened().receive(deep), UNREADABLE)
        body = b'{"id":"evt_1","type":"a.b","data":"\xff"}'
        headers = signed("")
        stamp = f"evt_1.{headers['webhook-timestamp']}.".encode()
        digest = hmac.new(bytes([7] * 32), stamp + body, hashlib.sha256).digest()
        headers["webhook-signature"] = f"v1,{base64.b64encode(digest).decode()}"
        self.assertEqual(Opened().receiver.receive(headers, body), UNREADABLE)

    def test_keeps_integers_exact_and_reads_those_longer_than_python_converts(self) -> None:
        text = '{"id":"evt_1","type":"a.b","exact":9007199254740993,"long":1%s}' % ("0" * 5_000)
        self.assertEqual((parse_event(text)["exact"], parse_event(text)["long"]), (9007199254740993, float("inf")))

    def test_accepts_no_empty_or_misspelt_secret_and_does_not_repeat_it(self) -> None:
        for secret in ("", [], [SECRET, ""], "whsec_", "whsec_c2Vj cmV0", "whsec_ø"):
            with self.assertRaises(ValueError) as raised:
                create_receiver(secret, lambda event, delivery: None)
            self.assertNotIn("c2Vj", str(raised.exception))

    def test_accepts_no_private_key_and_no_misspelt_public_key(self) -> None:
        bytes_33 = "c2Vj" * 11
        for secret in ("whpk_", f"whpk_{bytes_33}", "whpk_c2Vj cmV0", f"whsk_{bytes_33}{bytes_33}"):
            with self.assertRaises(ValueError) as raised:
                create_receiver(secret, lambda event, delivery: None)
            self.assertNotIn("c2Vj", str(raised.exception))

    def test_says_what_a_public_key_needs(self) -> None:
        public_key = "whpk_6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw="
        with mock.patch.dict(sys.modules, {"cryptography": None, "cryptography.exceptions": None}):
            with self.assertRaisesRegex(ImportError, r"install feedhook-receiver\[ed25519\]"):
                create_receiver(public_key, lambda event, delivery: None)

    def test_returns_500_if_the_handler_fails_so_that_the_event_comes_again(self) -> None:
        outcomes: list = [OSError("the database is away"), None]

        def handle(event: Any, delivery: Delivery) -> None:
            error = outcomes.pop(0)
            if error is not None:
                raise error

        opened = Opened(handle=handle)
        self.assertEqual(opened.receive(person("evt_1", 1)), FAILED)
        self.assertEqual(str(opened.errors), "[OSError('the database is away')]")
        self.assertEqual(opened.receive(person("evt_1", 1)), HANDLED)

    def test_responds_even_if_on_error_raises(self) -> None:
        def on_error(error: Exception) -> None:
            raise OSError("the log is closed")

        receiver = create_receiver(SECRET, lambda event, delivery: None, on_error=on_error)
        self.assertEqual(receiver.receive({}, b"{}"), REFUSED)

    def test_refuses_coroutines_whose_work_would_never_run(self) -> None:
        async def handle(event: Any, delivery: Delivery) -> None:
            pass

        with self.assertRaises(TypeError):
            create_receiver(SECRET, handle)
        opened = Opened()
        receiver = create_receiver(SECRET, lambda *event: handle(*event), on_error=opened.errors.append)
        body = person("evt_1", 1)
        self.assertEqual(receiver.receive(signed(body), body), FAILED)
        self.assertIsInstance(opened.errors[0], TypeError)

    def test_forgets_the_oldest_first(self) -> None:
        memory = create_memory(2)
        events = [json.loads(person(f"evt_{n}", n)) for n in (1, 2, 3)]
        for event in events:
            memory.remember(event)
        self.assertEqual([memory.judge(event) for event in events], ["stale", "duplicate", "duplicate"])

    def test_uses_a_memory_of_its_user(self) -> None:
        class Table:
            ids: set = set()

            def judge(self, event: Any) -> str:
                return "duplicate" if event["id"] in self.ids else "new"

            def remember(self, event: Any) -> None:
                self.ids.add(event["id"])

        opened = Opened(memory=Table())
        outcomes = [opened.receive(person(f"evt_{n}", 9 - n)) for n in (1, 2, 1)]
        self.assertEqual(outcomes, [HANDLED, HANDLED, DUPLICATE])


class ConcurrencyTest(unittest.TestCase):
    def together(self, opened: Opened, bodies: list) -> list:
        """The outcomes of deliveries that all arrive before the first one is handled."""
        outcomes: list = []
        threads = [
            threading.Thread(target=lambda body=body: outcomes.append(opened.receive(body).outcome)) for body in bodies
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        return sorted(outcomes)

    def test_handles_an_event_once_if_it_comes_twice_at_the_same_time(self) -> None:
        opened = Opened(handle=lambda event, delivery: time.sleep(0.3))
        outcomes = self.together(opened, [person("evt_1", 1)] * 5 + [person("evt_2", 1)])
        self.assertEqual(outcomes, ["duplicate"] * 4 + ["handled"] * 2)
        self.assertEqual(sorted(opened.handled), ["evt_1", "evt_2"])

    def test_all_fail_if_the_first_one_fails(self) -> None:
        def handle(event: Any, delivery: Delivery) -> None:
            time.sleep(0.3)
            raise OSError("no")

        self.assertEqual(self.together(Opened(handle=handle), [person("evt_1", 1)] * 3), ["failed"] * 3)
