import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { at, hour, walkWorld } from "../support/walk-world.ts";

/** Deeper than rows are read. */
const nested = (depth: number): JsonObject => (depth === 0 ? {} : { in: nested(depth - 1) });

test("a row without a readable id holds one removal, until it is readable again", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003");
  source.rows.push({ id: "c999", at, body: { id: 7 } });
  for (let walks = 0; walks < 3; walks += 1) {
    expect(await poll()).toMatchObject({ outcome: "done" });
    fixture.clock.advance(24 * hour);
  }
  expect(fixture.poison[0]).toEqual({ id: 7, created: at });
  expect(memory.removedIds).toEqual([]);
  lose("c999");
  expect(await poll()).toMatchObject({ outcome: "waiting" });
  expect(await pollAfter(2 * 60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c003"]);
});

test("if more records are missing than rows lack a readable id, each is read and removed", async () => {
  const { source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003", "c005");
  source.rows.push({ id: "c999", at, body: { id: 7 } });
  expect(await poll()).toMatchObject({ outcome: "waiting" });
  expect(await pollAfter(2 * 60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c003", "c005"]);
});

test("a row too deep to read that shows its id counts as seen and holds no removal", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003", "c001");
  source.rows.push({ id: "c001", at, body: nested(600) });
  expect(await poll()).toMatchObject({ outcome: "waiting" });
  expect(await pollAfter(2 * 60_000)).toMatchObject({ outcome: "done" });
  expect(fixture.poison).toHaveLength(1);
  expect(memory.removedIds).toEqual(["c003"]);
});
