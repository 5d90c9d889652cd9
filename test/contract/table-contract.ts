import { afterAll, beforeAll, describe } from "vitest";
import type { Table, TableScanner } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { describeTableConditions } from "./table-conditions.ts";
import type { TableContext } from "./table-context.ts";
import { describeTableExpiryAndIndexes } from "./table-expiry-and-indexes.ts";
import { describeTableReads } from "./table-reads.ts";
import { describeTableWrites } from "./table-writes.ts";

export type TableHarness = {
  readonly table: (name: TableName) => Table & TableScanner;
  readonly close: () => Promise<void>;
};

/** The contract of every Table. */
export function describeTable(name: string, makeHarness: (clock: FakeClock) => Promise<TableHarness>): void {
  describe(`Table on ${name}`, () => {
    let harness: TableHarness | undefined;
    let partitions = 0;
    const clock = new FakeClock();
    const given: TableContext = {
      clock,
      table: (table) => harness!.table(table),
      partition: () => `partition#${partitions++}`,
    };
    beforeAll(async () => {
      harness = await makeHarness(clock);
    });
    afterAll(() => harness?.close());

    describeTableWrites(given);
    describeTableConditions(given);
    describeTableReads(given);
    describeTableExpiryAndIndexes(given);
  });
}
