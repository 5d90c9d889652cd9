import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PageSkimmer } from "../../../shared/source/page-skimmer.ts";

function skimmed(text: string, size = 7): unknown {
  const skimmer = new PageSkimmer();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) skimmer.push(bytes.subarray(at, at + size));
  const kept = skimmer.text();
  return kept === undefined ? undefined : JSON.parse(kept);
}

const huge = "x".repeat(200_000);

describe("a page that is too large to be read", () => {
  it("yields what leads past it: the ids and change times of its rows, and the cursor", () => {
    const row = {
      ...{ description: huge, id: 'a"1\\', created: "2026-01-05T07:30:00Z" },
      ...{
        project: { id: "p", deep: [{ id: "q" }, "]}"] },
        tags: ["id", { modified: 1 }],
        modified: "2026-01-05T07:40:00Z",
      },
    };
    const links = { self: "/activity?x={}", next: { nextCursor: "not this one" } };
    const page = { links, items: [row, { id: "a2" }], nextCursor: "c ø", totalItems: 7 };
    const kept = {
      items: [{ id: 'a"1\\', created: row.created, modified: row.modified }, { id: "a2" }],
      ...{ nextCursor: "c ø", totalItems: 7 },
    };
    for (const size of [1, 2, 3, 64, 1_000_000]) {
      expect(skimmed(JSON.stringify(page), size)).toEqual(kept);
      expect(skimmed(JSON.stringify(page, undefined, 2), size)).toEqual(kept);
    }
  });

  it("yields a bounded number of rows and members, however many come", () => {
    const rows = (count: number) => `{"items":[${Array.from({ length: count }, () => "{}").join()}]}`;
    expect(skimmed(rows(1_000), 64)).toMatchObject({ items: { length: 1_000 } });
    expect(skimmed(rows(1_001), 64)).toBeUndefined();
    const skimmer = new PageSkimmer();
    const ids = Array.from({ length: 5_000 }, (_, at) => `"id":${at}`).join();
    skimmer.push(Buffer.from(`{"items":[{${ids}}]}`));
    expect(skimmer.text()).toHaveLength(`{"items":[{${`"id":4999,`.repeat(9)}"id":4999}]}`.length);
    expect(JSON.parse(skimmer.text() ?? "")).toEqual({ items: [{ id: 4_999 }] });
  });

  it("yields no value that is itself too long, and only from whole pages", () => {
    expect(skimmed(JSON.stringify({ items: [{ id: huge, created: "c" }], nextCursor: "n" }), 5_000)).toEqual({
      items: [{ created: "c" }],
      nextCursor: "n",
    });
    for (const text of ["", "[]", "<html>", '"text"', '{"items":[{"id":"a"}]', '{"items":[', "}", "[{}]"]) {
      expect(skimmed(text)).toBeUndefined();
    }
  });

  it.each([
    [
      '{ "items" : [ { "id" : 1 , "created" :\ttrue } ] , "nextCursor" : null }',
      { items: [{ id: 1, created: true }], nextCursor: null },
    ],
    ['{"items":[{"id":["a","b"],"created":{"id":"x","y":["z"]},"modified":7}]}', { items: [{ modified: 7 }] }],
    ['{"items":[{"items":[{"id":"x"}],"id":"y"}],"id":"no"}', { items: [{ id: "y" }] }],
    ['{"items":{"nextCursor":"no","id":"no"},"nextCursor":"n"}', { items: [], nextCursor: "n" }],
    ['{"rows":[{"id":"no"}],"items":["id",{"id":"a"},["id"]]}', { items: [{ id: "a" }] }],
    ['{"links":[["nextCursor"],{"nextCursor":"no"}],"items":[],"totalItems":3}', { items: [], totalItems: 3 }],
  ])("is kept from %s as %j", (text, kept) => {
    for (const size of [1, 5, 1_000]) expect(skimmed(text, size)).toEqual(kept);
  });

  it("keeps a value of 16 KB, and none that is longer, whatever its kind", () => {
    const digits = "1".repeat(16_384);
    const text = (value: string) => `{"items":[{"id":${value},"created":1}]}`;
    const keptOf = (value: string) => {
      const skimmer = new PageSkimmer();
      skimmer.push(Buffer.from(text(value)));
      return skimmer.text();
    };
    for (const value of [digits, `"${digits.slice(2)}"`]) {
      expect(keptOf(value)).toBe(text(value));
      expect(keptOf(value.replace("1", "11"))).toBe('{"items":[{"created":1}]}');
      expect(keptOf(value.replace("1", "12345678"))).toBe('{"items":[{"created":1}]}');
    }
  });

  it("yields what a parser finds, however it is cut into chunks", () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const row = fc.record(
      { id: fc.string(), created: fc.string(), modified: scalar, name: fc.jsonValue(), other: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const page = fc.record(
      { links: fc.jsonValue(), items: fc.array(row), nextCursor: fc.string(), totalItems: fc.integer() },
      { requiredKeys: ["items"] },
    );
    const of = (object: object, names: readonly string[]) =>
      Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
    fc.assert(
      fc.property(page, fc.integer({ min: 1, max: 50 }), (given, size) => {
        expect(skimmed(JSON.stringify(given), size)).toEqual({
          ...of(given, ["nextCursor", "totalItems"]),
          items: given.items.map((one) => of(one, ["id", "created", "modified"])),
        });
      }),
    );
  });
});
