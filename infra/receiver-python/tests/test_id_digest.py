import unittest
from functools import reduce

from feedhook_receiver import NO_EVENTS, add_digests, hour_of, id_digest

ONE, OTHER = "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", "evt_01KAJ3N6Q1V5Y1R8C4T7W2X9ZB"


class IdDigestTest(unittest.TestCase):
    def test_digests_are_the_specified_ones_in_any_order(self) -> None:
        both = "88d7764e6e0f95354d45bcd0adf6b54b322679bdd3a9bac2570a172cbe8f2ffd"
        for ids, digest in (
            ([], "0" * 64),
            ([ONE], "045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5"),
            ([ONE, OTHER], both),
            ([OTHER, ONE], both),
        ):
            self.assertEqual(reduce(add_digests, map(id_digest, ids), NO_EVENTS), digest)

    def test_the_hour_of_an_event_is_in_its_id(self) -> None:
        event = {"id": ONE, "type": "person.updated"}
        self.assertEqual(hour_of(event), "2025-11-21T02:00:00.000Z")
        for other in ({"type": "bridge.ping"}, {"example": True}, {"id": "evt_1"}, {"id": ONE + "\n"}, {"id": ONE.replace("evt_0", "evt_7")}):
            self.assertIsNone(hour_of({**event, **other}))


if __name__ == "__main__":
    unittest.main()
