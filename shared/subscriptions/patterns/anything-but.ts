import * as z from "zod";
import { type TestResult, test } from "./test-result.ts";
import { matchesWildcard, parseWildcard, type Wildcard } from "./wildcard.ts";

const oneOrMore = <S extends z.ZodType>(one: S) => z.union([one.transform((value) => [value]), z.array(one).min(1)]);
/** All strings or all numbers. EventBridge refuses mixed lists, and a pattern should work there unchanged. */
const values = z.union([oneOrMore(z.string()), oneOrMore(z.number())]);
const texts = oneOrMore(z.string().min(1));
const nested = z.union([
  z.strictObject({ prefix: texts }),
  z.strictObject({ suffix: texts }),
  z.strictObject({ "equals-ignore-case": texts }),
  z.strictObject({ wildcard: texts }),
]);

/** Passes for a present value that isn't in the list. In an array, one such element is enough, as in EventBridge. */
export function anythingBut(argument: unknown): TestResult {
  const plain = values.safeParse(argument);
  if (plain.success) {
    const excluded = new Set<unknown>(plain.data);
    return test((value) => !excluded.has(value));
  }
  const parsed = nested.safeParse(argument);
  if (!parsed.success) {
    return {
      problem:
        "must be strings, numbers (one or a list of one kind) or one of prefix, suffix, equals-ignore-case, wildcard",
    };
  }
  if ("prefix" in parsed.data) return noneOf(parsed.data.prefix, (text, start) => text.startsWith(start));
  if ("suffix" in parsed.data) return noneOf(parsed.data.suffix, (text, end) => text.endsWith(end));
  if ("wildcard" in parsed.data) return noWildcard(parsed.data.wildcard);
  const folded = new Set(parsed.data["equals-ignore-case"].map((text) => text.toLowerCase()));
  return test((value) => typeof value !== "string" || !folded.has(value.toLowerCase()), { reads: 1 });
}

function noneOf(excluded: readonly string[], hits: (text: string, excluded: string) => boolean): TestResult {
  return test((value) => typeof value !== "string" || !excluded.some((one) => hits(value, one)), {
    steps: excluded.length,
  });
}

function noWildcard(patterns: readonly string[]): TestResult {
  const wildcards: Wildcard[] = [];
  for (const pattern of patterns) {
    const parsed = parseWildcard(pattern);
    if ("problem" in parsed) return parsed;
    wildcards.push(parsed);
  }
  return test((value) => typeof value !== "string" || !wildcards.some((one) => matchesWildcard(one, value)), {
    steps: wildcards.reduce((sum, { length }) => sum + length, 0),
    reads: wildcards.length,
  });
}
