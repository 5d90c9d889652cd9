import { canonicalJson } from "../../kernel/canonical-json.ts";
import { unixMs } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { FetchedDocument } from "./document-observation.ts";
import type { Replacement } from "./owner-read.ts";

/**
 * The resolution (ms) of the server's `Date` header. A read by id may show content that was replaced up to this long
 * after the header's time.
 */
const dateStep = 1_000;
/** How long (ms) a read by id may lag behind an entry. What a later read shows counts as the result of the entry. */
const longestLag = 60_000;

/**
 * What a read by id and the journal together say about a document's content:
 * - `readOn`: the journal, as far as it was read, doesn't explain what the document shows.
 * - `behind`: the document doesn't yet show what the journal recorded.
 * - `replaced`: publish one event. Replacements up to `contentAt` then count as published.
 */
export type ContentVerdict =
  | { readonly verdict: "same" | "readOn" | "behind" }
  | { readonly verdict: "replaced"; readonly entry: Replacement | undefined; readonly contentAt: number };

type Evidence = {
  /** Whether the size or MIME type differs from the stored one. */
  readonly differs: boolean;
  /** The last replacement that the journal had recorded when the document was read. */
  readonly noted: Replacement | undefined;
  /** Undefined if the journal wasn't read again after the document. */
  readonly readOn: readonly Replacement[] | undefined;
};

/**
 * The journal and the document are read at different times, so either may show a replacement first. If they were
 * matched by time alone, a size that the document shows early would get the time of the previous entry. The entry with
 * that size would then lead to a second event (hazard 69).
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

/**
 * The journal may commit a replacement's entry after a read by id has shown the replacement. Entries up to this time
 * then count as published.
 */
export function contentAtRead({ contentAt = 0 }: MirrorItem, { asOf }: Moment): number {
  return Math.max(contentAt, asOf + dateStep);
}

export const isUnpublished = ({ contentAt = 0 }: MirrorItem, { at }: Replacement): boolean => at > contentAt;

/** A missing size may be any size. */
function isOf({ size }: Pick<Replacement, "size">, shown: string | undefined): boolean {
  return size === undefined || shown === undefined || size === shown;
}

/** Sizes with more characters than this aren't stored, because a checkpoint contains thousands of sizes. */
const longestSize = 20;

export function replacementIn({ changedField, changed, size }: JsonObject): Replacement | undefined {
  const at = changedField === "FILE_CONTENT" ? unixMs(changed) : undefined;
  return at === undefined ? undefined : { at, size: spelledSize(size) };
}

/** The contract doesn't say whether a size is a number or a string (docs/partner-api.md#loose-fields). */
function spelledSize(size: Json | undefined): string | undefined {
  if (size === undefined || size === null) return undefined;
  const spelled = typeof size === "string" ? size : canonicalJson(size);
  return spelled.length > longestSize ? undefined : spelled;
}
