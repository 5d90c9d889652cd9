import { describe, expect, test } from "vitest";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { interruptedTable } from "../../../support/interrupted-table.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";

const hour = 3_600_000;
const ids = Array.from({ length: 30 }, (_, n) => `d${String(n)}`);

/** A ledger over a table that deletes what has expired, as engines do sooner or later, and counts what is put. */
function ledgerWith() {
  const table = new MemoryTable("feeds");
  const clock = new FakeClock();
  const counted = { puts: 0 };
  const put = table.put.bind(table);
  table.put = (puts) => {
    counted.puts += puts.length;
    return put(puts);
  };
  const ledger = new RemovalLedger(table);
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (const { pk, sk, expiresAt } of table.items)
      if (typeof expiresAt === "number" && expiresAt * 1_000 <= clock.now()) await table.remove({ pk, sk });
  };
  const losses = async () => (await ledger.losses("acme", clock.now() - 24 * hour)).get("document") ?? 0;
  return { ledger, table, clock, counted, pass, losses };
}

test("a loss repeated by each pass is written about twice a day, keeps its first time, and stays in the sample", async () => {
  const { ledger, clock, counted, pass, losses } = ledgerWith();
  for (let passes = 0; passes < 72; passes += 1) {
    await ledger.note("acme", "document", ids, clock.now());
    await pass(hour);
  }
  expect(counted.puts).toBeLessThanOrEqual(6 * ids.length);
  expect(await losses()).toBe(0);
  expect(await ledger.sample("acme", "document", 100)).toHaveLength(ids.length);
});

test("records held for days don't cause other removals to be held", async () => {
  const { ledger, clock, pass } = ledgerWith();
  const held: unknown[] = [];
  const notices = { removalsHeld: async (_: string, reported: unknown) => void held.push(reported) };
  const guard = new RemovalGuard({ ...testContext({ clock }), ledger, notices });
  const documents = { instance: "acme", source: "document", ids, feedId: "feed" };
  for (let passes = 0; passes < 40; passes += 1) {
    expect(await guard.weigh(documents)).toMatchObject({ verdict: "held" });
    await pass(hour);
  }
  expect(await guard.weigh({ instance: "acme", source: "person", ids: ["p1"], known: 100 })).toEqual({
    verdict: "free",
  });
  expect(held).toHaveLength(1);
});

test("a loss that is no longer missed expires a day after the last time", async () => {
  const { ledger, table, clock, pass } = ledgerWith();
  await ledger.note("acme", "document", ids, clock.now());
  await pass(20 * hour);
  await ledger.note("acme", "document", ids.slice(0, 10), clock.now());
  await pass(5 * hour);
  expect(table.items).toHaveLength(10);
  await pass(20 * hour);
  expect(table.items).toEqual([]);
});

test("a loss recorded while our clock was ahead counts from the next pass on as recorded then", async () => {
  const { ledger, clock, losses } = ledgerWith();
  clock.advance(30 * 24 * hour);
  await ledger.note("acme", "document", ids, clock.now());
  clock.advance(-30 * 24 * hour);
  await ledger.note("acme", "document", ids, clock.now());
  expect(await losses()).toBe(ids.length);
  clock.advance(24 * hour);
  expect(await losses()).toBe(0);
});

const document = ["acme", "document"] as const;
const end = () => Promise.reject(new Error("the worker ended"));

