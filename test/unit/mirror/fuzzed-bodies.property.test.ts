import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../support/any-character.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { sentAndPublished } from "./sent-and-published.ts";

/** `RUNS=3000 npx vitest run test/unit/mirror/fuzzed-bodies` tests more. */
const bodies = Number(process.env["RUNS"] ?? 2_000);
const perPage = 1_000;

const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,40})$/);
const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.maxSafeInteger().map(String),
  fc
    .tuple(fc.constantFrom("", "-"), digits, fc.constantFrom("", ".5", ".10", ".12345678901234567890"))
    .map((parts) => parts.join("")),
  fc.constantFrom("9007199254740993", "1e400", "-1E-400", "1.0e+2", "5e-324", "-0", "0.0", "1e126", "1E-131"),
);
/** Names like `0` would come first in any place, because an object's order is no part of its value. */
const name = fc.oneof(
  fc.constantFrom(
    "constructor",
    "__proto__",
    "toString",
    "a.b",
    "a/b~c",
    "",
    " ",
    "\ud800",
    "æøå 🦊",
    "id",
    "name",
    "packed",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }).filter((text) => !/^\d+$/.test(text)),
);
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom("2026-01-05T07:30:00+01:00", "\udc00"),
);

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      numberText,
      text.map((one) => JSON.stringify(one)),
      fc.constantFrom("true", "false", "null"),
    ),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
  object: fc.uniqueArray(fc.tuple(name, tie("value")), { maxLength: 3, selector: ([key]) => key }).map(objectText),
}));
const fields = fc.uniqueArray(
  fc.tuple(
    name.filter((key) => key !== "id"),
    value,
  ),
  { maxLength: 4, selector: ([key]) => key },
);

function objectText(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${member}`).join(",")}}`;
}

/** Equal exactly when both texts are the same JSON, number for number, without any reader of ours. */
function spelled(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : valueOf(token),
  );
}

function valueOf(number: string): string {
  const [mantissa = "", power = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = BigInt(whole.replace("-", "") + fraction);
  if (all === 0n) return "0";
  const bare = String(all).replace(/0+$/, "");
  const zeros = String(all).length - bare.length;
  return `${number.startsWith("-") ? "-" : ""}${bare}e${Number(power) - fraction.length + zeros}`;
}

/** Generating is slow compared to the tested code, so bodies are made of generated members, each in many of them. */
const pool = fc.sample(fields, { numRuns: 2_500, seed: 11 }).flat();

function generated(randomness: SeededRandomness, id: string): string {
  const count = Math.floor(randomness.fraction() * 5);
  const members = Array.from({ length: count }, () => pool[Math.floor(randomness.fraction() * pool.length)]!);
  return objectText([["id", JSON.stringify(id)], ...new Map(members)]);
}

test(`${bodies} generated bodies are published as they were sent, through mirror, change stream and DynamoDB's notation`, async () => {
  const randomness = new SeededRandomness(11);
  for (let page = 0; page < bodies / perPage; page += 1) {
    const { send } = sentAndPublished();
    const sent = Array.from({ length: perPage }, (_, at) => generated(randomness, `c${at}`));
    const { events } = await send("company", ...sent);
    const reported = new Map(events.map(({ subject, data }) => [subject.id, JSON.stringify(data)]));
    const differing = sent.filter((row, at) => spelled(reported.get(`c${at}`) ?? "") !== spelled(row));
    expect(differing).toEqual([]);
  }
}, 600_000);
