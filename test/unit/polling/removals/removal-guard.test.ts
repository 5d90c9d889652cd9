import { expect, test } from "vitest";
import { HeldRemovals } from "../../../../shared/polling/removals/held-removals.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";

const instance = "acme";
const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);

function guardWith() {
  const table = new MemoryTable("feeds");
  const clock = new FakeClock();
  const ledger = new RemovalLedger(table);
  const reported: unknown[] = [];
  const notices = { removalsHeld: async (...notice: unknown[]) => void reported.push(notice) };
  const guard = new RemovalGuard({ ...testContext({ clock }), ledger, notices });
  const woken: unknown[] = [];
  const operator = new HeldRemovals({
    ...testContext({ clock }),
    ledger,
    wake: async (...decision) => void woken.push(decision),
  });
  return { table, clock, ledger, reported, guard, woken, operator };
}

test.each<[string, known: { [source: string]: number }, lost: { [source: string]: number }, verdict: string]>([
  ["20 of 30", { person: 30 }, { person: 20 }, "free"],
  ["21 of 30", { person: 30 }, { person: 21 }, "held"],
  ["2 % of 5,000", { person: 5_000 }, { person: 100 }, "free"],
  ["more than 2 % of 5,000", { person: 5_000 }, { person: 101 }, "held"],
  ["most of a small resource beside a large one", { document: 10_000, person: 30 }, { person: 21 }, "held"],
  ["few of each of two resources", { company: 30, person: 30 }, { company: 15, person: 15 }, "held"],
])("hazard 27: %s", async (_, known, lost, verdict) => {
  const { guard, ledger, clock, reported } = guardWith();
  for (const [source, count] of Object.entries(known)) await ledger.setKnown(instance, source, count);
  for (const [source, count] of Object.entries(lost)) await ledger.note(instance, source, idsOf(count), clock.now());
  expect(await guard.weigh({ instance, source: "person", ids: [], unasked: 3 })).toMatchObject({ verdict });
  const sum = (counts: { [source: string]: number }) => Object.values(counts).reduce((all, one) => all + one, 0);
  const notice = { source: "person", since: clock.now(), missing: sum(lost) + 3, known: sum(known) };
  expect(reported).toEqual(verdict === "free" ? [] : [[instance, notice]]);
});

test("a feed waits for a hold while it is held, and not for what is free or decided", async () => {
  const { guard, ledger, operator, table, clock } = guardWith();
  const loss = { instance, source: "document", feedId: "feed" };
  await guard.weigh({ ...loss, ids: idsOf(1) });
  expect(await ledger.waiting(instance, "document")).toEqual([]);
  await guard.weigh({ ...loss, ids: idsOf(30) });
  await guard.weigh({ ...loss, feedId: "other", ids: [] });
  expect(await ledger.waiting(instance, "document")).toEqual(["feed", "other"]);
  // A feed that hasn't acted after three days is gone.
  const expiresAt = Math.floor(clock.now() / 1_000) + 3 * 86_400;
  expect(table.items).toContainEqual(expect.objectContaining({ feedId: "other", expiresAt }));
  await operator.decide(instance, "document", "approved");
  await guard.weigh({ ...loss, feedId: "third", ids: [] });
  expect(await ledger.waiting(instance, "document")).toEqual(["feed", "other"]);
});

test("the first visit to an owner that has nothing writes nothing; one that lost all it had is counted", async () => {
  const { guard, table, ledger } = guardWith();
  const feed = { instance, feedId: "feed", drained: false };
  await guard.count(feed, "document", 0);
  expect(table.items).toEqual([]);
  await guard.count(feed, "document", 5);
  await guard.count({ ...feed, feedId: "other", drained: true }, "document", 0);
  expect(await ledger.knownBySource(instance)).toEqual(new Map([["document", 5]]));
  expect(table.items).toHaveLength(3);
});

test("a decision wakes the feeds that wait, 200 at most, and none where nothing is held", async () => {
  const { guard, ledger, operator, woken, clock } = guardWith();
  for (let at = 0; at < 201; at += 1) await ledger.noteWaiting(instance, "document", `feed${at}`, clock.now());
  expect(await operator.decide(instance, "document", "dismissed")).toBe("notFound");
  expect(woken).toEqual([]);
  await guard.weigh({ instance, source: "document", ids: idsOf(30), feedId: "feed0" });
  expect(await operator.decide(instance, "document", "dismissed")).toBe("decided");
  expect(woken).toEqual([[instance, "document", expect.objectContaining({ length: 200 })]]);
  expect(await operator.sample(instance, "document", 2)).toEqual(["r0", "r1"]);
});
