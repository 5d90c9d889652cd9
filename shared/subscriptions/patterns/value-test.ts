import { BlockList, isIP } from "node:net";
import * as z from "zod";
import { matchesWildcard, parseWildcard, type Wildcard } from "./wildcard.ts";

const ignoreCase = z.strictObject({ "equals-ignore-case": z.string() });
const affix = z.union([z.string(), ignoreCase]);

/** The pattern compiler handles `exists` itself. */
const operators: { readonly [name: string]: (argument: unknown) => TestResult } = {
  prefix: (argument) => affixTest(argument, (text, start) => text.startsWith(start)),
  suffix: (argument) => affixTest(argument, (text, end) => text.endsWith(end)),
  "equals-ignore-case": equalsIgnoreCase,
  wildcard,
  numeric,
  cidr,
  "anything-but": anythingBut,
};

export function operatorTest(name: string, argument: unknown): TestResult {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  return operator === undefined ? { problem: "isn't an operator of event patterns" } : operator(argument);
}

function affixTest(argument: unknown, holds: (text: string, part: string) => boolean): TestResult {
  const parsed = affix.safeParse(argument);
  if (!parsed.success) return { problem: `must be a string or { "equals-ignore-case": string }` };
  if (typeof parsed.data === "string") {
    const part = parsed.data;
    return test((value) => typeof value === "string" && holds(value, part));
  }
  const part = parsed.data["equals-ignore-case"].toLowerCase();
  return test((value) => typeof value === "string" && holds(value.toLowerCase(), part), { reads: 1 });
}

function equalsIgnoreCase(argument: unknown): TestResult {
  if (typeof argument !== "string") return { problem: "must be a string" };
  const expected = argument.toLowerCase();
  return test((value) => typeof value === "string" && value.toLowerCase() === expected, { reads: 1 });
}

function wildcard(argument: unknown): TestResult {
  if (typeof argument !== "string") return { problem: "must be a string" };
  const parsed = parseWildcard(argument);
  if ("problem" in parsed) return parsed;
  return test((value) => typeof value === "string" && matchesWildcard(parsed, value), {
    steps: parsed.length,
    reads: 1,
  });
}

const lower = z.tuple([z.enum([">", ">="]), z.number()]);
const upper = z.tuple([z.enum(["<", "<="]), z.number()]);
/** Comparisons that must all hold. */
const numericArgument = z.union([
  z.tuple([z.literal("="), z.number()]).transform((equal) => [equal]),
  lower.transform((bound) => [bound]),
  upper.transform((bound) => [bound]),
  z
    .tuple([...lower.def.items, ...upper.def.items])
    .refine(([, from, , to]) => from < to)
    .transform(([above, from, below, to]) => [[above, from] as const, [below, to] as const]),
]);

const comparisons = {
  "=": (value: number, bound: number) => value === bound,
  "<": (value: number, bound: number) => value < bound,
  "<=": (value: number, bound: number) => value <= bound,
  ">": (value: number, bound: number) => value > bound,
  ">=": (value: number, bound: number) => value >= bound,
};

function numeric(argument: unknown): TestResult {
  const parsed = numericArgument.safeParse(argument);
  if (!parsed.success)
    return { problem: 'must be ["=", n], one bound such as [">", n], or two such as [">", n, "<", m] with n < m' };
  const bounds = parsed.data;
  return test(
    (value) =>
      typeof value === "number" && bounds.every(([comparison, bound]) => comparisons[comparison](value, bound)),
  );
}

function cidr(argument: unknown): TestResult {
  const problem = { problem: "must be an IPv4 or IPv6 range, such as 10.0.0.0/24" };
  if (typeof argument !== "string") return problem;
  const [, network = "", bits] = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(argument) ?? [];
  const family = isIP(network);
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return problem;
  const range = new BlockList();
  range.addSubnet(network, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return test(
    (value) =>
      typeof value === "string" && isIP(value) === family && range.check(value, family === 4 ? "ipv4" : "ipv6"),
    { steps: 16, reads: 1 },
  );
}

type TestResult = ValueTest | { readonly problem: string };
export type ValueTest = {
  readonly passes: (value: unknown) => boolean;
  /** How many steps it takes to test one value; comparing short texts takes 1. */
  readonly steps: number;
  /** How many times the test reads a string to its end. */
  readonly reads: number;
};

function test(passes: ValueTest["passes"], { steps = 1, reads = 0 } = {}): ValueTest {
  return { passes, steps, reads };
}

const oneOrMore = <S extends z.ZodType>(one: S) => z.union([one.transform((value) => [value]), z.array(one).min(1)]);
/** Only strings or only numbers: EventBridge refuses mixed lists, and a pattern should work there unchanged. */
const values = z.union([oneOrMore(z.string()), oneOrMore(z.number())]);
const texts = oneOrMore(z.string().min(1));
const nested = z.union([
  z.strictObject({ prefix: texts }),
  z.strictObject({ suffix: texts }),
  z.strictObject({ "equals-ignore-case": texts }),
  z.strictObject({ wildcard: texts }),
]);

/** In an array, one element that isn't excluded is enough, as in EventBridge. */
function anythingBut(argument: unknown): TestResult {
  const plain = values.safeParse(argument);
  if (plain.success) {
    const excluded = new Set<unknown>(plain.data);
    return test((value) => !excluded.has(value));
  }
  const parsed = nested.safeParse(argument);
  if (!parsed.success) {
    return {
      problem:
        "must be a string, a number, a list of strings, a list of numbers, or an object with one of prefix, suffix, equals-ignore-case and wildcard",
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
