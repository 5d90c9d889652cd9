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

const moments = { first: { beganAt: 10, asOf: 20 }, later: { beganAt: 30, asOf: 40 } };

/** A journal whose pages have these entries, and what reading it asked for. */
async function read(pages: readonly (readonly string[])[], range: Partial<Parameters<typeof readJournal>[1]> = {}) {
  const asked: (string | undefined)[] = [];
  const known: (readonly string[])[] = [];
  const source: Source = {
    page: async ({ query }) => {
      asked.push(query?.["cursor"]);
      const at = Number(query?.["cursor"] ?? 0);
      const items = pages[at]?.map((documentId) => ({ documentId })) ?? [];
      const nextCursor = at + 1 < pages.length ? String(at + 1) : undefined;
      const moment = at === 0 ? moments.first : moments.later;
      return { outcome: "ok", value: { items, nextCursor, totalItems: undefined }, moment };
    },
    one: async () => ({ outcome: "exhausted" }),
  };
  const limits = { ...journalLimits, fresh: 3 };
  const result = await readJournal(source, {
    ...{ limits, owner: { type: "Person", id: "a1" }, from: null, large: false },
    known: (fingerprints) => {
      known.push(fingerprints);
      return new Map();
    },
    ...range,
  });
  return { ...result, asked, known };
}

it("ends with the page that brings the new entries beyond the limit, and not before", async () => {
  const { asked, end, asOf, beganAt, known } = await read([["a", "b"], ["b"], ["a"], ["c"]]);
  expect({ asked, end, asOf, beganAt }).toEqual({
    ...{ asked: [undefined, "1", "2"], end: { outcome: "next" } },
    ...{ asOf: moments.later.asOf, beganAt: moments.first.beganAt },
  });
  // Also an entry that isn't known is looked up only once.
  expect(known.map(({ length }) => length)).toEqual([2, 1, 1]);
  expect((await read([["a", "b"], ["c"]])).end).toEqual({ outcome: "done" });
});

it("looks up each entry once, and ends as soon as enough is read", async () => {
  const lookedUp: (readonly string[])[] = [];
  const { asked, end } = await read([["a", "a"], ["a", "b"], ["a"], ["b"]], {
    known: (fingerprints) => {
      lookedUp.push(fingerprints);
      return new Map(fingerprints.map((fingerprint) => [fingerprint, 9]));
    },
    enough: (counts) => Math.max(...counts.values()) >= 4,
  });
  expect({ asked, end }).toEqual({ asked: [undefined, "1", "2"], end: { outcome: "next" } });
  expect(lookedUp.map(({ length }) => length)).toEqual([1, 1, 0]);
});

it.each([
  ["a cursor that leads to itself", "c", ["page"], { outcome: "failed", reason: "no_progress" }],
  ["a 400 without a cursor", null, ["badRequest"], { outcome: "parked", reason: "bad_request" }],
  ["a lost cursor", "c", ["badRequest", "page"], { outcome: "lostCursor" }],
  ["an owner that vanished", "c", ["badRequest", "unprocessable"], { outcome: "unprocessable" }],
  ["an outage of the check", "c", ["badRequest", "exhausted"], { outcome: "yielded" }],
  ["no response", null, ["exhausted"], { outcome: "yielded" }],
] as const)("%s ends the reading", async (_, from, answers, end) => {
  const asked: unknown[] = [];
  const source: Source = {
    page: async ({ query }) => {
      const outcome = answers[asked.push(query) - 1];
      if (outcome !== "page") return { outcome: outcome ?? "exhausted" };
      return { outcome: "ok", value: { items: [], nextCursor: "c", totalItems: undefined }, moment: moments.first };
    },
    one: async () => ({ outcome: "exhausted" }),
  };
  const owner = { type: "Person", id: "a1" } as const;
  const known = () => new Map<string, number>();
  const result = await readJournal(source, { limits: journalLimits, owner, from, large: false, known });
  expect(result).toMatchObject({ end, beganAt: answers[0] === "page" ? moments.first.beganAt : 0 });
  const entity = { entityType: "Person", entityId: "a1" };
  const first = { ...entity, limit: "100", ...(from !== null && { cursor: from }) };
  expect(asked).toEqual([first, { ...entity, limit: "1" }].slice(0, answers.length));
});
