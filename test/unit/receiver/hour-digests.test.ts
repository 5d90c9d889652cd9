import fc from "fast-check";
import { expect, test } from "vitest";
import type { BridgeEvent } from "../../../docs/types/feedhook-events.d.ts";
import { createMemory } from "../../../infra/receiver/event-memory.ts";
import { handleOnce } from "../../../infra/receiver/handle-once.ts";
import { addDigests, differentHours, hourOf, idDigest, noEvents } from "../../../infra/receiver/hour-digests.ts";
import { digestText, noIds, withId } from "../../../shared/kernel/id-digest.ts";
import { base32 } from "../../../shared/kernel/sortable-id.ts";
import { anEvent } from "../fanout/an-event.ts";

const [hourMs, begin] = [3_600_000, Date.UTC(2026, 10, 21, 9)];
const iso = (ms: number) => new Date(ms).toISOString();
const [one, other] = ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", "evt_01KAJ3N6Q1V5Y1R8C4T7W2X9ZB"];
const digestOf = async (ids: readonly string[]) => (await Promise.all(ids.map(idDigest))).reduce(addDigests, noEvents);

test.each([
  [[], "0000000000000000000000000000000000000000000000000000000000000000"],
  [[one], "045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5"],
  [[one, other], "88d7764e6e0f95354d45bcd0adf6b54b322679bdd3a9bac2570a172cbe8f2ffd"],
])("the digest of %j is the specified one", async (ids, text) => {
  expect(await digestOf(ids)).toBe(text);
});

test("the kit's digests are those of the API", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string()), async (ids) => {
      expect(await digestOf(ids)).toBe(digestText(ids.reduce(withId, noIds)));
    }),
  );
});

const eventAt = (ms: number, nth: number, seq = nth) => {
  const id = `evt_${base32((BigInt(ms) << 80n) | BigInt(nth), 26)}`;
  const event = anEvent();
  return { ...event, id, subject: { ...event.subject, seq } } as BridgeEvent;
};

/** What the API says of these events. */
function itemOf(from: number, events: readonly BridgeEvent[], others = {}) {
  const sum = events.map(({ id }) => id).reduce(withId, noIds);
  return {
    from: iso(from),
    to: iso(from + hourMs),
    delivered: sum.count,
    digest: digestText(sum),
    settled: true,
    ...others,
  };
}

test("an event's hour is that of its id; pings, examples and other ids have none", () => {
  expect(hourOf(eventAt(begin + hourMs - 1, 1))).toBe(iso(begin));
  expect(hourOf(eventAt(begin + hourMs, 1))).toBe(iso(begin + hourMs));
  expect(hourOf({ ...eventAt(begin, 1), type: "bridge.ping" })).toBeUndefined();
  expect(hourOf({ ...eventAt(begin, 1), example: true })).toBeUndefined();
  for (const id of ["evt_1", "", `${one}0`, one.toLowerCase()])
    expect(hourOf({ ...eventAt(begin, 1), id })).toBeUndefined();
});

test("a memory finds the hours of which it lacks an event, however many it has forgotten", async () => {
  const memory = createMemory(2, { since: begin - 1 });
  const events = Array.from({ length: 12 }, (_, nth) => eventAt(begin + nth * 600_000, nth + 1));
  const [early, late] = [events.slice(0, 6), events.slice(6)];
  for (const event of events) await memory.remember(event);
  expect(memory.differentHours([itemOf(begin, early), itemOf(begin + hourMs, late)])).toEqual([]);
  const more = eventAt(begin + hourMs + 1, 99);
  expect(memory.differentHours([itemOf(begin, early), itemOf(begin + hourMs, [...late, more])])).toEqual([
    { hour: iso(begin + hourMs), received: 6, delivered: 7 },
  ]);
  // An hour of which nothing arrived, and one with another event.
  expect(memory.differentHours([itemOf(begin + 2 * hourMs, [more]), itemOf(begin, [...early.slice(1), more])])).toEqual(
    [
      { hour: iso(begin + 2 * hourMs), received: 0, delivered: 1 },
      { hour: iso(begin), received: 6, delivered: 6 },
    ],
  );
});

test("an hour in two items counts as one; unsettled, partial and earlier hours aren't compared", async () => {
  const memory = createMemory(10, { since: begin });
  const events = [eventAt(begin, 1), eventAt(begin + 1, 2)];
  for (const event of events) await memory.remember(event);
  const [first, second] = events as [BridgeEvent, BridgeEvent];
  expect(memory.differentHours([itemOf(begin, [first]), itemOf(begin, [second])])).toEqual([]);
  expect(memory.differentHours([itemOf(begin, [first])])).toHaveLength(1);
  expect(memory.differentHours([itemOf(begin, [first], { settled: false })])).toEqual([]);
  expect(memory.differentHours([itemOf(begin, [first], { to: iso(begin + 60_000) })])).toEqual([]);
  expect(memory.differentHours([itemOf(begin - hourMs, [first])])).toEqual([]);
});

test("only the newest hours are kept", async () => {
  const memory = createMemory(10, { hours: 2, since: begin });
  const events = [0, 1, 2, 0].map((hour, nth) => eventAt(begin + hour * hourMs, nth + 1));
  for (const event of events) await memory.remember(event);
  const items = [0, 1, 2].map((hour) => itemOf(begin + hour * hourMs, []));
  expect(memory.differentHours(items).map(({ hour }) => hour)).toEqual([iso(begin + hourMs), iso(begin + 2 * hourMs)]);
});

test("an outdated event that is dropped counts as received, and a replay counts once", async () => {
  const memory = createMemory(10, { since: begin });
  const handle = handleOnce({ handle: () => undefined, memory, handleReplays: true });
  const [newer, older] = [eventAt(begin, 1, 7), eventAt(begin, 2, 6)];
  const delivery = { isReplay: false, isLate: false, isExample: false };
  expect(await handle(newer, delivery)).toBe("handled");
  expect(await handle(older, delivery)).toBe("stale");
  expect(await handle(older, delivery)).toBe("duplicate");
  expect(await handle(newer, { ...delivery, isReplay: true })).toBe("handled");
  expect(memory.differentHours([itemOf(begin, [newer, older])])).toEqual([]);
});

test("your own table of hours is compared in the same way", async () => {
  const own = [{ hour: iso(begin), count: 1, digest: await digestOf([one]) }];
  const item = {
    from: iso(begin),
    to: iso(begin + hourMs),
    delivered: 1,
    digest: await digestOf([other]),
    settled: true,
  };
  expect(differentHours(own, [item])).toEqual([{ hour: iso(begin), received: 1, delivered: 1 }]);
  expect(differentHours(own, [{ ...item, digest: await digestOf([one]) }])).toEqual([]);
});
