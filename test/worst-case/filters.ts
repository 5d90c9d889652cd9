import * as fc from "fast-check";
import { parseEventPattern } from "../../shared/subscriptions/patterns/event-pattern.ts";

/** One condition of each kind; a number makes it differ from the others. */
const condition = fc.constantFrom<(at: number) => unknown>(
  (at) => at + 9e6,
  (at) => `~${at}`,
  (at) => ({ prefix: `~${at}` }),
  (at) => ({ suffix: `~${at}` }),
  (at) => ({ "equals-ignore-case": `~${at}` }),
  (at) => ({ numeric: [">", 9e6 + at] }),
  (at) => ({ cidr: `10.${at % 256}.0.0/16` }),
  (at) => ({ wildcard: `*~${at}*` }),
  (at) => ({ "anything-but": { prefix: ["a", "1", String(at)] } }),
  () => ({ exists: false }),
  () => ({ exists: true }),
);
const field = fc.constantFrom("a", "b", "c", "data", "type", "changes", "field", "é".repeat(20));

type Node = (at: number) => object;
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(field, condition, fc.constantFrom(1, 4, 40)).map(
      ([name, make, count]): Node =>
        (at) => ({ [name]: Array.from({ length: count }, (_, n) => make(at * count + n)) }),
    ),
    fc.tuple(field, tie("node")).map(
      ([name, inner]): Node =>
        (at) => ({ [name]: inner(at) }),
    ),
    fc.tuple(tie("node"), fc.constantFrom(2, 10)).map(
      ([inner, count]): Node =>
        (at) => ({ $or: Array.from({ length: count }, (_, n) => inner(at * count + n)) }),
    ),
    fc.tuple(tie("node"), tie("node")).map(
      ([one, other]): Node =>
        (at) => ({ ...one(at), ...other(at) }),
    ),
  ),
}));

/** Filters with every kind of condition, nested and multiplied; most may be created, and some are just too large. */
export const filters: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: node.map(largest) },
  fc.constant({ a: { b: [{ wildcard: `*${"a".repeat(2_000)}b${"a".repeat(2_000)}*` }] } }),
  fc.constant({ a: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, [at]])) }),
);

/** As many alternatives of a node as a new filter may have; the node itself if it is already too large. */
function largest(make: Node): object {
  if (isTooMuch(make(0))) return make(0);
  let [fits, tooMany] = [1, 400];
  const of = (count: number) => (count < 2 ? make(0) : { $or: Array.from({ length: count }, (_, at) => make(at)) });
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (isTooMuch(of(count))) tooMany = count;
    else fits = count;
  }
  return of(fits);
}

function isTooMuch(filter: object): boolean {
  const parsed = parseEventPattern(filter);
  return parsed.outcome === "invalid" || parsed.excess !== undefined;
}
