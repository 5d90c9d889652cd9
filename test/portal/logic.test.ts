import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relativeTime } from "../../infra/portal/app/components/time.tsx";
import { causeOfLast, latencyOf, successOf, whatComesNext } from "../../infra/portal/app/logic/diagnose.ts";
import { withType } from "../../infra/portal/app/logic/event-choice.ts";
import { type LiveRows, withFreshRows, withPendingShown } from "../../infra/portal/app/logic/live-rows.ts";
import { parseObject } from "../../infra/portal/app/logic/parse-object.ts";

describe("a JSON object that somebody writes", () => {
  it("is read, or refused with what is wrong; nothing written is no object", () => {
    expect(parseObject('{"owner":{"type":["Project"]}}')).toEqual({
      outcome: "parsed",
      object: { owner: { type: ["Project"] } },
    });
    expect(parseObject(" \n")).toEqual({ outcome: "parsed" });
    expect(parseObject("{")).toMatchObject({ outcome: "invalid", message: expect.stringMatching(/^This is not JSON/) });
    for (const text of ["[1]", "null", "7", '"text"']) {
      expect(parseObject(text)).toMatchObject({ outcome: "invalid", message: expect.stringMatching(/not an object/) });
    }
  });
});

describe("a choice of event types", () => {
  it("never holds a type twice, and puts the narrower in the wider one's place", () => {
    expect(withType(["person.created", "folder.moved"], "person.*", true)).toEqual(["folder.moved", "person.*"]);
    expect(withType(["person.*"], "person.created", true)).toEqual(["person.created"]);
    expect(withType(["person.*", "bridge.ping"], "*", true)).toEqual(["*", "bridge.ping"]);
    expect(withType(["*"], "bridge.ping", true)).toEqual(["*", "bridge.ping"]);
    expect(withType(["*"], "*", false)).toEqual([]);
  });
});

describe("live rows", () => {
  const idOf = ({ id }: { id: number }) => String(id);
  const rows = (...ids: number[]) => ids.map((id) => ({ id }));

  it("grow at the top, and wait while they are paused", () => {
    const first = withFreshRows({ shown: [], pending: [] }, rows(2, 1), { idOf, isPaused: false });
    const paused = withFreshRows(first, rows(3, 2, 1), { idOf, isPaused: true });
    expect(paused).toEqual({ shown: rows(2, 1), pending: rows(3) });
    const again = withFreshRows(paused, rows(4, 3, 2), { idOf, isPaused: true });
    expect(again).toEqual({ shown: rows(2, 1), pending: rows(4, 3) });
    expect(withPendingShown(again).shown).toEqual(rows(4, 3, 2, 1));
  });

  it("show a row once, as it is now, whatever comes", () => {
    const page = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(page, fc.boolean())), (pages) => {
        let state: LiveRows<{ id: number }> = { shown: [], pending: [] };
        for (const [ids, isPaused] of pages) state = withFreshRows(state, rows(...ids), { idOf, isPaused });
        const all = [...state.pending, ...state.shown].map(idOf);
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBe(new Set(pages.flatMap(([ids]) => ids)).size);
      }),
    );
  });
});

it("relative times read well", () => {
  expect(relativeTime(0, 2_000)).toBe("just now");
  expect(relativeTime(0, 90_000)).toBe("1 minute ago");
  expect(relativeTime(3 * 86_400_000, 0)).toBe("in 3 days");
});

describe("what is said of an endpoint and of a delivery", () => {
  const endpoint = { state: "open", lane: "fast", failures: 5, recentFailures: 0 } as const;

  it("is the cause of its last failure, in words", () => {
    const lastFailure = { event: "evt_1", run: "0", at: "2026-11-21T09:00:00Z", durationMs: 1, status: 404 };
    expect(causeOfLast({ ...endpoint, lastFailure })).toMatch(
      /^Nothing is served at this path \(404\)\. Check the path/,
    );
    expect(causeOfLast(endpoint)).toBe("Nothing is known of a failed attempt.");
  });

  it("is how many attempts succeeded, and 100 % only if all did", () => {
    expect(successOf({ attempts: 1, successRate: 1 })).toBe("100 % of 1 attempt");
    expect(successOf({ attempts: 100_000, successRate: 0.99999 })).toBe("99.9 % of 100000 attempts");
    expect(successOf(undefined)).toBe("no attempts");
  });

  it("is how long answers took", () => {
    expect(latencyOf({ p50Ms: 84, p95Ms: 310 })).toBe("half within 84 ms, 95 % within 310 ms");
    expect(latencyOf(undefined)).toBe("no answers");
  });

  it("is what the bridge says it waits for, or what can be done once it is over", () => {
    const delivery = { event: "evt_1", instance: "acme", run: "0", attempts: [] };
    const wait = { reason: "queued", sentence: "It is about to be sent." } as const;
    expect(whatComesNext({ ...delivery, state: "waiting", wait })).toBe(wait.sentence);
    expect(whatComesNext({ ...delivery, state: "held" })).toBe("It waits.");
    expect(whatComesNext({ ...delivery, state: "failed" })).toMatch(/^A ping is sent once/);
    expect(whatComesNext({ ...delivery, state: "delivered" })).toMatch(/^It arrived/);
    expect(whatComesNext({ ...delivery, state: "expired" })).toMatch(/^Its retries are over/);
  });
});
