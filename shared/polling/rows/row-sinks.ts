import type { Subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { RecordSink } from "./record-sink.ts";

/** Where rows go that can't be taken: one of them must not hold up its feed. Returns how many weren't there before. */
export type Quarantine = {
  keep(instance: string, feedId: string, rows: readonly unknown[], reason?: string): Promise<number>;
};

/** Looks at what came for fields and values that the contract doesn't name. They pass through; somebody should know. */
export type SchemaWatch = {
  /** `draining`: the first contact, which shows what the source has, not that it changed. */
  look(instance: string, resource: Subject, bodies: readonly JsonObject[], draining?: boolean): Promise<void>;
};

/** Where a page's rows go. */
export type RowSinks = { readonly records: RecordSink; readonly quarantine: Quarantine; readonly schema: SchemaWatch };
