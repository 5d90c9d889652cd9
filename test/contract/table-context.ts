import type { Table, TableScanner } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import type { FakeClock } from "../support/fake-clock.ts";

/** The subject of each part of the table contract. */
export type TableContext = {
  readonly clock: FakeClock;
  table(name: TableName): Table & TableScanner;
  /** A partition that no other test uses. */
  partition(): string;
};
