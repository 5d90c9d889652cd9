import { expect, it } from "vitest";
import { journalLimits, readJournal } from "../../../../shared/polling/journal/read-journal.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { arrayVisits } from "../../../support/array-visits.ts";

/** A journal with this many equal entries. */
function sourceOf(entries: number): Source {
  const items = Array.from({ length: entries }, () => ({ changedField: "name", changed: "2026-01-05T07:30:00Z" }));
  const page = { items, nextCursor: undefined, totalItems: undefined };
  return {
    page: async () => ({ outcome: "ok", value: page, moment: { beganAt: 0, asOf: 0 } }),
    one: async () => ({ outcome: "exhausted" }),
  };
}

it("twice as many equal entries take twice as many steps", async () => {
  const owner = { type: "Person", id: "a1" } as const;
  const known = () => new Map<string, number>();
  const range = { limits: journalLimits, owner, from: null, large: true, known };
  const steps = async (entries: number) => {
    const source = sourceOf(entries);
    return arrayVisits(async () => {
      const { bodies } = await readJournal(source, range);
      expect(Array.from(bodies.values(), ({ length }) => length)).toEqual([entries]);
    });
  };
  expect((await steps(400)) / (await steps(200))).toBeLessThan(2.1);
});
