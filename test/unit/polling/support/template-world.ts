import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { Arrivals } from "../../../../shared/mirror/arrivals.ts";
import type { RecordSink } from "../../../../shared/polling/observe/record-sink.ts";
import { HeldRemovals } from "../../../../shared/polling/removals/held-removals.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import { createTemplateReader } from "../../../../shared/polling/templates/template-reader.ts";
import { WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { SubOwners } from "../../../../shared/schedule/feeds/sub-owners.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { MemoryWalkMemory } from "./memory-walk-memory.ts";
import { PollingFixture } from "./polling-fixture.ts";

export const hour = 3_600_000;
export const at = "2026-01-05T06:00:00.000000Z";

/** A mirror and a source that agree on some templates of companies. */
export function templateWorld(count = 7, mirror?: Pick<RecordSink, "observe">) {
  const fixture = new PollingFixture("company-template");
  const source = new FakeRecords(fixture.clock.now());
  const memory = new MemoryWalkMemory();
  for (let row = 0; row < count; row += 1) {
    const id = `t${row}`;
    source.rows.push({ id, at, body: { name: id, numCompanies: row } });
    memory.live.set(id, fixture.clock.now() - 2 * hour);
  }
  const asserted: Owner[] = [];
  const ledger = new RemovalLedger(fixture.table);
  const operator = new HeldRemovals({ ...fixture.parts, ledger, wake: async () => undefined });
  const guard = new RemovalGuard({
    ...fixture.parts,
    ledger,
    notices: { removalsHeld: async () => undefined },
  });
  const reader = createTemplateReader({
    ...fixture.parts,
    guard,
    arrivals: new Arrivals(fixture.table),
    records: {
      observe: (page, asked) => (mirror ?? fixture.records).observe(page, asked),
      observeUnlisted: (page) => memory.unlisted(page),
    },
    memory,
    notes: new WalkNotes(fixture.table, fixture.clock),
    owners: { assert: async (_instance, owners) => void asserted.push(...owners) },
    subOwners: new SubOwners(fixture.table),
  });
  const turn = async (requests?: number) => {
    fixture.clock.advance(fixture.timings.smallPeriod);
    return fixture.visit(reader, source, requests);
  };
  const lose = (...ids: readonly string[]) => {
    source.lose(...ids);
  };
  const singles = () => source.requests.filter(({ path }) => /template\/t\d/.test(path)).map(({ path }) => path);
  return { fixture, source, memory, asserted, operator, turn, lose, singles };
}
