import * as fc from "fast-check";
import { anyCharacter } from "../support/any-character.ts";

/** Names that break readers: inherited ones, path separators, lone surrogates, numbers. */
export const hostileName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "id", "name", "modified", "a.b", "a/b~c", "", "\ud800", "0"),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);

/** Number texts: beyond 2^53, beyond a double, beyond DynamoDB's digits. */
const numberText = fc.oneof(
  fc.constantFrom("9007199254740993", "1e400", "-1E-400", "-0", "5e-324", "1e126", "0.10", `1${"0".repeat(60)}`),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,45})(\.[0-9]{1,25})?$/),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
);

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom("\udc00", "2026-01-05T07:30:00+01:00", "9999-99-99T99:99:99Z", "https://hook.example/x"),
);

/** The text of any JSON value, well formed, with repeated names and deep nesting. */
export const { value: jsonText } = fc.letrec<{ value: string; list: string; object: string; deep: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    numberText,
    text.map((one) => JSON.stringify(one)),
    fc.constantFrom("true", "false", "null"),
    tie("list"),
    tie("object"),
    tie("deep"),
  ),
  list: fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
  // Names may be repeated: JSON allows it, and readers differ in their handling.
  object: fc.array(fc.tuple(hostileName, tie("value")), { maxLength: 4 }).map(objectText),
  deep: fc.integer({ min: 1, max: 600 }).map((depth) => `${'{"a":['.repeat(depth)}0${"]}".repeat(depth)}`),
}));

export function objectText(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

/** Any value that a caller may pass on after parsing. */
export const jsonValue = jsonText.map((json): unknown => JSON.parse(json));
