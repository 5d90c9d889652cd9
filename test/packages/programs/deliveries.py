"""Passes deliveries to the receiver kit for Python, and prints what became of them."""

import json
import sys

from feedhook_receiver import create_memory, create_receiver

given = json.load(sys.stdin)
options = given["options"]
handled = []


def handle(event, delivery):
    handled.append([event, delivery.is_replay, delivery.is_late, delivery.is_example])
    if len(handled) % options["failEvery"] == 0:
        raise OSError("the database is away")


receiver = create_receiver(
    given["secret"],
    handle,
    memory=create_memory(options["limit"]),
    drop_stale=options["dropStale"],
    handle_replays=options["handleReplays"],
    handle_examples=options["handleExamples"],
)
receipts = [receiver.receive(each["headers"], each["body"]) for each in given["deliveries"]]
print(json.dumps({"receipts": [[one.status, one.outcome] for one in receipts], "handled": handled}))
