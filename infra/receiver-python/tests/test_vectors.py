import json
import unittest
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

from feedhook_receiver import create_receiver

# The tests of every receiver kit read this file.
VECTORS = Path(__file__).parents[3] / "test/support/webhook-vectors.jsonl"


def needs_ed25519(vector: dict) -> bool:
    return any(secret.startswith("whpk_") for secret in vector["secrets"])


class Vectors(unittest.TestCase):
    def setUp(self) -> None:
        self.vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]

    def test_each_vector_has_its_outcome(self) -> None:
        self.check([vector for vector in self.vectors if not needs_ed25519(vector)], 40)

    @unittest.skipUnless(find_spec("cryptography"), "the package cryptography isn't installed here")
    def test_each_vector_with_a_public_key_has_its_outcome(self) -> None:
        self.check([vector for vector in self.vectors if needs_ed25519(vector)], 20)

    def check(self, vectors: list, at_least: int) -> None:
        self.assertGreater(len(vectors), at_least)
        for vector in vectors:
            handled: list = []
            receiver = create_receiver(vector["secrets"], lambda event, _, handled=handled: handled.append(event))
            with self.subTest(vector["name"]), mock.patch("time.time", return_value=vector["now"] + 0.9):
                receipt = receiver.receive(vector["headers"], vector["body"].encode())
                self.assertEqual({"status": receipt.status, "outcome": receipt.outcome}, vector["receipt"])
                self.assertEqual(len(handled), 1 if receipt.outcome == "handled" else 0)
                if "event" in vector:
                    self.assertEqual(handled, [vector["event"]])
