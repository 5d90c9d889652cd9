import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { maxComplexity, parseEventPattern } from "../../../../shared/subscriptions/patterns/event-pattern.ts";
import { EventPlace } from "../../../../shared/subscriptions/patterns/event-place.ts";
import { judge, matchesPattern, maxSteps } from "../../../../shared/subscriptions/patterns/match-pattern.ts";
import { mismatchesOf } from "../../../../shared/subscriptions/patterns/mismatches.ts";
import { Steps } from "../../../../shared/subscriptions/patterns/steps.ts";
import { compiled } from "./compiled.ts";
import { matchesNaively } from "./naive-match.ts";

type Members = Record<string, unknown>;

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Counts every read of an object member or a list element, by any matcher. */
function watched(value: unknown, looks: { count: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  const held = Array.isArray(value)
    ? value.map((one) => watched(one, looks))
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, watched(one, looks)]));
  return new Proxy(held, {
    get: (target, name, receiver) => {
      looks.count += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
    getOwnPropertyDescriptor: (target, name) => {
      looks.count += 1;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
}

function looksAt(pattern: Members, event: Members): number {
  const looks = { count: 0 };
  matchesPattern(compiled(pattern), watched(event, looks) as Members);
  return looks.count;
}

function stepsOf(pattern: Members, event: Members): number {
  const steps = new Steps(Number.POSITIVE_INFINITY);
  judge(compiled(pattern), EventPlace.of(event), steps);
  return steps.spent;
}

const absent = { b: [{ exists: false }] };
const elements = (count: number) => ({ a: [...times(count, () => ({})), { b: 1 }] });

describe("a match", () => {
  it("reads each element of an event a few times at most, however many alternatives there are", () => {
    const looks = (alternatives: number) => looksAt({ a: { $or: times(alternatives, () => absent) } }, elements(200));
    expect(looks(2)).toBeLessThan(200 * 16);
    expect(looks(100)).toBe(looks(2));
    const large = looksAt({ a: { $or: times(50, () => absent) } }, elements(1_000));
    expect(large).toBeLessThan(1_000 * 16);
  });

  it("shares its lookups in an event among all patterns tested on the event", () => {
    const looks = { count: 0 };
    const place = EventPlace.of(watched(elements(200), looks) as Members);
    judge(compiled({ a: absent }), place);
    const first = looks.count;
    for (const n of times(20, (at) => at)) judge(compiled({ a: { b: [n, { exists: false }] } }), place);
    expect(looks.count).toBe(first);
  });

  const shapes: readonly [name: string, pattern: (size: number) => Members, event: (size: number) => Members][] = [
    ["absence in alternatives", (n) => ({ a: { $or: times(n, () => absent) } }), elements],
    ["fields that aren't there", (n) => ({ a: { $or: times(n, (at) => ({ [`f${at}`]: [1] })) } }), elements],
    ["prefixes", (n) => ({ a: times(n, (at) => ({ prefix: `x${at}` })) }), (n) => ({ a: times(n, String) })],
    ["exact values", (n) => ({ a: times(n, (at) => -at - 1) }), (n) => ({ a: times(n, (at) => at) })],
    [
      "nesting",
      (n) =>
        times(12, () => 0).reduce<Members>((inner) => ({ x: inner }), { $or: times(Math.ceil(n / 4), () => absent) }),
      (n) => times(12, () => 0).reduce<unknown>((inner) => ({ x: times(2, () => inner) }), { c: n }) as Members,
    ],
  ];
  it.each(shapes)("of %s takes steps in proportion to the pattern and to the event", (_, pattern, event) => {
    const small = stepsOf(pattern(40), event(40));
    expect(stepsOf(pattern(80), event(40))).toBeLessThanOrEqual(2.2 * small);
    expect(stepsOf(pattern(40), event(80))).toBeLessThanOrEqual(2.2 * small);
  });

  it("takes a step more for each eight characters of a text that it reads to its end", () => {
    const read = (length: number) => stepsOf({ a: [{ wildcard: "*~*" }] }, { a: "x".repeat(length) });
    expect(read(80_000) - read(0)).toBe(10_000);
    const begun = (length: number) => stepsOf({ a: [{ prefix: "~" }] }, { a: "x".repeat(length) });
    expect(begun(80_000)).toBe(begun(0));
  });
});

/** Patterns and events with few names and values, so that they often meet. */
const { pattern } = fc.letrec<{
  conditions: unknown[];
  member: unknown;
  plain: Members;
  or: Members;
  pattern: Members;
}>((tie) => ({
  conditions: fc.array(
    fc.constantFrom<unknown>(
      ...["a", "ab", 1, 2, true, null],
      ...[{ exists: false }, { exists: false }, { exists: true }, { prefix: "a" }, { suffix: "b" }],
      ...[{ numeric: [">", 1] }, { "anything-but": ["a"] }, { "anything-but": { prefix: ["a", "b"] } }],
      ...[{ "equals-ignore-case": "A" }, { wildcard: "a*b" }],
    ),
    { minLength: 1, maxLength: 3 },
  ),
  member: fc.oneof({ maxDepth: 2 }, tie("conditions"), tie("pattern")),
  plain: fc.dictionary(fc.constantFrom("x", "y"), tie("member"), { minKeys: 1, maxKeys: 2 }),
  or: fc
    .tuple(fc.array(tie("plain"), { minLength: 2, maxLength: 3 }), fc.option(tie("plain"), { nil: {} }))
    .map(([alternatives, others]) => ({ ...others, $or: alternatives })),
  pattern: fc.oneof({ maxDepth: 2 }, tie("plain"), tie("or")),
}));
const { members } = fc.letrec<{ value: unknown; members: Members }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>("a", "b", "ab", 1, 2, true, null, JSON.rawJSON("9007199254740993")),
    tie("members"),
    fc.array(tie("value"), { maxLength: 4 }),
  ),
  members: fc.dictionary(fc.constantFrom("x", "y", "z"), tie("value"), { maxKeys: 3 }),
}));

