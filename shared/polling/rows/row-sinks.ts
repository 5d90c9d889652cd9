import type { Subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { RecordSink } from "../observe/record-sink.ts";

/** Keeps rows that the mirror can't take, so that one of them doesn't hold up its feed. Returns how many were new. */
export type Quarantine = {
  keep(instance: string, feedId: string, rows: readonly unknown[], reason?: string): Promise<number>;
};

/** Also says of each row whether it stands in the quarantine as it is. */
export type RowQuarantine = Quarantine & {
  held(feedId: string, rows: readonly unknown[]): Promise<readonly boolean[]>;
};

/**
 * Reports fields and values that the contract doesn't name. They pass through unchanged, but an operator should know
 * of them.
 */
export type SchemaWatch = {
  /** `draining`: the first contact, which shows what the source has, not that it changed. */
  look(instance: string, resource: Subject, bodies: readonly JsonObject[], draining?: boolean): Promise<void>;
};

/** The places that a page's rows go to. */
export type RowSinks = {
  readonly records: Pick<RecordSink, "observe">;
  readonly quarantine: RowQuarantine;
  readonly schema: SchemaWatch;
};
