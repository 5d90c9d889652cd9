import { expect, test } from "vitest";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { journalStep } from "../../../../shared/polling/journal/journal-parts.ts";
import { createOwnerReader } from "../../../../shared/polling/owners/owner-reader.ts";
import { createRoomReader } from "../../../../shared/polling/owners/room-reader.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { now, ownerPassWorld, taken } from "../support/owner-pass-world.ts";

/** A visit of a room whose journal ends as given, and what it caused. */
async function roomVisit(end: object, found: readonly JsonObject[], feed: Partial<Feed> = {}) {
  const calls: unknown[] = [];
  const call =
    (name: string) =>
    async (...parameters: unknown[]) =>
      void calls.push([name, ...parameters]);
  const stands = journalCheckpointOf(undefined, "feed", now);
  const journal = {
    async *read() {
      const entries = found.map((body) => ({ fingerprint: "f", occurrence: 0, baseline: false, body }));
      yield journalStep(stands, () => 0, entries);
      return end;
    },
  };
  const mirror = { touchOwnersOf: call("of"), touchOwnersUnder: call("under") };
  const rooms = { unreachable: call("unreachable"), reachable: call("reachable") };
  const reader = createRoomReader({ journal, mirror, rooms } as never);
  const { visit } = ownerPassWorld();
  const room = { type: "Room", id: "r" } as const;
  const done = await taken(reader.read({ ...visit, feed: { ...visit.feed, owner: room, ...feed } }));
  expect(done.end).toEqual(end);
  return calls;
}

test.each([
  [{ outcome: "parked", reason: "unreachable" }, {}, ["under", "unreachable"]],
  [{ outcome: "parked", reason: "unreachable" }, { lastError: "unreachable" }, ["unreachable"]],
  [{ outcome: "parked", reason: "bad_request" }, {}, []],
  [{ outcome: "failed", reason: "unreachable" }, { lastError: "unreachable" }, []],
  [{ outcome: "done" }, {}, []],
  [{ outcome: "done" }, { lastError: "unavailable" }, []],
  [{ outcome: "done" }, { lastError: "unreachable" }, ["reachable"]],
])("a room whose journal ends as %o after %o", async (end, feed, expected) => {
  const calls = await roomVisit(end, [], feed);
  expect(calls.map((call) => (Array.isArray(call) ? call[0] : call))).toEqual(expected);
});

test("a room names each document once, and requests unknown ones only after its first pass", async () => {
  const entries = [{ documentId: "a" }, { documentId: 5 }, { documentId: "a" }];
  const end = { outcome: "done" };
  expect(await roomVisit(end, entries)).toEqual([["of", "acme", ["a"], undefined]]);
  expect(await roomVisit(end, entries, { drained: true })).toMatchObject([["of", "acme", ["a"], {}]]);
  expect(await roomVisit(end, [{ documentId: 5 }])).toEqual([]);
});

test("the feed of an owner or a room without an owner is corrupt", async () => {
  const { parts, visit } = ownerPassWorld();
  const { owner: _, ...feed } = visit.feed;
  for (const reader of [createOwnerReader(parts), createRoomReader(parts)]) {
    const reading = taken(reader.read({ ...visit, feed }));
    await expect(reading).rejects.toThrow(CorruptItemError);
    await expect(reading).rejects.toThrow(`feed ${feed.feedId} has no owner`);
  }
});
