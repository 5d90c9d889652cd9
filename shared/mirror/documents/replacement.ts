import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { FetchedDocument } from "./document-observation.ts";
import type { Replacement } from "./owner-read.ts";
import { spelledSize } from "./replacement-in.ts";

/** The step (ms) of the server's `Date`: what a read by id shows may have been replaced in the second after its time. */
const dateStep = 1_000;
/** How long (ms) a read by id may lag behind an entry before what it shows is taken for what came of it. */
const longestLag = 60_000;

/**
 * What a read by id and the change feed say together of a document's content. `readOn`: the document shows what the feed, as far
 * as it was read, doesn't explain. `behind`: it doesn't show yet what the feed recorded. `replaced`: one event, at the time of
 * `entry` where one recorded it; replacements up to `contentAt` are then published.
 */
export type ContentVerdict =
  | { readonly verdict: "same" | "readOn" | "behind" }
  | { readonly verdict: "replaced"; readonly entry: Replacement | undefined; readonly contentAt: number };

type Evidence = {
  /** Whether size or MIME type differ from what stands. */
  readonly differs: boolean;
  /** What the feed recorded, as far as it was read before the document. */
  readonly noted: Replacement | undefined;
  /** What it recorded up to a moment after that; undefined: it wasn't read on. */
  readonly readOn: readonly Replacement[] | undefined;
};

/**
 * Joins the two sources of one replacement. They are read apart, so either may show it first; joined by time alone, a size that
 * the document shows early would take the time of the entry before, and its own entry would be a second event (hazard 69).
 */
export function contentVerdict(
  item: MirrorItem,
  { body, moment }: FetchedDocument,
  { differs, noted, readOn }: Evidence,
): ContentVerdict {
  const recorded = [noted, ...(readOn ?? [])].filter((one) => one !== undefined && isUnpublished(item, one));
  const entries = recorded.filter((one) => one !== undefined).toSorted((one, other) => one.at - other.at);
  const newest = entries.at(-1);
  if (newest === undefined && !differs) return { verdict: "same" };
  const size = spelledSize(body["size"]);
  const entry = entries.findLast((one) => isOf(one, size));
  const isExplained = entry !== undefined && (!differs || entry.size !== undefined);
  if (!isExplained && readOn === undefined) return { verdict: "readOn" };
  if (entry !== undefined) return { verdict: "replaced", entry, contentAt: entry.at };
  if (differs) {
    return { verdict: "replaced", entry: undefined, contentAt: contentAtRead(item, moment) };
  }
  if (newest === undefined) return { verdict: "same" };
  if (moment.beganAt < newest.at + longestLag) return { verdict: "behind" };
  return { verdict: "replaced", entry: newest, contentAt: newest.at };
}

/** Up to when replacements are published once a read by id showed one whose entry may be committed later. */
export function contentAtRead({ contentAt = 0 }: MirrorItem, { asOf }: Moment): number {
  return Math.max(contentAt, asOf + dateStep);
}

/** Whether no event shows the replacement yet. */
export const isUnpublished = ({ contentAt = 0 }: MirrorItem, { at }: Replacement): boolean => at > contentAt;

/** Whether the size is the entry's; of one that names none, or of a document that shows none, it may be. */
function isOf({ size }: Pick<Replacement, "size">, shown: string | undefined): boolean {
  return size === undefined || shown === undefined || size === shown;
}
