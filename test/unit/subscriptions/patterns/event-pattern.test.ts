import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseEventPattern } from "../../../../shared/subscriptions/patterns/event-pattern.ts";
import { matchesPattern } from "../../../../shared/subscriptions/patterns/match-pattern.ts";
import { compiled } from "./compiled.ts";

const members = z.record(z.string(), z.unknown());
const fixture = z
  .object({
    cases: z.array(z.object({ name: z.string(), pattern: members, detail: members, match: z.boolean() })).min(20),
    invalid: z.array(members).min(4),
  })
  .parse(JSON.parse(readFileSync(new URL("event-patterns.json", import.meta.url), "utf8")));

function issues(pattern: unknown): readonly string[] {
  const result = parseEventPattern(pattern);
  return result.outcome === "invalid" ? result.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

describe("an event pattern behaves as on EventBridge", () => {
  it.each(fixture.cases)("$name (match: $match)", ({ pattern, detail, match }) => {
    expect(matchesPattern(compiled(pattern), detail)).toBe(match);
  });

  it.each(fixture.invalid.map((pattern) => ({ text: JSON.stringify(pattern), pattern })))(
    "refuses $text",
    ({ pattern }) => {
      expect(parseEventPattern(pattern).outcome).toBe("invalid");
    },
  );

  const objects = {
    items: [
      { sku: "A", qty: 1 },
      { sku: "B", qty: 2 },
    ],
  };
  const table: readonly [title: string, pattern: unknown, event: Record<string, unknown>, match: boolean][] = [
    ["fields of the same array element hold together", { items: { sku: ["B"], qty: [2] } }, objects, true],
    [
      "absence in an array means absence in all of it",
      { items: { sku: [{ exists: false }] } },
      { items: [{ sku: "A" }, {}] },
      false,
    ],
    ["a field below an absent object is absent", { o: { s: [{ exists: false }] } }, {}, true],
    ["a field below a plain value is absent", { o: { s: [{ exists: false }] } }, { o: 1 }, true],
    ["exists looks at values, not at objects", { o: [{ exists: true }] }, { o: { s: 1 } }, false],
    ["an empty array has no values", { a: [{ exists: false }] }, { a: [] }, true],
    ["null exists", { a: [{ exists: true }] }, { a: null }, true],
    ["null is not absent", { a: [{ exists: false }] }, { a: null }, false],
    ["absence or a value", { a: ["x", { exists: false }] }, {}, true],
    ["absence or a value, another value", { a: ["x", { exists: false }] }, { a: "y" }, false],
    ["booleans are exact", { a: [true] }, { a: "true" }, false],
    ["false matches false", { a: [false] }, { a: false }, true],
    ["several fields all hold", { a: ["1"], b: ["2"] }, { a: "1", b: "3" }, false],
    ["$or stands beside other fields", { c: ["3"], $or: [{ a: ["1"] }, { b: ["2"] }] }, { a: "1", c: "4" }, false],
    ["$or inside an object", { o: { $or: [{ a: ["1"] }, { b: ["2"] }] } }, { o: { b: "2" } }, true],
    ["$or inside $or", { $or: [{ a: ["1"] }, { $or: [{ b: ["2"] }, { c: ["3"] }] }] }, { c: "3" }, true],
    ["suffix ignoring case", { a: [{ suffix: { "equals-ignore-case": ".PNG" } }] }, { a: "x.png" }, true],
    ["prefix is for strings", { a: [{ prefix: "1" }] }, { a: 12 }, false],
    ["one element of an array is enough for anything-but", { a: [{ "anything-but": "x" }] }, { a: ["x", "y"] }, true],
    ["anything-but numbers", { a: [{ "anything-but": [1, 2] }] }, { a: 2 }, false],
    ["anything-but passes other types", { a: [{ "anything-but": [1, 2] }] }, { a: "2" }, true],
    ["anything-but several prefixes", { a: [{ "anything-but": { prefix: ["x", "y"] } }] }, { a: "yes" }, false],
    ["anything-but suffix", { a: [{ "anything-but": { suffix: ".tmp" } }] }, { a: "a.tmp" }, false],
    ["anything-but ignoring case", { a: [{ "anything-but": { "equals-ignore-case": ["Ab"] } }] }, { a: "aB" }, false],
    ["anything-but several wildcards", { a: [{ "anything-but": { wildcard: ["a*", "*z"] } }] }, { a: "bcz" }, false],
    ["wildcard spans the whole string", { a: [{ wildcard: "a*c" }] }, { a: "abcd" }, false],
    ["wildcard's ends can meet", { a: [{ wildcard: "ab*ba" }] }, { a: "abba" }, true],
    ["wildcard's ends don't overlap", { a: [{ wildcard: "ab*ba" }] }, { a: "aba" }, false],
    ["an escaped star is a star", { a: [{ wildcard: "a\\*c" }] }, { a: "abc" }, false],
    ["an escaped star matches a star", { a: [{ wildcard: "a\\*c" }] }, { a: "a*c" }, true],
    ["numeric bounds exclude", { n: [{ numeric: ["<", 5] }] }, { n: 5 }, false],
    ["cidr outside", { ip: [{ cidr: "10.0.0.0/24" }] }, { ip: "10.0.1.1" }, false],
    ["cidr of IPv6", { ip: [{ cidr: "2001:db8::/32" }] }, { ip: "2001:db8:1::9" }, true],
    ["cidr on what is no address", { ip: [{ cidr: "0.0.0.0/0" }] }, { ip: "home" }, false],
    ["cidr of one address", { ip: [{ cidr: "10.0.0.1/32" }] }, { ip: "10.0.0.1" }, true],
    ["cidr of one address of IPv6", { ip: [{ cidr: "2001:db8::1/128" }] }, { ip: "2001:db8::1" }, true],
    ["cidr of IPv4 on an address of IPv6", { ip: [{ cidr: "0.0.0.0/0" }] }, { ip: "::1" }, false],
    ["cidr is for strings", { ip: [{ cidr: "0.0.0.0/0" }] }, { ip: 10 }, false],
    ["cidr of IPv6 outside", { ip: [{ cidr: "2001:db8::/32" }] }, { ip: "2001:db9::1" }, false],
    ["prefix ignoring case, not there", { a: [{ prefix: { "equals-ignore-case": "AB" } }] }, { a: "xab" }, false],
    ["prefix ignoring case is for strings", { a: [{ prefix: { "equals-ignore-case": "1" } }] }, { a: 12 }, false],
    ["equal ignoring case, another text", { a: [{ "equals-ignore-case": "Ab" }] }, { a: "abc" }, false],
    ["equal ignoring case is for strings", { a: [{ "equals-ignore-case": "1" }] }, { a: 1 }, false],
    ["a wildcard is for strings", { a: [{ wildcard: "*1*" }] }, { a: 1 }, false],
    ["a wildcard finds a literal at the very beginning", { a: [{ wildcard: "*ab*" }] }, { a: "abc" }, true],
    ["a wildcard counts no character twice", { a: [{ wildcard: "x*ab*ab*" }] }, { a: "xab" }, false],
    ["an escaped backslash is a backslash", { a: [{ wildcard: "a\\\\c" }] }, { a: "a\\c" }, true],
    ["anything-but prefix passes numbers", { a: [{ "anything-but": { prefix: "1" } }] }, { a: 12 }, true],
    ["anything-but prefix passes others", { a: [{ "anything-but": { prefix: ["x", "y"] } }] }, { a: "no" }, true],
    [
      "anything-but ignoring case, another",
      { a: [{ "anything-but": { "equals-ignore-case": "Ab" } }] },
      { a: "c" },
      true,
    ],
    ["anything-but wildcards, none fits", { a: [{ "anything-but": { wildcard: ["a*", "*z"] } }] }, { a: "bcd" }, true],
    ["anything-but a wildcard passes numbers", { a: [{ "anything-but": { wildcard: "1*" } }] }, { a: 12 }, true],
    ["equal numbers", { n: [{ numeric: ["=", 5] }] }, { n: 5 }, true],
    ["unequal numbers", { n: [{ numeric: ["=", 5] }] }, { n: 6 }, false],
    ["below", { n: [{ numeric: ["<", 5] }] }, { n: 4 }, true],
    ["above excludes its bound", { n: [{ numeric: [">", 5] }] }, { n: 5 }, false],
    ["above", { n: [{ numeric: [">", 5] }] }, { n: 6 }, true],
    ["at least includes its bound", { n: [{ numeric: [">=", 5] }] }, { n: 5 }, true],
    ["at least excludes what is below", { n: [{ numeric: [">=", 5] }] }, { n: 4 }, false],
    ["at most includes its bound", { n: [{ numeric: ["<=", 5] }] }, { n: 5 }, true],
    ["at most excludes what is above", { n: [{ numeric: ["<=", 5] }] }, { n: 6 }, false],
    ["between two bounds, above both", { n: [{ numeric: [">=", 1, "<", 5] }] }, { n: 5 }, false],
    ["between two bounds, below both", { n: [{ numeric: [">=", 1, "<", 5] }] }, { n: 0 }, false],
    [
      "a number that no double holds is compared as a double",
      { n: [{ numeric: [">", 9e15] }] },
      { n: JSON.rawJSON("9007199254740993") },
      true,
    ],
    ["an object is no value, so its field counts as absent", { o: [{ exists: false }] }, { o: { s: 1 } }, true],
    ["nested arrays count as one", { a: ["x"] }, { a: [["y", ["x"]]] }, true],
    ["inherited members are no fields", { constructor: [{ exists: true }] }, {}, false],
    ["__proto__ is a field like others", JSON.parse('{"__proto__":[{"exists":true}]}'), {}, false],
  ];
  it.each(table)("%s", (_title, pattern, event, match) => {
    expect(matchesPattern(compiled(pattern), event)).toBe(match);
  });
});

describe("a refused pattern", () => {
  const table: readonly [pattern: unknown, issue: string][] = [
    [[], ": must be a JSON object"],
    ["x", ": must be a JSON object"],
    [{}, ": must not be an empty object, which matches nothing"],
    [{ a: {} }, "a: must not be an empty object, which matches nothing"],
    [{ a: "x" }, "a: must be an array of conditions or an object"],
    [{ a: [["x"]] }, "a.0: must not be an array"],
    [{ a: [{}] }, "a.0: must have exactly one operator"],
    [{ a: [{ prefix: "a", suffix: "b" }] }, "a.0: must have exactly one operator"],
    [{ a: { b: ["ok", { foo: 1 }] } }, "a.b.1.foo: isn't an operator of event patterns"],
    [{ a: [{ toString: 1 }] }, "a.0.toString: isn't an operator of event patterns"],
    [{ a: [{ exists: "yes" }] }, "a.0.exists: must be true or false"],
    [{ a: [{ wildcard: "a**b" }] }, "a.0.wildcard: must not contain two * in a row"],
    [{ a: [{ wildcard: "a\\b" }] }, "a.0.wildcard: must have only * or \\ after a backslash"],
    [{ $or: "x" }, "$or: must be an array of two or more patterns"],
    [{ $or: [{ a: ["x"] }] }, "$or: must be an array of two or more patterns"],
    [{ $or: [{ a: ["x"] }, "y"] }, "$or.1: must be an object"],
    [{ a: [{ prefix: 1 }] }, 'a.0.prefix: must be a string or { "equals-ignore-case": string }'],
    [{ a: ["x".repeat(4_087)] }, ": must have at most 4096 characters"],
    [{ o: { p: {} } }, "o.p: must not be an empty object, which matches nothing"],
    [{ o: { p: "x" } }, "o.p: must be an array of conditions or an object"],
    [{ o: { p: [] } }, "o.p: must not be an empty array, which matches nothing"],
    [{ o: { $or: [{ a: ["x"] }] } }, "o.$or: must be an array of two or more patterns"],
    [{ a: [{ suffix: 1 }] }, 'a.0.suffix: must be a string or { "equals-ignore-case": string }'],
    [{ a: [{ "equals-ignore-case": 1 }] }, "a.0.equals-ignore-case: must be a string"],
    [{ a: [{ wildcard: 1 }] }, "a.0.wildcard: must be a string"],
    [{ a: [{ wildcard: "a\\" }] }, "a.0.wildcard: must have only * or \\ after a backslash"],
    [
      { a: [{ numeric: 5 }] },
      'a.0.numeric: must be ["=", n], one bound such as [">", n], or two such as [">", n, "<", m] with n < m',
    ],
    [{ a: [{ cidr: 5 }] }, "a.0.cidr: must be an IPv4 or IPv6 range, such as 10.0.0.0/24"],
    [
      { a: [{ "anything-but": null }] },
      "a.0.anything-but: must be a string, a number, a list of strings, a list of numbers, or an object " +
        "with one of prefix, suffix, equals-ignore-case and wildcard",
    ],
  ];
  it.each(table)("%j is named with the place", (pattern, issue) => {
    expect(issues(pattern)).toContain(issue);
  });

  const arguments_: readonly [operator: string, argument: unknown][] = [
    ["numeric", []],
    ["numeric", ["=", 1, "<", 2]],
    ["numeric", ["<", 5, ">", 1]],
    ["numeric", [">", 5, "<", 5]],
    ["numeric", ["!=", 5]],
    ["cidr", "10.0.0.0"],
    ["cidr", "10.0.0.0/33"],
    ["cidr", "10.0.0/8"],
    ["cidr", 10],
    ["cidr", ["10.0.0.0/24"]],
    ["cidr", "g10.0.0.0/24"],
    ["cidr", "10.0.0.0/24x"],
    ["cidr", "2001:db8::/129"],
    ["suffix", null],
    ["anything-but", []],
    ["anything-but", ["x", 1]],
    ["anything-but", { prefix: "" }],
    ["anything-but", { numeric: [">", 1] }],
    ["anything-but", { prefix: "a", suffix: "b" }],
    ["anything-but", { wildcard: "a**" }],
  ];
  it.each(arguments_)("%s with %j", (operator, argument) => {
    expect(issues({ a: [{ [operator]: argument }] }).map((issue) => issue.split(":")[0])).toEqual([`a.0.${operator}`]);
  });

  it("has every fault named at once", () => {
    expect(issues({ a: "x", b: [{ foo: 1 }, { exists: 1 }] })).toHaveLength(3);
  });

  it("may be nested without end, and isn't followed", () => {
    const deep = Array.from({ length: 40 }).reduce<Record<string, unknown>>((inner) => ({ a: inner }), { a: ["x"] });
    expect(issues(deep)).toEqual([`${"a.".repeat(16)}a: must not be nested deeper than 16 levels`]);
  });
});

describe("a pattern that just meets the limits", () => {
  it.each([
    ["length", { a: ["x".repeat(4_086)] }],
    ["depth", Array.from({ length: 16 }).reduce<Record<string, unknown>>((inner) => ({ a: inner }), { a: ["x"] })],
  ])("of %s is compiled", (_, pattern) => {
    expect(parseEventPattern(pattern).outcome).toBe("ok");
  });

  it("has a part for each field", () => {
    expect(compiled({ a: ["x"], $or: [{ b: ["y"] }, { c: { d: ["z"] } }] })).toMatchObject([
      { kind: "value", field: "a", conditions: ["x"], mayBeAbsent: false },
      {
        kind: "or",
        alternatives: [
          [{ kind: "value", field: "b" }],
          [{ kind: "object", field: "c", parts: [{ kind: "value", field: "d" }] }],
        ],
      },
    ]);
  });
});

describe("a wildcard", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });

  it("agrees with the regular expression of the same meaning", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, (literals, value) => {
        const filled = literals.map((literal, at) =>
          at > 0 && at < literals.length - 1 && literal === "" ? "a" : literal,
        );
        const expected = new RegExp(`^${filled.join(".*")}$`).test(value);
        expect(matchesPattern(compiled({ f: [{ wildcard: filled.join("*") }] }), { f: value })).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("agrees with it on long literals that begin again within themselves", () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom("a", "a", "b"), minLength, maxLength });
    const value = fc
      .tuple(fc.array(letters(0, 6), { maxLength: 3 }), letters(17, 24), fc.nat({ max: 5 }), fc.boolean())
      .map(([around, literal, cut, isWhole]) => {
        const begun = literal.slice(0, literal.length - cut);
        return { literal, text: `${around.join("")}${begun}${isWhole ? literal : begun}${around.at(-1) ?? ""}` };
      });
    fc.assert(
      fc.property(value, ({ literal, text: given }) => {
        const pattern = compiled({ f: [{ wildcard: `*${literal}*` }] });
        expect(matchesPattern(pattern, { f: given })).toBe(given.includes(literal));
      }),
      { numRuns: 2_000 },
    );
  });

  it("stays fast on what makes backtracking matchers hang", () => {
    const pattern = compiled({ f: [{ wildcard: `${"a*".repeat(500)}b` }] });
    // CPU time, so that nothing else on the machine counts.
    const began = process.cpuUsage();
    for (let round = 0; round < 100; round += 1) matchesPattern(pattern, { f: "a".repeat(20_000) });
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});
