import { expect, test } from "vitest";
import { type BacklogRow, backlogRow, type RowRange } from "../../../../shared/delivery/backlog/backlog.ts";
import { OrderedBacklog } from "../../../../shared/delivery/ordered/ordered-backlog.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";
import { DeliveryWorld, endpoint } from "../delivery-world.ts";

function aBacklog() {
  const world = new DeliveryWorld({ pageSize: 3 });
  const { clock, backlog, deliveries } = world;
  const ordered = new OrderedBacklog({ ...testContext({ clock }), backlog, deliveries });
  const add = (record: string, seq: number, wait: Partial<BacklogRow> = {}) => {
    const message = { ...world.message(1), event: idOf(seq), position: { record, seq, part: 1 } };
    return backlog.add(message, { due: clock.now(), ...wait });
  };
  const rows = async (range?: RowRange): Promise<readonly BacklogRow[]> => {
    const found: BacklogRow[] = [];
    for await (const row of ordered.rows("sub_1", range)) found.push(row);
    return found;
  };
  const stored = () => world.backlogRows().map((row) => backlogRow.parse(row));
  return { world, ordered, add, rows, stored };
}

test("each record's first row is read once, in either order of shards, and from any row on", async () => {
  const { ordered, add, rows } = aBacklog();
  for (let record = 0; record < 60; record += 1)
    for (let seq = 1; seq <= 1 + (record % 4); seq += 1) await add(`record${record}`, seq);
  const all = await rows();
  expect(new Set(all.map(({ position }) => position?.record)).size).toBe(60);
  expect(all.map(({ position }) => position?.seq)).toEqual(Array.from({ length: 60 }, () => 1));
  for (const [at, row] of all.entries()) {
    const after = ordered.behind(row);
    expect(await rows({ after })).toEqual(all.slice(at + 1));
  }
  const shardsOf = (some: readonly BacklogRow[]) =>
    [...new Set(some.map((row) => ordered.behind(row).pk))].map((pk) => Number(pk.split("#").at(-1)));
  const ascending = shardsOf(all).toSorted((one, other) => one - other);
  expect(shardsOf(all)).toEqual(ascending);
  expect(shardsOf(await rows({ descending: true }))).toEqual(ascending.toReversed());
});

test("a sent row waits for its delivery, without what it waited for before", async () => {
  const { world, ordered, add, stored } = aBacklog();
  await add("record", 1, { held: true, stopped: 5, due: world.clock.now() + 86_400_000 });
  const [row] = stored();
  const due = world.clock.now() + 2 * world.timings.claimRetention;
  await ordered.remove(row!);
  const [kept] = stored();
  expect(kept).toMatchObject({ due, attempt: 1 });
  for (const removed of ["held", "stopped"]) expect(kept).not.toHaveProperty(removed);
  expect(await world.circuits.find(endpoint)).toMatchObject({ due });
});

test("if a sent row is gone, the next one of its record may be due now", async () => {
  const { world, ordered, add, stored } = aBacklog();
  await add("record", 1, { due: world.clock.now() + 86_400_000 });
  const [row] = stored();
  await world.backlog.drop(row!);
  await ordered.remove(row!);
  expect(await world.circuits.find(endpoint)).toMatchObject({ due: world.clock.now() });
});
