import type { MirrorItem } from "./mirror-item.ts";

/** Below the 400 KB of DynamoDB, with room for what it counts beyond the text. */
const mostBytes = 380_000;

/**
 * The item in a form that fits: first it forgets older tales, which only republishing reads, then the values of the
 * newest one's changes, which keep their field names. Undefined where the record itself is too large.
 */
export function fittedItem(item: MirrorItem): MirrorItem | undefined {
  if (fits(item)) return item;
  const newest = item.told.slice(-1);
  const brief = newest.map((told) => ({
    ...told,
    facts: told.facts.map((fact) => ({ ...fact, changes: fact.changes?.map(({ field }) => ({ field })) })),
  }));
  return [newest, brief].map((told) => ({ ...item, told })).find(fits);
}

function fits(item: MirrorItem): boolean {
  return Buffer.byteLength(JSON.stringify(item)) <= mostBytes;
}
