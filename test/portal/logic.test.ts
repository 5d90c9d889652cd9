import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relativeTime } from "../../infra/portal/app/components/time.tsx";
import { causeOfLast, latencyOf, successOf, whatComesNext } from "../../infra/portal/app/logic/diagnose.ts";
import { isChosenType, withType } from "../../infra/portal/app/logic/event-choice.ts";
import { explainFilter } from "../../infra/portal/app/logic/explain-filter.ts";
import * as range from "../../infra/portal/app/logic/ip-range.ts";
import { type LiveRows, withFreshRows, withPendingShown } from "../../infra/portal/app/logic/live-rows.ts";

describe("the explanation of a filter", () => {
  const event = {
    type: "project.updated",
    owner: { type: "Company" },
    changes: [{ field: "name" }, { field: "note" }],
  };
  const judged = (filter: unknown) => {
    const verdict = explainFilter(JSON.stringify(filter));
    if (verdict.outcome === "invalid") throw new Error("the filter is invalid");
    return verdict.judge(event);
  };

  it("names each condition that doesn't hold, and no other", () => {
    expect(judged({ owner: { type: ["Company"] } })).toEqual({ matches: true, misses: [] });
    expect(judged({ owner: { type: ["Project"] }, changes: { field: ["status"] }, type: ["project.updated"] })).toEqual(
      {
        matches: false,
        misses: [
          { field: "owner.type", wanted: ["Project"], found: "Company" },
          { field: "changes.field", wanted: ["status"], found: ["name", "note"] },
        ],
      },
    );
  });

  it("takes alternatives as one condition, and an empty filter as none", () => {
    const { misses } = judged({ $or: [{ type: ["a"] }, { type: ["b"] }] });
    expect(misses.map(({ field }) => field)).toEqual(["$or"]);
    const empty = explainFilter("  ");
    expect(empty.outcome === "compiled" && empty.judge({}).matches).toBe(true);
  });

  it("says where a filter is wrong", () => {
    expect(explainFilter("{").outcome).toBe("invalid");
    expect(explainFilter('{"a":{"b":"c"}}')).toMatchObject({ outcome: "invalid", issues: [{ path: "a.b" }] });
  });
});

describe("IP ranges in the browser", () => {
  it("are those of Node", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const four = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join("."));
    const address = fc.oneof(four, fc.ipV6(), fc.string());
    fc.assert(
      fc.property(address, (text) => {
        expect(range.isIP(text)).toBe(isIP(text));
      }),
    );
    const check = (family: "ipv4" | "ipv6", network: string, other: string, bits: number) => {
      const [own, node] = [new range.BlockList(), new BlockList()];
      for (const list of [own, node]) list.addSubnet(network, bits, family);
      for (const one of [network, other]) expect(own.check(one, family)).toBe(node.check(one, family));
    };
    fc.assert(
      fc.property(four, four, fc.integer({ min: 0, max: 32 }), (a, b, bits) => {
        check("ipv4", a, b, bits);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), fc.integer({ min: 0, max: 128 }), (a, b, bits) => {
        check("ipv6", a, b, bits);
      }),
    );
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

  it("covers what subscriptions cover", () => {
    expect(isChosenType(["*"], "bridge.ping")).toBe(false);
    expect(isChosenType(["person.*"], "person.created")).toBe(true);
    expect(isChosenType(["person.*"], "company.created")).toBe(false);
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
