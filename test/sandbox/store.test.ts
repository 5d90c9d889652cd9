import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { MaskedIds } from "../../infra/sandbox/store/masked-ids.ts";
import { rankOf, Table, withoutRows } from "../../infra/sandbox/store/table.ts";
import { formatInstant, parseInstant } from "../../infra/sandbox/store/time.ts";

interface Row {
  readonly id: number;
  readonly key: number;
}

const compare = (left: Row, right: Row): number => left.key - right.key || left.id - right.id;

describe("Table", () => {
  test("keeps its orders and buckets sorted after any writes and removals, and finds places in them", () => {
    const rows = fc.uniqueArray(fc.record({ id: fc.nat(5000), key: fc.nat(50) }), {
      selector: (row) => row.id,
      minLength: 1,
      maxLength: 1500,
    });
    fc.assert(
      fc.property(rows, fc.nat(50), fc.nat(5000), (all, key, id) => {
        const table = new Table<Row>({
          schema: z.object({ id: z.number(), key: z.number() }),
          orders: { key: (row) => (row.key === 13 ? undefined : row.key) },
          buckets: { key: (row) => [row.key] },
        });
        for (const row of all) table.put({ ...row, key: 50 - row.key });
        // Reading an order sorts it; later writes keep it sorted.
        expect(table.order("key").rows.length).toBeLessThanOrEqual(all.length);
        for (const row of all) table.put(row);
        for (const row of all) if (row.id % 3 === 0) table.remove(row.id);
        const kept = all.filter((row) => row.id % 3 !== 0).toSorted(compare);
        const keyed = kept.filter((row) => row.key !== 13);
        expect(table.size).toBe(kept.length);
        expect(table.order("key").rows).toEqual(keyed);
        expect(table.all()).toEqual(kept.toSorted((left, right) => left.id - right.id));
        expect(table.bucket("key", key)).toEqual(kept.filter((row) => row.key === key));
        expect(withoutRows(table.order("key"), table.bucket("key", key))).toEqual(
          keyed.filter((row) => row.key !== key),
        );
        expect(rankOf(table.order("key"), { key, id })).toBe(
          keyed.filter((row) => compare(row, { key, id }) <= 0).length,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("MaskedIds", () => {
  const ids = new MaskedIds("acme");

  test("reads back what it masked, and distinguishes malformed ids from another kind's", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 - 1 }), (number) => {
        const masked = ids.mask("person", number);
        expect(masked).toMatch(/^[\w-]{11}$/);
        expect(ids.read("person", masked)).toEqual({ outcome: "ok", number });
        expect(ids.read("company", masked)).toEqual({ outcome: "unknown" });
      }),
    );
    for (const text of ["", "1", "not-an-id", "AAAAAAAAAAA", `${ids.mask("person", 1)}A`]) {
      expect(ids.read("person", text), text).toEqual({ outcome: "invalid" });
    }
  });

  test("differs between instances", () => {
    expect(new MaskedIds("globex").read("person", ids.mask("person", 1)).outcome).toBe("invalid");
  });
});

describe("instants", () => {
  test("keep microseconds through text, and offsets count", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e15 }), (instant) => {
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
    expect(parseInstant("2026-01-01T01:00:00+01:00")).toBe(parseInstant("2026-01-01T00:00:00Z"));
  });

  test("refuse anything but a date-time with an offset", () => {
    for (const text of [
      "2026-01-01",
      "2026-01-01T00:00:00",
      "2026-02-30T00:00:00Z",
      "2026-01-01T00:00:00 02:00",
      "now",
    ]) {
      expect(parseInstant(text), text).toBeUndefined();
    }
  });
});
