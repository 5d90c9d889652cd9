import { expect, test, vi } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { gapOf } from "../../../shared/schedule/rates/owner-levels.ts";
import type { SourceAnswer } from "../../../shared/source/source.ts";
import { ok, polledInstance } from "./support/polled-instance.ts";

const { startBy, pollDeadline, sourceTimeout } = defaultTimings;

/** An instance whose answers wait to be let through. */
async function slowInstance(visiting?: Set<string>) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waits = true;
  const instance = await polledInstance(
    (() => (waits ? opened.then(() => ok) : ok)) as unknown as () => SourceAnswer<never>,
    visiting,
  );
  return {
    ...instance,
    open: () => {
      waits = false;
      open();
    },
  };
}

const tasks = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

test("a late message's visits hold their feeds: another message with them visits none", async () => {
  const { poll, asked, open, feeds, feedIds, clock, outcomes, ended } = await slowInstance();
  const first = poll();
  await tasks();
  expect(asked).toHaveLength(6);
  const end = clock.now() + pollDeadline + sourceTimeout;
  for (const { underWayUntil } of await feeds.loadAll(feedIds)) expect(underWayUntil).toBe(end);
  await poll({ probe: true });
  expect(asked).toHaveLength(6);
  expect([outcomes, ended()]).toEqual([[{ visits: 0, faults: 0 }], 0]);
  open();
  await first;
  for (const feed of await feeds.loadAll(feedIds)) expect(feed).not.toHaveProperty("underWayUntil");
  await poll();
  expect(asked).toHaveLength(12);
});

test("the only process that polls visits a feed once at a time without a write, and a requested poll isn't lost", async () => {
  const { poll, asked, open, feeds, feedIds, clock } = await slowInstance(new Set());
  const late = { startBy: clock.now() };
  const [one = ""] = feedIds;
  const before = await feeds.loadAll(feedIds);
  const first = poll(late);
  await tasks();
  await poll(late);
  expect(await feeds.loadAll(feedIds)).toEqual(before);
  expect(asked).toHaveLength(6);
  await feeds.requestPoll([one]);
  const [requested] = await feeds.loadRequested([one]);
  await feeds.noteSent(requested!, late.startBy + pollDeadline);
  const second = poll({ ...late, feedIds: [one] });
  await tasks();
  expect(asked).toHaveLength(7);
  open();
  await Promise.all([first, second]);
  await poll(late);
  expect(asked).toHaveLength(13);
});

test("a poll requested during a visit isn't hidden if its message comes before the tick has marked the feed", async () => {
  const { poll, open, feeds, feedIds, clock } = await slowInstance(new Set());
  const late = { startBy: clock.now() };
  const [one = ""] = feedIds;
  const first = poll(late);
  await tasks();
  await feeds.requestPoll([one]);
  const [requested] = await feeds.loadRequested([one]);
  const second = poll({ ...late, feedIds: [one] });
  await tasks();
  await feeds.noteSent(requested!, late.startBy + pollDeadline);
  open();
  await Promise.all([first, second]);
  const [after] = await feeds.loadAll([one]);
  expect(after).not.toHaveProperty("underWayUntil");
});

test("the only process that polls visits a feed once if two messages with it begin at the same time", async () => {
  const { poll, asked, open } = await slowInstance(new Set());
  const both = Promise.all([poll(), poll()]);
  await tasks();
  open();
  await both;
  expect(asked).toHaveLength(6);
});

test.each([
  ["shortly", 1],
  ["long", 10 * 60_000],
])("one of two copies of a message that comes %s before its last start visits its feeds", async (_, left) => {
  const { poll, asked, open, clock, line, markSent } = await slowInstance();
  line.isLong = left > 1;
  const sent = clock.now() + left;
  await markSent(sent + pollDeadline);
  const both = Promise.all([poll({ startBy: sent }), poll({ startBy: sent })]);
  await tasks();
  open();
  await both;
  expect(asked).toHaveLength(6);
});

test("a poll requested during a visit that holds its feed is due as soon as the visit ends", async () => {
  const { poll, open, feeds, feedIds, waiting } = await slowInstance();
  const [one = ""] = feedIds;
  const first = poll();
  await tasks();
  await feeds.requestPoll([one]);
  const [held] = await feeds.loadRequested([one]);
  await feeds.postpone(held!, held!.underWayUntil!);
  expect(await waiting()).toBe(0);
  open();
  await first;
  expect(await waiting()).toBe(1);
});

test("a prompt message of a quick source takes no feed, and its polls write nothing", async () => {
  const { poll, feeds, feedIds, clock } = await polledInstance();
  await poll({ startBy: clock.now() + startBy });
  const before = await feeds.loadAll(feedIds);
  await poll({ startBy: clock.now() + startBy });
  expect(await feeds.loadAll(feedIds)).toEqual(before);
});

const soon = gapOf(defaultTimings) / 2;
test.each([
  ["waited too long", soon + 1, 0, true],
  ["waited briefly", soon, 0, false],
  ["comes while visits last long", 0, soon + 1, true],
  ["comes while visits are short", 0, soon, false],
])("a message that %s takes its feeds with a write: %#", async (_, waited, longest, takes) => {
  const { poll, open, feeds, feedIds, clock, recent } = await slowInstance();
  vi.spyOn(recent, "longest").mockReturnValue(longest);
  const polled = poll({ startBy: clock.now() + startBy - waited });
  await tasks();
  for (const { underWayUntil } of await feeds.loadAll(feedIds)) expect(underWayUntil !== undefined).toBe(takes);
  open();
  await polled;
});
