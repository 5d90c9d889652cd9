import { describe, expect, test } from "vitest";
import type { RecordRow } from "../../../../shared/mirror/records/record-observation.ts";
import { type Incomplete } from "../../../../shared/polling/feed-reader.ts";
import { observeAnswered } from "../../../../shared/polling/observe/observe-answered.ts";
import { recordRow } from "../../../../shared/polling/rows/record-row.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { down } from "../support/answers.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const fine: SourceAnswer<unknown> = { outcome: "ok", value: {}, moment: { beganAt: 0, asOf: 0 } };
const rowsOf = (...ids: string[]): RecordRow[] => ids.map((id) => ({ id, body: { id } }));
const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

/** A page of rows before a mirror that reads each by id, eight at a time, until some aren't answered. */
function setUp(ids: readonly string[], requests = Number.POSITIVE_INFINITY) {
  const { feed, quarantine, poison } = new PollingFixture("project-timeline");
  const bad = new Set(ids.filter((id) => id.startsWith("bad")));
  const taken = new Set<string>();
  const state = {
    ...{ asked: [] as string[], witnesses: 0, left: requests, outage: false },
    ...{ others: [] as string[], reason: undefined as string | undefined },
  };
  const read = (id: string): Incomplete["reason"] | "ok" => {
    state.asked.push(id);
    state.left -= 1;
    return state.left < 0 ? "exhausted" : state.outage || bad.has(id) ? "unavailable" : "ok";
  };
  const observe = async (rows: readonly RecordRow[]) => {
    const asking = rows.filter(({ id }) => !taken.has(id));
    for (let start = 0; start < asking.length; start += 8) {
      const answers = asking.slice(start, start + 8).map(({ id }) => ({ id, answer: read(id) }));
      for (const { id, answer } of answers) if (answer === "ok") taken.add(id);
      const reason = answers.find(({ answer }) => answer !== "ok")?.answer;
      const unanswered = answers.filter(({ answer }) => answer === "unavailable").map(({ id }) => id);
      if (reason !== undefined && reason !== "ok")
        return { outcome: { outcome: "incomplete", reason, unanswered } as const };
    }
    return { outcome: { outcome: "observed" } as const };
  };
  const visit = async (failures: number, rev = 1) => {
    Object.assign(state, { asked: [], witnesses: 0, left: requests });
    const page = rowsOf(...ids);
    const { outcome, unanswered, kept } = await observeAnswered(
      quarantine,
      { ...feed, failures, rev },
      page,
      observe,
      (others) => {
        state.others = others.map(({ id }) => id).sort();
        return others.slice(0, 3).map(({ id }) => async () => {
          state.witnesses += 1;
          state.left -= 1;
          return state.left < 0 ? { outcome: "exhausted" } : state.outage || bad.has(id) ? down : fine;
        });
      },
    );
    state.reason = outcome.outcome === "incomplete" ? outcome.reason : undefined;
    return { outcome: outcome.outcome, unanswered: [...unanswered].sort(), kept };
  };
  /** Visits of a feed that fails again and again, until one brings in the page. */
  const visitsUntilObserved = async () => {
    for (let visits = 1; visits <= 500; visits += 1)
      if ((await visit(4 + visits, visits)).outcome === "observed") return visits;
    throw new Error("the page never comes in");
  };
  const aside = () => poison.map((row) => recordRow(row)?.id ?? "").sort();
  return { bad, taken, state, visit, visitsUntilObserved, aside, poison };
}

describe("rows of a page without a response by id", () => {
  test("are waited for while the feed has rarely failed", async () => {
    const { visit, aside } = setUp(["bad0", "good0"]);
    expect(await visit(4)).toEqual({ outcome: "incomplete", unanswered: [], kept: 0 });
    expect(aside()).toEqual([]);
  });

  test("are quarantined, any number of them, after one read each", async () => {
    const { bad, taken, state, visit, aside } = setUp([...many("bad", 50), ...many("good", 150)]);
    expect(await visit(5)).toEqual({ outcome: "observed", unanswered: [...bad].sort(), kept: 50 });
    expect(aside()).toEqual([...bad].sort());
    expect(taken.size).toBe(150);
    expect(state.asked).toHaveLength(200);
    expect(state.witnesses).toBeLessThanOrEqual(3 * Math.ceil(50 / 8));
  });

  test("wait for another visit with other witnesses if the chosen witnesses don't respond either", async () => {
    const { visitsUntilObserved, aside } = setUp([...many("bad", 60), "good0"]);
    expect(await visitsUntilObserved()).toBeGreaterThan(1);
    expect(aside()).toHaveLength(60);
  });

  test("wait for the next visit where no request is left for a witness, which is no failure", async () => {
    const { state, visit } = setUp(["bad0", "good0"], 2);
    expect(await visit(5)).toMatchObject({ outcome: "incomplete" });
    expect(state.reason).toBe("exhausted");
    state.outage = true;
    expect(await visit(4)).toMatchObject({ outcome: "incomplete" });
    expect(state.reason).toBe("unavailable");
  });

  test("have witnesses that neither wait for an answer themselves nor are in quarantine", async () => {
    const { state, visit, poison } = setUp(["bad0", "bad1", "good0", "good1"]);
    poison.push({ id: "bad1" });
    expect(await visit(5)).toMatchObject({ outcome: "observed", unanswered: ["bad0", "bad1"] });
    expect(state.others).toEqual(["good0", "good1"]);
  });

  test("stay if no other row responds", async () => {
    const { state, visit, aside } = setUp([...many("bad", 5), ...many("good", 20)]);
    state.outage = true;
    for (let failures = 0; failures < 30; failures += 1)
      expect(await visit(failures, failures)).toEqual({ outcome: "incomplete", unanswered: [], kept: 0 });
    expect(aside()).toEqual([]);
  });

  test("are kept by a visit without enough requests for all of them, so that the next one continues", async () => {
    const { visitsUntilObserved, aside } = setUp([...many("bad", 40), ...many("good", 40)], 30);
    expect(await visitsUntilObserved()).toBeLessThan(15);
    expect(aside()).toHaveLength(40);
  });
});

describe("quarantined rows", () => {
  test("aren't waited for, and need no witness", async () => {
    const { state, visit } = setUp(["bad0", "good0"]);
    await visit(5);
    expect(await visit(0)).toEqual({ outcome: "observed", unanswered: ["bad0"], kept: 0 });
    expect(state.witnesses).toBe(0);
  });

  test("are read a few at a time, others at each visit, until they respond", async () => {
    const { bad, taken, state, visit, visitsUntilObserved } = setUp(many("bad", 60).concat(many("good", 10)));
    await visitsUntilObserved();
    const asked = new Set<string>();
    for (let rev = 0; rev < 20; rev += 1) {
      expect((await visit(0, rev)).outcome).toBe("observed");
      expect(state.asked.length).toBeLessThanOrEqual(16);
      for (const id of state.asked) asked.add(id);
    }
    expect(asked.size).toBeGreaterThan(45);
    bad.clear();
    await visit(0);
    expect(taken.size).toBe(70);
  });
});
