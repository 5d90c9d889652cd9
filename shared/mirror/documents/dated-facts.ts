import type { ChangeLogEntry, Fact } from "../mirror-item.ts";
import type { Replacement } from "./owner-read.ts";

/** What says when the parts of a document's change happened. */
export type Times = {
  /** The document's change time, where it moved. Only a rename moves it (docs/partner-api.md#document-timeline). */
  readonly modified: string | undefined;
  /** The entry that recorded the replacement of the content. */
  readonly replacement?: Replacement | undefined;
  /** When the journal says that a placement was deleted; "" where it doesn't. */
  readonly deleted?: string | undefined;
};

/**
 * The facts of one change with the time of each. What was found beside a rename may have been saved together with it or hours
 * before: a rename hides the entries of what was saved along (docs/partner-api.md#one-save-one-entry), and entries come late.
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
