import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../../shared/kernel/canonical-json.ts";
import { parseExact } from "../../shared/kernel/exact-json.ts";
import { isStorable, type Json, json, setMember } from "../../shared/kernel/json.ts";
import type { Item, Table } from "../../shared/kernel/ports/table.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import type { TableHarness } from "../contract/table-contract.ts";
import { engines } from "../contract/table-engines.ts";
import { FakeClock } from "../support/fake-clock.ts";

/** `written`, the code of a refusal, or what was read instead of what was put. */
type Outcome = string;

const numberText = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt(0n, 10n ** 44n), fc.nat(44), fc.integer({ min: -145, max: 145 }))
  .map(([sign, digits, places, power]) => {
    const text = digits.toString().padStart(places + 1, "0");
    return `${sign}${text.slice(0, text.length - places)}${places === 0 ? "" : `.${text.slice(-places)}`}e${power}`;
  });
const number = numberText.map((text) => json.parse((parseExact(`[${text}]`) as unknown[])[0]));
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "\u0000", "\ud800", "name", "size", "__proto__", "#n0", ":v0", "a.b", "a[0]"),
);
const leaf: fc.Arbitrary<Json> = fc.oneof(number, texts, fc.constantFrom(null, true, false, 0, -0));

const inList = (value: Json): Json => [value];
const inMap = (value: Json): Json => ({ n: value });
/** A value inside this many lists and maps. */
const deep = fc
  .tuple(leaf, fc.array(fc.constantFrom(inList, inMap), { minLength: 25, maxLength: 36 }))
  .map(([inner, wraps]) => wraps.reduce<Json>((value, wrap) => wrap(value), inner));
const tree: fc.Arbitrary<Json> = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(fc.tuple(texts, tie("tree")), { maxLength: 4 }).map((members) => {
      const object: { [name: string]: Json } = {};
      for (const [name, value] of members) setMember(object, name, value);
      return object;
    }),
  ),
})).tree;
const exact: Json = json.parse((parseExact("[123456789012345678901234567890123456789012345]") as unknown[])[0]);
/** The bytes of a text, or of a list element, as observed in DynamoDB Local. */
function sizeOf(unit: Json): number {
  if (typeof unit === "string") return Buffer.byteLength(unit);
  if (typeof unit === "number") return { "7": 3, "-1234567": 7, "0.5": 3, "1.25": 4 }[String(unit)] ?? 3;
  if (unit === exact) return 1 + 45;
  return typeof unit === "object" && unit !== null ? { "{}": 4, '{"n":1}': 8, "[[]]": 8 }[JSON.stringify(unit)]! : 2;
}
/** Near 400 KB, with values whose size differs most between memory, UTF-8 and DynamoDB. */
const large = fc
  .tuple(
    fc.constantFrom<Json>(
      ...["x", "é", "🦊", "\u0001", 7, -1234567, 0.5, 1.25, 1e20, exact],
      true,
      null,
      {},
      { n: 1 },
      [[]],
    ),
    fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  )
  .map(([unit, share]): Json => {
    const count = Math.floor((share * 400 * 1024) / sizeOf(unit));
    return typeof unit === "string" ? unit.repeat(count) : Array.from({ length: count }, () => unit);
  });

describe("limits of items on this engine and on SQLite", () => {
  const clock = new FakeClock();
  const harnesses: TableHarness[] = [];
  let items = 0;
  beforeAll(async () => {
    for (const { open } of engines) harnesses.push(await open(clock));
  });
  afterAll(async () => {
    for (const { close } of harnesses) await close();
  });

  const outcomes = (write: (table: Table, pk: string) => Promise<Outcome>, name: TableName = "feeds") => {
    items += 1;
    return Promise.all(harnesses.map(async ({ table }) => outcomeOf(() => write(table(name), `item-${items}`))));
  };
  const roundTrip = (value: Json) =>
    outcomes(async (table, pk) => {
      await table.put([{ item: { pk, sk: "a", value } }]);
      return comparison(value, (await table.get({ pk, sk: "a" }))?.["value"]);
    });
  const updated = (value: Json) =>
    outcomes(async (table, pk) => {
      await table.update({ key: { pk, sk: "a" }, set: { value } });
      return comparison(value, (await table.get({ pk, sk: "a" }))?.["value"]);
    });

  test.each([
    ["small", tree, 1_500],
    ["deep", deep, 300],
  ] as const)("%s values are accepted or refused by both, and come back unchanged", async (_, values, numRuns) => {
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async (value, isUpdate) => {
        const [sqlite, dynamo] = await (isUpdate ? updated(value) : roundTrip(value));
        expect(dynamo).toBe(sqlite);
        expect(["written", "invalid_input"]).toContain(dynamo);
        if (isStorable(value)) expect(dynamo).toBe("written");
      }),
      { numRuns, seed: 31 },
    );
  });

  test("DynamoDB accepts what SQLite accepts near 400 KB, and refuses larger items as too large", async () => {
    await fc.assert(
      fc.asyncProperty(large, async (value) => {
        const [sqlite, dynamo] = await roundTrip(value);
        expect(["written", "item_too_large"]).toContain(sqlite);
        expect(["written", "item_too_large"]).toContain(dynamo);
        if (sqlite === "written") expect(dynamo).toBe("written");
      }),
      { numRuns: 40, seed: 31 },
    );
  });

  test("keys of items and indexes are accepted up to the last byte, and no further", async () => {
    const put = (item: Omit<Item, "pk">) => (table: Table, pk: string) =>
      table.put([{ item: { ...item, sk: "a", pk } }]).then(([outcome]) => String(outcome));
    for (const [key, expected] of [
      [{ wheel: "w".repeat(2_048) }, "written"],
      [{ wheel: "é".repeat(1_024) }, "written"],
      [{ wheel: "w".repeat(2_049) }, "invalid_input"],
      [{ wheel: "" }, "invalid_input"],
    ] as const) {
      expect(await outcomes(put({ sk: "a", ...key }))).toEqual([expected, expected]);
    }
    for (const [name, pk, sk, expected] of [
      ["mirror", "p".repeat(2_048), "s".repeat(1_024), "written"],
      ["mirror", "p".repeat(2_049), "s", "invalid_input"],
      ["mirror", "p", "s".repeat(1_025), "invalid_input"],
      // An index sorts by it.
      ["feeds", "p".repeat(1_024), "s", "written"],
      ["feeds", "p".repeat(1_025), "s", "invalid_input"],
    ] as const) {
      const write = (table: Table) => table.put([{ item: { pk, sk } }]).then(([outcome]) => String(outcome));
      expect(await outcomes(write, name)).toEqual([expected, expected]);
    }
  });
});

function comparison(put: Json, read: Json | undefined): Outcome {
  const [expected, found] = [canonicalJson(put), canonicalJson(read ?? null)];
  return found === expected ? "written" : `${found.slice(0, 200)} instead of ${expected.slice(0, 200)}`;
}

async function outcomeOf(write: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}
