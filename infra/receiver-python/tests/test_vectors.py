import json
import unittest
from pathlib import Path
from unittest import mock

from feedhook_receiver import create_receiver

# The tests of every receiver kit read them.
VECTORS = Path(__file__).parents[3] / "test/support/webhook-vectors.jsonl"


class Vectors(unittest.TestCase):
    def test_each_vector_has_its_outcome(self) -> None:
        lines = VECTORS.read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(lines), 40)
        for line in lines:
            vector = json.loads(line)
            handled: list = []
            receiver = create_receiver(vector["secrets"], lambda event, _, handled=handled: handled.append(event))
            with self.subTest(vector["name"]), mock.patch("time.time", return_value=vector["now"] + 0.9):
                receipt = receiver.receive(vector["headers"], vector["body"].encode())
                self.assertEqual({"status": receipt.status, "outcome": receipt.outcome}, vector["receipt"])
                self.assertEqual(len(handled), 1 if receipt.outcome == "handled" else 0)
                if "event" in vector:
                    self.assertEqual(handled, [vector["event"]])
