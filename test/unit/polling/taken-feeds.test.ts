import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { SourceAnswer } from "../../../shared/source/source.ts";
import { ok, polledInstance } from "./support/polled-instance.ts";

const { startBy, pollDeadline } = defaultTimings;

/** An instance whose answers wait to be let through. */
async function slowInstance() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waits = true;
  const instance = await polledInstance((() =>
    waits ? opened.then(() => ok) : ok) as unknown as () => SourceAnswer<never>);
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
  const { poll, asked, open, feeds, feedIds } = await slowInstance();
  const first = poll();
  await tasks();
  expect(asked).toHaveLength(6);
  await poll();
  expect(asked).toHaveLength(6);
  open();
  await first;
  for (const feed of await feeds.loadAll(feedIds)) expect(feed).not.toHaveProperty("underWayUntil");
  await poll();
  expect(asked).toHaveLength(12);
});

test("one of two copies of a message that the tick has marked visits its feeds", async () => {
  const { poll, asked, open, feeds, feedIds, clock } = await slowInstance();
  const sent = clock.now() + 1;
  await feeds.requestPoll(feedIds);
  for (const feed of await feeds.loadAll(feedIds)) await feeds.noteSent(feed, sent + pollDeadline);
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

test("a message past its start-by time returns feeds that the tick had marked", async () => {
  const { poll, feeds, feedIds, clock } = await polledInstance();
  const sent = clock.now() - 1;
  await feeds.requestPoll(feedIds);
  for (const feed of await feeds.loadAll(feedIds)) await feeds.noteSent(feed, sent + pollDeadline);
  await poll({ startBy: sent });
  for (const feed of await feeds.loadAll(feedIds)) expect(feed).not.toHaveProperty("underWayUntil");
});

test("one of two copies of a message that comes long before its last start visits its feeds", async () => {
  const { poll, asked, open, feeds, feedIds, clock, line } = await slowInstance();
  line.isLong = true;
  const last = clock.now() + 10 * 60_000;
  await feeds.requestPoll(feedIds);
  for (const feed of await feeds.loadAll(feedIds)) await feeds.noteSent(feed, last + pollDeadline);
  const both = Promise.all([poll({ startBy: last }), poll({ startBy: last })]);
  await tasks();
  open();
  await both;
  expect(asked).toHaveLength(6);
});
