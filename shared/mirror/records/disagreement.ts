import { isSameJson } from "../../kernel/canonical-json.ts";
import type { Subject } from "../../kernel/catalogue.ts";
import { contractFields } from "../../source/contract-fields.ts";
import { canonicalRecord } from "../canonical-record.ts";
import type { Disagreement, MirrorItem } from "../mirror-item.ts";
import { type Bodies, leanOnly } from "./bodies.ts";

/**
 * While the read by id of a record lags behind the list, the record is read again after waits of 1, 1, 2, 4, … minutes,
 * up to `longestWait` (ms).
 */
const firstWait = 60_000;
const longestWait = 7 * 86_400_000;
/** The most fields to name in a disagreement. One is enough for another read. */
const mostFields = 50;

/** Unix ms, our clock. */
export function askAgainAt({ since, askedAt }: Disagreement): number {
  return askedAt + Math.min(Math.max(askedAt - since, firstWait), longestWait);
}

/**
 * Compares the fields that the list and the read by id both show, those that both have according to the contract
 * (docs/partner-api.md#lean-and-full), and those that the list showed before. For a document, both are expected to show
 * every field.
 */
export function disagreementOf(
  resource: Subject,
  { lean, full }: Bodies,
  before: Pick<MirrorItem, "lean" | "disagreement"> | undefined,
  now: number,
): Disagreement | undefined {
  if (lean === undefined || full === undefined) return undefined;
  const listed = new Set([...Object.keys(before?.lean?.body ?? {}), ...(before?.disagreement?.fields ?? [])]);
  const only = leanOnly[resource] ?? [];
  const isComparable = (field: string): boolean => {
    if (only.includes(field)) return false;
    if (!Object.hasOwn(lean, field)) return listed.has(field);
    return (
      Object.hasOwn(full, field) || resource === "document" || contractFields[resource]?.fields.has(field) === true
    );
  };
  const [list, read] = [canonicalRecord(resource, lean), canonicalRecord(resource, full)];
  const names = new Set([...Object.keys(list), ...Object.keys(read)]);
  const fields = [...names].filter((name) => isComparable(name) && !isSameJson(list[name] ?? null, read[name] ?? null));
  if (fields.length === 0) return undefined;
  return { fields: fields.slice(0, mostFields), since: before?.disagreement?.since ?? now, askedAt: now };
}
