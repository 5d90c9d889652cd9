import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { toSlot } from "../../../shared/schedule/feeds/feed-write.ts";
import { down } from "./support/answers.ts";
import { ok, polledInstance } from "./support/polled-instance.ts";

test("while the whole instance fails no feed backs off: each is due again in seconds, wherever its slot is", async () => {
  let works = false;
  const { poll, clock, feeds, feedIds, outcomes, waiting, addPeople } = await polledInstance(() => (works ? ok : down));
  const [owner = ""] = await addPeople({ id: "p1" });
  const found = (await feeds.load(owner))!;
  await feeds.leave(found, toSlot(found));
  const all = [...feedIds, owner];
  for (let time = 0; time < 12; time += 1) {
    await poll({ feedIds: all });
    clock.advance(5_000);
  }
  expect(outcomes.at(-1)).toEqual({ visits: 7, faults: 7 });
  for (const feed of await feeds.loadAll(all)) {
    // The very first failure has no other beside it.
    expect(feed.failures).toBeLessThanOrEqual(1);
    expect(feed.retryAt! - clock.now()).toBeLessThanOrEqual(0);
    expect(feed.wheel).toContain("#now#");
  }
  works = true;
  await poll({ feedIds: all });
  for (const feed of await feeds.loadAll(all)) expect(feed).toMatchObject({ status: "active", failures: 0 });
  expect(await waiting()).toBe(0);
});

test("a feed that fails alone backs off increasingly while the others are read", async () => {
  const { poll, clock, feeds, feedIds } = await polledInstance((path) => (path === "/person-timeline" ? down : ok));
  const [first = ""] = feedIds;
  for (let time = 0; time < 6; time += 1) {
    await poll();
    clock.advance(20_000);
  }
  const [failing, ...others] = await feeds.loadAll([first, ...feedIds.filter((id) => !id.includes("#person-"))]);
  expect(failing!.failures).toBeGreaterThanOrEqual(3);
  for (const other of others) expect(other).toMatchObject({ status: "active", failures: 0 });
});

test("failures seen by other workers count even if this one sees a single feed", async () => {
  const { poll, feeds, feedIds } = await polledInstance(() => down);
  const [one = "", two = ""] = feedIds;
  await poll({ feedIds: [one], failingPart: 0.5 } as never);
  expect(await feeds.load(one)).toMatchObject({ failures: 0, instanceFailures: 1 });
  const alone = await polledInstance(() => down);
  await alone.poll({ feedIds: [two] });
  expect(await alone.feeds.load(two)).toMatchObject({ failures: 1 });
});

test("a successful probe ends the break, and a failed one doesn't", async () => {
  let works = false;
  const { poll, clock, feedIds, ended } = await polledInstance(() => (works ? ok : down));
  const [one = ""] = feedIds;
  const startBy = () => clock.now() + defaultTimings.startBy;
  await poll({ feedIds: [one], probe: true, startBy: startBy() } as never);
  expect(ended()).toBe(0);
  works = true;
  clock.advance(10_000);
  await poll({ feedIds: [one], startBy: startBy() });
  expect(ended()).toBe(0);
  await poll({ feedIds: [one], probe: true, startBy: startBy() } as never);
  expect(ended()).toBe(1);
});
