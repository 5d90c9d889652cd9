import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const ann = (fields: JsonObject): JsonObject => ({
  firstName: "Ann",
  created: "2026-01-05T07:30:00Z",
  ...fields,
});

describe("rows that no table can hold", () => {
  const deep = (levels: number): JsonObject => (levels === 0 ? {} : { in: deep(levels - 1) });

  it.each([
    ["a number beyond any table's", { estimate: 1e200 }],
    ["one too near zero", { estimate: 1e-200 }],
    ["nesting deeper than any table's", { extra: deep(40) }],
  ])("are left out, and the others of their page are written: %s", async (_, fields) => {
    const { see, mirror } = mirrorWith();
    expect(await see("person", [ann({ id: "p1", ...fields }), ann({ id: "p2", estimate: 0.5 })])).toEqual({
      outcome: "observed",
      changed: 1,
      news: ["p2"],
      quarantined: [{ id: "p1", reason: "unreadable" }],
    });
    expect(mirror.items.map(({ sk }) => sk)).toEqual(["p2"]);
  });
});
