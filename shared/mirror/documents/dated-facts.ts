import type { ChangeLogEntry, Fact } from "../mirror-item.ts";
import type { Replacement } from "./owner-read.ts";

/** The times that the parts of a document's change may have. */
export type Times = {
  /** The document's change time, if it moved. Only a rename moves it (docs/partner-api.md#document-timeline). */
  readonly modified: string | undefined;
  /** The journal's entry for the replacement of the content. */
  readonly replacement?: Replacement | undefined;
  /** When a placement was deleted, according to the journal; "" if the journal gives no time. */
  readonly deleted?: string | undefined;
};

/**
 * Returns the facts of one change, each with its time. A change found together with a rename gets no time unless the
 * journal gives one. It may have been saved with the rename or hours earlier: a rename hides the entries for other
 * changes in its save (docs/partner-api.md#one-save-one-entry), and entries come late.
 */
export function datedFacts(facts: readonly Fact[], times: Times): Pick<ChangeLogEntry, "facts" | "timestamp"> {
  const isRename = facts.some(({ type }) => type === "document.renamed");
  const dated = facts.map((fact) => ({ fact, timestamp: timeOf(fact, times, isRename) }));
  const [timestamp, ...others] = new Set(dated.map((one) => one.timestamp));
  if (others.length === 0) return { facts: [...facts], ...(timestamp !== undefined && { timestamp }) };
  return { facts: dated.map(({ fact, timestamp }) => (timestamp === undefined ? fact : { ...fact, timestamp })) };
}

function timeOf({ type }: Fact, times: Times, isRename: boolean): string | undefined {
  const { modified, replacement, deleted } = times;
  if (type === "document.content_replaced" && replacement !== undefined) return new Date(replacement.at).toISOString();
  switch (type) {
    case "document.renamed":
      return modified;
    case "document.placement_removed":
      return deleted === undefined || deleted === "" ? undefined : deleted;
    default:
      return isRename ? undefined : modified;
  }
}