describe.each(["before", "after"] as const)("interrupted %s any of its writes,", (when) => {
  const parts = async (act: (table: MemoryTable, now: number) => Promise<void>, at: number) => {
    const { ledger, table, clock } = ledgerWith();
    await ledger.setKnownPart(...document, "other", 10, clock.now());
    await ledger.setKnownPart(...document, "feed", 5, clock.now());
    clock.advance(hour);
    const begun = interruptedTable(table, { at, when, act: () => act(table, clock.now()) });
    await new RemovalLedger(begun.table).setKnownPart(...document, "feed", 8, clock.now()).catch(() => undefined);
    const totals: unknown[] = [];
    for (const known of [8, 8, 3]) {
      clock.advance(hour);
      await ledger.setKnownPart(...document, "other", 10, clock.now());
      await ledger.setKnownPart(...document, "feed", known, clock.now());
      totals.push((await ledger.knownBySource("acme")).get("document"));
    }
    return { totals, writes: begun.writes(), items: table.items };
  };

  test.each([
    { by: "the end of its worker", act: end },
    ...[5, 8, 9].map((known) => ({
      by: `another worker that counts ${known}`,
      act: (table: MemoryTable, now: number) => new RemovalLedger(table).setKnownPart(...document, "feed", known, now),
    })),
    {
      by: "another feed",
      act: (table: MemoryTable, now: number) => new RemovalLedger(table).setKnownPart(...document, "other", 20, now),
    },
    {
      by: "another worker that ends",
      act: (table: MemoryTable, now: number) => {
        const ending = interruptedTable(table, { at: 2, when: "after", act: end });
        return new RemovalLedger(ending.table).setKnownPart(...document, "feed", 9, now).catch(() => undefined);
      },
    },
  ])("a feed's part is counted once: by $by", async ({ act }) => {
    const whole = await parts(async () => undefined, 0);
    for (let at = 1; at <= whole.writes; at += 1) expect(await parts(act, at)).toMatchObject({ totals: [18, 18, 13] });
    expect(whole.totals).toEqual([18, 18, 13]);
    expect(whole.items).toHaveLength(3);
  });
});

test("each instance and each resource has its own known records, losses and hold", async () => {
  const { ledger, clock } = ledgerWith();
  const now = clock.now();
  for (const [name, source, known] of [
    ["acme", "person", 5],
    ["acme", "company", 7],
    ["other", "person", 1],
  ] as const) {
    await ledger.setKnown(name, source, known);
    await ledger.note(name, source, ["same"], now);
    await ledger.open(name, source, { since: known, missing: 1, known });
  }
  await ledger.setKnownPart("acme", "document", "feed", 2, now);
  await ledger.setKnownPart("acme", "folder", "feed", 3, now);
  const known = Object.fromEntries(await ledger.knownBySource("acme"));
  expect(known).toEqual({ person: 5, company: 7, document: 2, folder: 3 });
  expect(Object.fromEntries(await ledger.losses("acme", 0))).toEqual({ person: 1, company: 1 });
  expect((await ledger.holds("acme")).map(({ source }) => source).sort()).toEqual(["company", "person"]);
  expect(await ledger.sample("other", "person", 10)).toEqual(["same"]);
});

test("a loss that an earlier version noted is named by the end of its key", async () => {
  const { ledger, table } = ledgerWith();
  await table.put([{ item: { pk: "acme#removals", sk: "loss#person#p1", source: "person", at: 1 } }]);
  expect(await ledger.sample("acme", "person", 10)).toEqual(["p1"]);
});

test("a hold stays as it was opened, and only an existing hold is decided", async () => {
  const { ledger } = ledgerWith();
  const counts = { missing: 30, known: 100 };
  await ledger.open("acme", "person", { since: 1, ...counts });
  expect(await ledger.open("acme", "person", { since: 2, ...counts })).toMatchObject({ since: 1 });
  expect(await ledger.decide("acme", "company", "approved", 3)).toBe("notFound");
  expect(await ledger.holds("acme")).toMatchObject([{ source: "person", since: 1 }]);
});

test("the first time counts if two workers record a loss at once", async () => {
  const { ledger, table, clock, losses } = ledgerWith();
  const act = () => ledger.note("acme", "document", ["d1"], clock.now() - 23 * hour);
  const late = new RemovalLedger(interruptedTable(table, { at: 1, when: "before", act }).table);
  await late.note("acme", "document", ["d1"], clock.now());
  clock.advance(2 * hour);
  expect(await losses()).toBe(0);
});

test.each([1, 2, 3])("a hold stays open though another feed's part of it ends (after write %i)", async (at) => {
  const { ledger, table, clock } = ledgerWith();
  const notices = { removalsHeld: async () => undefined };
  const guardOver = (of: RemovalLedger) => new RemovalGuard({ ...testContext({ clock }), ledger: of, notices });
  const act = () => guardOver(ledger).release("acme", "document", "other");
  const guard = guardOver(new RemovalLedger(interruptedTable(table, { at, when: "after", act }).table));
  expect(await guard.weigh({ instance: "acme", source: "document", ids, feedId: "feed" })).toMatchObject({
    verdict: "held",
  });
  expect(await ledger.holds("acme")).toHaveLength(1);
});