describe("the matcher", () => {
  it("agrees with the naive one on every pattern and event, and the explanation with both", () => {
    fc.assert(
      fc.property(pattern, members, (given, event) => {
        fc.pre(JSON.stringify(given).length < 4_000);
        const expected = matchesNaively(given, event);
        const parts = compiled(given);
        expect(judge(parts, EventPlace.of(event))).toBe(expected ? "matches" : "differs");
        expect(mismatchesOf(parts, EventPlace.of(event)).length === 0).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("agrees with it if an array holds more objects than fit one word of marks", () => {
    const object = fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom<unknown>(1, 2, [1, 2], { x: 1 }));
    const many = fc.array(object, { minLength: 30, maxLength: 70 });
    fc.assert(
      fc.property(pattern, many, (given, x) => {
        fc.pre(JSON.stringify(given).length < 4_000);
        const wanted = { x: given };
        const verdict = matchesNaively(wanted, { x }) ? "matches" : "differs";
        expect(judge(compiled(wanted), EventPlace.of({ x }))).toBe(verdict);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a match that takes too long", () => {
  const costly = { $or: times(150, () => ({ b: [{ prefix: "x" }] })) };
  const large = { a: times(10_000, (n) => ({ b: n })) };

  it("is undecided, which counts as a match, after a bounded number of steps and reads", () => {
    const steps = new Steps(maxSteps);
    expect(judge(compiled({ a: { $or: times(50, () => absent) } }), EventPlace.of(large), steps)).toBe("undecided");
    expect(steps.spent).toBeLessThan(2 * maxSteps);
    expect(matchesPattern(compiled({ a: { $or: times(50, () => absent) } }), large)).toBe(true);
  });

  it("is undecided whether or not another pattern was tested on the event before", () => {
    const parts = compiled({ a: { $or: times(20, (n) => ({ [`f${n}`]: [1] })) } });
    const place = EventPlace.of(large);
    const first = new Steps(maxSteps);
    const second = new Steps(maxSteps);
    expect(judge(parts, place, first)).toBe(judge(parts, place, second));
    expect(first.spent).toBe(second.spent);
  });

  it("doesn't happen to a valid filter on an event of 500 elements", () => {
    const alternatives = (count: number) => ({ a: { $or: times(count, () => ({ b: [{ prefix: "x" }] })) } });
    const most = times(200, (n) => n + 2).findLast((count) => {
      const parsed = parseEventPattern(alternatives(count));
      return parsed.outcome === "ok" && parsed.excess === undefined;
    })!;
    const event = { a: times(250, (n) => ({ b: n })) };
    expect(judge(compiled(alternatives(most)), EventPlace.of(event))).toBe("differs");
    expect(judge(compiled(alternatives(most)), EventPlace.of(large))).toBe("undecided");
  });

  it("comes from a list so long that only its beginning is read", () => {
    const looks = { count: 0 };
    const list = watched(
      times(120_000, (n) => n),
      looks,
    ) as number[];
    expect(judge(compiled({ a: [-1] }), EventPlace.of({ a: list }))).toBe("undecided");
    expect(judge(compiled({ a: [-1] }), EventPlace.of({ a: times(20_000, (n) => n) }))).toBe("differs");
  });

  it("is explained as far as the steps go, and not as a match", () => {
    const looks = { count: 0 };
    const place = EventPlace.of(watched({ a: times(20_000, (n) => ({ b: n })) }, looks) as Members);
    expect(mismatchesOf(compiled({ a: { b: [{ prefix: "x" }], c: [1] } }), place)).toHaveLength(2);
    expect(looks.count).toBeLessThan(300_000);
    expect(mismatchesOf(compiled(costly), EventPlace.of({ b: 1 }))).toHaveLength(150);
  });
});

describe("a filter's complexity", () => {
  const excess = (filter: Members) => {
    const parsed = parseEventPattern(filter);
    if (parsed.outcome === "invalid") throw new Error(JSON.stringify(parsed.issues));
    return parsed.excess;
  };

  it("counts fields, alternatives and conditions, and names what is too many", () => {
    const fields = (count: number) => Object.fromEntries(times(count, (n) => [`f${n}`, [1]]));
    expect(excess(fields(maxComplexity))).toBeUndefined();
    expect(excess(fields(maxComplexity + 1))).toEqual({
      path: `f${maxComplexity}`,
      message:
        "makes the filter too complex. Its complexity can be at most 256: each field, each alternative, and each condition other than an exact value or exists counts at least 1",
    });
    const prefixes = { a: times(100, (n) => ({ prefix: `${n}` })) };
    expect(excess({ ...prefixes, ...fields(maxComplexity - 101) })).toBeUndefined();
    expect(excess({ ...prefixes, ...fields(maxComplexity - 100) })?.path).toBe(`f${maxComplexity - 101}`);
    expect(excess({ $or: times(129, () => ({ b: [1] })) })?.path).toBe("$or.128");
    expect(excess({ a: times(16, (n) => ({ cidr: `10.${n}.0.0/16` })) })?.path).toBe("a.15");
    expect(excess({ a: [{ "anything-but": { prefix: times(256, (n) => `${n}`) } }] })?.path).toBe("a.0");
    expect(excess({ a: [{ wildcard: "a*".repeat(255) }] })?.path).toBe("a.0");
  });

  it("excludes exact values, which are looked up", () => {
    expect(excess({ a: times(900, (n) => n) })).toBeUndefined();
    expect(excess({ a: [{ "anything-but": times(900, (n) => n) }] })).toBeUndefined();
  });

  it("doesn't stop a stored filter from working", () => {
    const parts = compiled({ $or: times(145, (n) => ({ a: { b: [n] } })) });
    expect(matchesPattern(parts, { a: { b: 144 } })).toBe(true);
    expect(matchesPattern(parts, { a: { b: 145 } })).toBe(false);
  });
});

it("keeps nothing about a field that no event has, because a caller of the filter test could name any number", () => {
  const absent = EventPlace.of({}).at("absent");
  const kept = vi.spyOn(Map.prototype, "set");
  try {
    for (let count = 0; count < 10; count += 1) expect(absent.at(`made up ${count}`)).toBe(absent);
    expect(kept).not.toHaveBeenCalled();
  } finally {
    kept.mockRestore();
  }
});
