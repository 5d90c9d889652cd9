import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptAnswer } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import {
  type DeliveryRow,
  deliveryRow,
  deliveryState,
  exampleRun,
  isFinal,
  newDeliveryRow,
  pingRun,
  postponement,
  withAnswer,
} from "../../../../shared/delivery/rows/delivery-row.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { idOf } from "../../fanout/an-event.ts";

const now = Date.UTC(2026, 10, 21, 9);
const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(1), run: "0", attempt: 1 };
const failed: AttemptAnswer = { at: now, ms: 20, timing: {}, result: "failed", status: 500, type: "person.updated" };
const plan = { timings: defaultTimings, chance: 0 };
const waits = [...defaultTimings.messageRetries, ...defaultTimings.backlogRetries];

/** The row after attempts that all failed, `probe` for each that was a probe. */
function rowAfter(attempts: readonly boolean[]): DeliveryRow {
  return attempts.reduce(
    (row, probe) => {
      const attempt = row.attempt + 1;
      return withAnswer(row, { attempt, ...(probe && { probe: true as const }) }, failed, plan);
    },
    newDeliveryRow(message, now, 1_000),
  );
}

/** The row after one more response, a failure by default. */
const after = (answer: Partial<AttemptAnswer>, row: DeliveryRow = newDeliveryRow(message, now, 1_000)) =>
  withAnswer(row, { attempt: row.attempt + 1 }, { ...failed, ...answer }, plan);

describe("the row of a delivery with failing attempts", () => {
  it("is as far on the retry schedule as without the probes among its attempts", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (attempts) => {
        const regular = attempts.filter((probe) => !probe).length;
        // Deliveries end with their twelfth regular attempt, and nothing is sent after that.
        fc.pre(regular < waits.length + 1);
        const row = rowAfter([...attempts, false]);
        const wait = waits[regular];
        expect(row.attempt).toBe(attempts.length + 1);
        if (wait === undefined) expect(row).toMatchObject({ state: "expired" });
        else expect(row).toMatchObject({ state: "waiting", nextAt: now + 20 + wait });
      }),
    );
  });

  it("has the requests and responses of its newest five failures", () => {
    let row = newDeliveryRow(message, now, 1_000);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const said = { at: now + attempt, excerpt: `error ${attempt}`, headers: { server: "s" }, sent: { x: "…" } };
      row = after(said, row);
    }
    expect(row.attempts).toHaveLength(7);
    expect(row.failures?.map(({ at, excerpt }) => [at - now, excerpt])).toEqual(
      [3, 4, 5, 6, 7].map((n) => [n, `error ${n}`]),
    );
    expect(row).not.toHaveProperty("excerpt");
  });

  it("grows only by the response when an attempt succeeds", () => {
    const row = after({ result: "delivered", status: 204 });
    expect(row.attempts).toEqual([{ at: now, ms: 20, timing: {}, status: 204 }]);
    expect(row).not.toHaveProperty("failures");
  });

  it("keeps the wait that the endpoint asked for", () => {
    const row = after({ retryAfter: 30_000 });
    expect(row.attempts).toMatchObject([{ status: 500, retryAfter: 30_000 }]);
    expect(row.nextAt).toBe(now + 20 + 30_000);
  });

  it("is held after a probe, and has no next attempt of its own", () => {
    const row = rowAfter([false, true]);
    expect(row).toMatchObject({ state: "held", probes: 1, attempt: 2 });
    expect(row).not.toHaveProperty("nextAt");
  });
});

it("a delivery that was a probe before its time waits for that, and is held if it is over by then", () => {
  const probed = (dueAt: number) => withAnswer(rowAfter([false]), { attempt: 2, probe: true, dueAt }, failed, plan);
  const early = probed(now + 30 * 60_000);
  expect(early, "no probe shortens the schedule").toMatchObject({
    state: "waiting",
    nextAt: now + 30 * 60_000,
    probes: 1,
  });
  expect(probed(now + 20)).toMatchObject({ state: "held", probes: 1 });
  expect(probed(now + 20)).not.toHaveProperty("nextAt");
});

describe("the row after one response", () => {
  it("is delivered, and keeps the start of the response", () => {
    const row = after({ result: "delivered", excerpt: "thanks" });
    expect(row).toMatchObject({ state: "delivered", excerpt: "thanks", rev: 1 });
    expect(after({}, row)).not.toHaveProperty("excerpt");
  });

  it("is blocked and retried if the address was refused, and held without a retry if the endpoint wants no more", () => {
    const row = after({ result: "blocked", error: "blocked" });
    expect(row).toMatchObject({ state: "blocked", nextAt: now + 20 + 5_000, attempts: [{ error: "blocked" }] });
    const unwanted = after({ disable: "gone" });
    expect([unwanted.state, unwanted.nextAt]).toEqual(["held", undefined]);
  });

  it("is expired after the last step of the schedule", () => {
    const last = rowAfter(waits.map(() => false));
    expect(last).toMatchObject({ state: "waiting", attempt: waits.length });
    const row = after({}, last);
    expect(row).toMatchObject({ state: "expired", attempt: waits.length + 1 });
    expect(row).not.toHaveProperty("nextAt");
  });

  it.each([
    [pingRun, "ping"],
    [exampleRun, "example"],
  ])("has failed at once if it was requested: run %s", (run, stored) => {
    expect(run).toBe(stored);
    expect(after({}, newDeliveryRow({ ...message, run }, now, 1_000))).toMatchObject({ state: "failed" });
  });

  it("keeps a later attempt's number if an earlier one is recorded late", () => {
    const row = { ...newDeliveryRow(message, now, 1_000), attempt: 3 };
    expect(withAnswer(row, { attempt: 2 }, failed, plan).attempt).toBe(3);
  });

  it("lists the newest fifty attempts", () => {
    const row = rowAfter(Array.from({ length: 60 }, () => true));
    expect(row).toMatchObject({ attempt: 60, probes: 60 });
    expect(row.attempts).toHaveLength(50);
  });
});

describe("a stored row", () => {
  it("is new without an attempt, and has its retention in seconds", () => {
    const position = { record: "r", seq: 1, part: 0 };
    expect(newDeliveryRow({ ...message, position }, now, 1_001)).toMatchObject({
      ...{ position, state: "waiting", attempt: 0, attempts: [], rev: 0 },
      expiresAt: now / 1_000 + 2,
    });
  });

  it("is read as it was written", () => {
    const row = {
      ...newDeliveryRow({ ...message, position: { record: "r", seq: 1, part: 0 } }, now, 1_000),
      ...{ type: "person.updated", state: "blocked", attempt: 2, probes: 1, claimedAt: now, excerpt: "thanks" },
      attempts: [
        { at: now, ms: 1.5, timing: { dns: 1 }, status: 500, error: "timeout", retryAfter: 5, late: true },
        { at: now, ms: 1 },
      ],
      failures: [{ at: now, excerpt: "no", headers: { server: "s" }, sent: { x: "y" } }],
      ...{ quotedIn: ["n1"], nextAt: now + 1, postponed: "backlog", rev: 3 },
    };
    expect(deliveryRow.parse(row)).toEqual(row);
  });

  it("has one of these states, three of them final", () => {
    const states = ["waiting", "delivered", "expired", "held", "blocked", "failed"] as const;
    expect(deliveryState.options).toEqual(states);
    expect(states.filter((state) => isFinal({ state }))).toEqual(["delivered", "expired", "failed"]);
    expect(postponement.options).toEqual(["rateLimit", "backlog"]);
  });
});
