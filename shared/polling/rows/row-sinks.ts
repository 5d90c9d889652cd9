import type { Subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { RecordSink } from "../observe/record-sink.ts";

/** Keeps rows that the mirror can't store, so that none of them holds up its feed. Returns how many were new. */
export type Quarantine = {
  keep(instance: string, feedId: string, rows: readonly unknown[], reason?: string): Promise<number>;
};

/** A quarantine that also says for each row whether it is quarantined in its present form. */
export type RowQuarantine = Quarantine & {
  held(feedId: string, rows: readonly unknown[]): Promise<readonly boolean[]>;
};

/**
 * Reports fields and values outside the contract. They pass through unchanged, but an operator should know about them.
 */
export type SchemaWatch = {
  /** `draining`: first contact, which shows what the source has and not what changed. */
  look(instance: string, resource: Subject, bodies: readonly JsonObject[], draining?: boolean): Promise<void>;
};

/** Where a page's rows are stored. */
export type RowSinks = {
  readonly records: Pick<RecordSink, "observe">;
  readonly quarantine: RowQuarantine;
  readonly schema: SchemaWatch;
};
