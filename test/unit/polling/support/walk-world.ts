import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { Arrivals } from "../../../../shared/mirror/arrivals.ts";
import { HeldRemovals } from "../../../../shared/polling/removals/held-removals.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import { WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { createWalkReader } from "../../../../shared/polling/walks/walk-reader.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { MemoryWalkMemory } from "./memory-walk-memory.ts";
import { PollingFixture } from "./polling-fixture.ts";

export const hour = 3_600_000;
export const at = "2026-01-05T06:00:00.000000Z";

const idOf = (row: number) => `c${String(row).padStart(3, "0")}`;
/** The ids of `count` companies, from this one on. */
export const idsFrom = (row: number, count: number) => Array.from({ length: count }, (_, at) => idOf(row + at));

/** A mirror and a source that agree on some companies. */
export function walkWorld(count = 7, kind: "company-walk" | "activity-walk" = "company-walk") {
  const fixture = new PollingFixture(kind);
  const source = new FakeRecords(fixture.clock.now());
  const memory = new MemoryWalkMemory();
  const asserted: string[] = [];
  const owners: Owner[] = [];
  for (let row = 0; row < count; row += 1) {
    memory.live.set(idOf(row), fixture.clock.now() - 2 * hour);
    source.rows.push({ id: idOf(row), at });
  }
  let drained = true;
  const ledger = new RemovalLedger(fixture.table);
  const held: unknown[] = [];
  const guard = new RemovalGuard({
    ...fixture.parts,
    ledger,
    notices: { removalsHeld: async (_instance, reported) => void held.push(reported) },
  });
  const wake = () => fixture.store.requestPoll([fixture.feed.feedId]);
  const operator = new HeldRemovals({ ...fixture.parts, ledger, wake });
  const reader = createWalkReader({
    ...fixture.parts,
    guard,
    arrivals: new Arrivals(fixture.table),
    records: {
      observe: (page) => fixture.records.observe(page),
      observeUnlisted: (page) => memory.unlisted(page),
    },
    memory,
    notes: new WalkNotes(fixture.table, fixture.clock),
    owners: {
      assert: async (_instance, all) => {
        owners.push(...all);
        asserted.push(...all.map(({ id }) => id));
      },
    },
    subOwners: new SubOwners(fixture.table),
    drained: async () => drained,
  });
  const poll = (requests?: number) => fixture.visit(reader, source, requests);
  const pollAfter = (ms: number, requests?: number) => {
    fixture.clock.advance(ms);
    return poll(requests);
  };
  /** How visits end, `ms` after each other, up to one that is done. */
  const pollUntilDone = async (ms: number, requests?: number) => {
    const ends = [await poll(requests)];
    while (ends.length < 40 && ends.at(-1)?.outcome !== "done") ends.push(await pollAfter(ms, requests));
    return ends.map(({ outcome }) => outcome);
  };
  const lose = (...ids: readonly string[]) => {
    source.lose(...ids);
  };
  const setDrained = (value: boolean) => {
    drained = value;
  };
  return {
    fixture,
    source,
    memory,
    asserted,
    owners,
    held,
    guard,
    operator,
    poll,
    pollAfter,
    pollUntilDone,
    lose,
    setDrained,
  };
}
