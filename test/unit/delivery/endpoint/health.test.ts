import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueCircuitStep, nextLook, stepAt } from "../../../../shared/delivery/endpoint/circuit-timers.ts";
import {
  closedCircuit,
  disabledCircuit,
  type EndpointCircuit,
  newCircuit,
  type Outcome,
  withOutcomes,
  withProbe,
} from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { defaultTimings as timings } from "../../../../shared/kernel/timings.ts";

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2026, 10, 21, 9);

const failures = (count: number, from = begin, gap = hour): Outcome[] =>
  Array.from({ length: count }, (_, n) => ({ at: from + n * gap, ok: false }));
const openHealth = withOutcomes(newCircuit, failures(5, begin, 0), timings);

describe("an endpoint opens", () => {
  it("after five failures in a row, however far apart", () => {
    expect(withOutcomes(newCircuit, failures(4), timings).state).toBe("healthy");
    expect(withOutcomes(newCircuit, failures(5), timings)).toMatchObject({ state: "open", since: begin + 4 * hour });
  });

  it("when half of the last 20 failed within a minute", () => {
    const mixed = (gap: number) => Array.from({ length: 20 }, (_, n) => ({ at: begin + n * gap, ok: n % 2 === 0 }));
    expect(withOutcomes(newCircuit, mixed(3_000), timings).state).toBe("open");
    expect(withOutcomes(newCircuit, mixed(4_000), timings).state).toBe("healthy");
    expect(withOutcomes(newCircuit, mixed(3_000).slice(0, 19), timings).state).toBe("healthy");
  });

  it("not for fewer failures than that, in whatever order", () => {
    const outcomes = fc.array(fc.record({ ok: fc.boolean(), gap: fc.nat({ max: 30_000 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(outcomes, (given) => {
        let at = begin;
        const seen: Outcome[] = [];
        let health = newCircuit;
        for (const { ok, gap } of given) {
          at += gap;
          seen.push({ at, ok });
          health = withOutcomes(health, [{ at, ok }], timings);
          const row = seen.length - 1 - seen.findLastIndex((one) => one.ok);
          const last = seen.slice(-20);
          const half = last.length === 20 && at - last[0]!.at <= minute && last.filter((one) => !one.ok).length >= 10;
          expect(health.state).toBe(!ok && (row >= 5 || half) ? "open" : "healthy");
          if (health.state === "open") return;
        }
      }),
    );
  });

  it("and its first probe waits as long as a failed answer asked", () => {
    expect(openHealth.probeAt).toBe(begin + 30_000);
    const asked = [...failures(4, begin, 0), { at: begin, ok: false, retryAfter: 5 * minute }];
    expect(withOutcomes(newCircuit, asked, timings).probeAt).toBe(begin + 5 * minute);
  });
});

describe("an open endpoint", () => {
  it("is probed after 30 s, 1, 2, 5, 10, 20, 30 minutes, then every 30 minutes", () => {
    let health = openHealth;
    let at = begin;
    const gaps: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      gaps.push((health.probeAt! - at) / minute);
      at = health.probeAt!;
      health = withOutcomes(withProbe(health, at, timings), [{ at, ok: false }], timings);
    }
    expect(gaps).toEqual([0.5, 1, 2, 5, 10, 20, 30, 30, 30]);
  });

  it("closes with any success, from the smallest portion", () => {
    const closed = withOutcomes(openHealth, [{ at: begin + minute, ok: true }], timings);
    expect(closed).toMatchObject({ state: "healthy", failures: 0, drain: { at: begin + minute, size: 10 } });
    expect(closed).not.toHaveProperty("probeAt");
  });

  it("is told as failing after 10 minutes, warned at 48 hours, paused at 72, disabled 14 days after", () => {
    const steps: { step: string; hours: number }[] = [];
    let health: EndpointCircuit = openHealth;
    for (let at = begin; at < begin + 20 * 24 * hour; at += minute) {
      const due = dueCircuitStep(health, at, timings);
      if (due === undefined) continue;
      steps.push({ step: due.step === "tell" ? due.what : due.step, hours: (at - begin) / hour });
      if (due.step === "disable") break;
      health = due.health;
    }
    expect(steps).toEqual([
      { step: "failing", hours: 10 / 60 },
      { step: "pausing", hours: 48 },
      { step: "pause", hours: 72 },
      { step: "disable", hours: 72 + 14 * 24 },
    ]);
  });

  it("paused is probed every six hours", () => {
    const paused: EndpointCircuit = { ...openHealth, state: "paused", told: "paused" };
    expect(withProbe(paused, begin, timings).probeAt).toBe(begin + 6 * hour);
  });
});

describe("whatever happens to an endpoint", () => {
  const happening = fc.record({
    kind: fc.constantFrom("ok", "failed", "look", "resume", "halt"),
    gap: fc.integer({ min: 0, max: 20 * hour }),
  });

  it("messages' clocks stand still exactly while it is paused or disabled, and it is looked at again while unhealthy", () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 80 }), (happenings) => {
        let health: EndpointCircuit = newCircuit;
        let now = begin;
        let still = 0;
        for (const { kind, gap } of happenings) {
          now += gap;
          if (health.state === "paused" || health.state === "disabled") still += gap;
          const before = health;
          if (kind === "ok" || kind === "failed") {
            health = withOutcomes(health, [{ at: now, ok: kind === "ok" }], timings);
          } else if (kind === "resume") health = closedCircuit(health, now);
          else if (kind === "halt") health = before.state === "disabled" ? before : disabledCircuit(before, now);
          else {
            if (health.probeAt !== undefined && health.probeAt <= now) health = withProbe(health, now, timings);
            const due = dueCircuitStep(health, now, timings);
            if (due?.step === "disable") health = disabledCircuit(health, now);
            else if (due !== undefined) health = due.health;
          }
          const running = health.state === "paused" || health.state === "disabled" ? health.stopped : still;
          expect(health.stopped).toBe(running);
          const isDark = health.state === "open" || health.state === "paused";
          expect(nextLook(health, true, timings) !== undefined).toBe(isDark);
          expect(stepAt(health, timings) !== undefined).toBe(isDark);
          if (kind === "ok" && before.state !== "disabled") expect(health.state).toBe("healthy");
          if (health.state === "paused" && before.state === "open") {
            expect(now - before.since).toBeGreaterThanOrEqual(timings.unhealthyLimit);
          }
        }
      }),
    );
  });
});
