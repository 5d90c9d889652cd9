import { describe, expect, test } from "vitest";
import { changeDelays, percentile } from "../../bench/bad-source/change-delays.ts";
import type { Received } from "../../e2e/support/flaky-subscriber.ts";
import type { OracleEntry } from "../../e2e/support/oracle.ts";
import { anEvent } from "../fanout/an-event.ts";

const start = Date.UTC(2026, 0, 5, 8);
const entry = (sequence: number, change: OracleEntry["change"]): OracleEntry => ({
  ...{ sequence, change, visibleAt: new Date(start + sequence * 1_000).toISOString() },
});
const named = (sequence: number, id: string, name: string): OracleEntry =>
  entry(sequence, { resource: "person", id, operation: "update", body: { id, name } });
const reported = (after: number, id: string, name: string): Received => {
  const event = anEvent({ subject: { type: "person", id, seq: 1, part: 1 }, data: { id, name } });
  return { event, body: "", at: start + after };
};

describe("changeDelays", () => {
  test("a change is delivered with the first event of its state or a later one", () => {
    const oracle = [named(1, "a", "A"), named(2, "a", "B"), named(3, "a", "C"), named(4, "b", "B")];
    const delays = changeDelays(oracle, 1, [reported(500, "a", "A"), reported(5_000, "a", "C")]);
    expect(delays.map(({ sequence, deliveredAt }) => [sequence, deliveredAt && deliveredAt - start])).toEqual([
      [2, 5_000],
      [3, 5_000],
      [4, undefined],
    ]);
    expect(percentile(delays, 0.5)).toBe(3_000);
    expect(percentile(delays, 0.99)).toBe(Number.POSITIVE_INFINITY);
  });

  test("changes without an event, and records removed later, aren't waited for", () => {
    const gone = entry(4, { resource: "person", id: "b", operation: "delete" });
    expect(changeDelays([named(1, "a", "A"), named(2, "a", "A"), named(3, "b", "B"), gone], 1, [])).toEqual([]);
  });

  test("equal entries of a change feed need one event each", () => {
    const owner = { entityType: "Company", entityId: "c" };
    const body = { operation: "DOCUMENT_INSERT", fileName: "n.txt" };
    const change = { resource: "document-change", id: "d", operation: "create", body, owner } as const;
    const event = (id: string, after: number): Received => {
      const type = "document_change.recorded";
      const recorded = anEvent({ id, type, owner: { type: "Company", id: "c" }, data: body });
      return { event: recorded, body: "", at: start + after };
    };
    const taken = [event("evt_1", 2_000), event("evt_1", 2_500)];
    const ends = () => changeDelays([entry(1, change), entry(2, change)], 0, taken).map((one) => one.deliveredAt);
    expect(ends()).toEqual([start + 2_000, undefined]);
    taken.push(event("evt_2", 9_000));
    expect(ends()).toEqual([start + 2_000, start + 9_000]);
  });
});
