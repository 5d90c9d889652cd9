import { expect, test } from "vitest";
import { down } from "../support/answers.ts";
import { hour, walkWorld } from "../support/walk-world.ts";

const minute = 60_000;

test("a walk that decided about every record says from when its list is, not when it ended", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld();
  const began = source.now;
  lose("c003");
  source.intercept = () => {
    source.now += 10_000;
    return undefined;
  };
  await poll();
  expect(await pollAfter(minute)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c003"]);
  const { completeReads } = await fixture.stands();
  expect(completeReads).toHaveLength(1);
  // The list's first page was requested after one total.
  expect(completeReads?.[0]?.from).toBe(began + 20_000);
  expect(await fixture.checkpoint()).toMatchObject({ decided: true });
});

test("a walk that left a record undecided says nothing", async () => {
  const { fixture, source, memory, lose, pollUntilDone } = walkWorld(60);
  lose("c001", "c003");
  source.answer("/company/c001", down);
  const ends = await pollUntilDone(hour);
  expect(ends.at(-1)).toBe("done");
  expect(memory.removedIds).toEqual(["c003"]);
  expect((await fixture.stands()).completeReads).toBeUndefined();
  expect(await fixture.checkpoint()).toMatchObject({ decided: false });
});

test("a walk whose removals are held says nothing", async () => {
  const { fixture, source, held, lose, pollUntilDone } = walkWorld(60);
  lose(...source.rows.slice(10, 40).map(({ id }) => id));
  const ends = await pollUntilDone(60_000);
  expect(ends.at(-1)).toBe("done");
  expect(held).toHaveLength(1);
  expect((await fixture.stands()).completeReads).toBeUndefined();
  expect(await fixture.checkpoint()).toMatchObject({ decided: false });
});

test("a walk whose list shows a change that isn't in the mirror knows only removals", async () => {
  const { fixture, source, poll } = walkWorld();
  source.pageSize = 2;
  source.intercept = ({ path }) => {
    // Only the first page has the row that lags.
    const leftOut = path.endsWith("/cursor") && fixture.records.pages.length === 0 ? { leftOut: ["c001"] } : {};
    fixture.records.outcome = { outcome: "observed", changed: 0, ...leftOut };
    return undefined;
  };
  const readings = async () => (await fixture.stands()).completeReads?.map(({ removalsOnly }) => removalsOnly);
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(await readings()).toEqual([true]);
  fixture.clock.advance(2 * minute);
  source.now += 2 * minute;
  await poll();
  expect(await readings()).toEqual([true, undefined]);
});
