import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  admit,
  disabledCircuit,
  dueCircuitStep,
  type EndpointCircuit,
  healthyCircuit,
  newCircuit,
  nextLook,
  type Outcome,
  stepAt,
  withOutcomes,
  withProbe,
} from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { defaultTimings as timings } from "../../../../shared/kernel/timings.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.UTC(2026, 10, 21, 9);

const failures = (count: number, from = begin, gap = hour): Outcome[] =>
  Array.from({ length: count }, (_, n) => ({ at: from + n * gap, ok: false }));
const openCircuit = withOutcomes(newCircuit, failures(5, begin, 0), timings);

describe("a healthy endpoint's circuit", () => {
  it("opens after five failures in a row, however far apart", () => {
    expect(withOutcomes(newCircuit, failures(4), timings).state).toBe("healthy");
    expect(withOutcomes(newCircuit, failures(5), timings)).toMatchObject({ state: "open", since: begin + 4 * hour });
  });

  it("opens when half of the last 20 attempts failed within a minute", () => {
    const mixed = (gap: number) => Array.from({ length: 20 }, (_, n) => ({ at: begin + n * gap, ok: n % 2 === 0 }));
    expect(withOutcomes(newCircuit, mixed(3_000), timings).state).toBe("open");
    expect(withOutcomes(newCircuit, mixed(4_000), timings).state).toBe("healthy");
    const fewer = mixed(3_000).map(({ at, ok }) => ({ at, ok: !ok }));
    expect(withOutcomes(newCircuit, fewer.slice(0, 19), timings).state).toBe("healthy");
  });

  it("stays healthy with fewer failures, in any order", () => {
    const outcomes = fc.array(fc.record({ ok: fc.boolean(), gap: fc.nat({ max: 30_000 }) }), { maxLength: 60 });
    fc.assert(
      fc.property(outcomes, (given) => {
        let at = begin;
        const seen: Outcome[] = [];
        let circuit = newCircuit;
        for (const { ok, gap } of given) {
          at += gap;
          seen.push({ at, ok });
          circuit = withOutcomes(circuit, [{ at, ok }], timings);
          const row = seen.length - 1 - seen.findLastIndex((one) => one.ok);
          const last = seen.slice(-20);
          const half = last.length === 20 && at - last[0]!.at <= minute && last.filter((one) => !one.ok).length >= 10;
          expect(circuit.state).toBe(!ok && (row >= 5 || half) ? "open" : "healthy");
          if (circuit.state === "open") return;
        }
      }),
    );
  });

  it("delays its first probe as the failed response that opened it asked", () => {
    expect(openCircuit.probeAt).toBe(begin + 30_000);
    const asked = [...failures(4, begin, 0), { at: begin, ok: false, retryAfter: 5 * minute }];
    expect(withOutcomes(newCircuit, asked, timings).probeAt).toBe(begin + 5 * minute);
  });

  it("delays its first probe for an earlier failure's Retry-After, unless the endpoint has succeeded since", () => {
    const asked = { at: begin, ok: false, retryAfter: 5 * minute };
    const others = failures(4, begin, 0);
    expect(withOutcomes(newCircuit, [asked, ...others], timings).probeAt).toBe(begin + 5 * minute);
    const answered = [asked, { at: begin, ok: true }, ...failures(5, begin, 0)];
    expect(withOutcomes(newCircuit, answered, timings).probeAt).toBe(begin + 30_000);
  });
});

describe("an open circuit", () => {
  it("has a probe due after 30 s, 1, 2, 5, 10, 20, 30 minutes, then every 30 minutes", () => {
    let circuit = openCircuit;
    let at = begin;
    const gaps: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      gaps.push((circuit.probeAt! - at) / minute);
      at = circuit.probeAt!;
      circuit = withOutcomes(withProbe(circuit, at, timings), [{ at, ok: false }], timings);
    }
    expect(gaps).toEqual([0.5, 1, 2, 5, 10, 20, 30, 30, 30]);
  });

  it("closes with any success, and its drain starts with the smallest batch", () => {
    const closed = withOutcomes(openCircuit, [{ at: begin + minute, ok: true }], timings);
    expect(closed).toMatchObject({ state: "healthy", failures: 0, drain: { at: begin + minute, size: 10 } });
    expect(closed).not.toHaveProperty("probeAt");
  });

  it("sends a notice after 10 minutes, a warning at 48 hours, the pause at 72 and the end 14 days later", () => {
    const steps: { step: string; hours: number }[] = [];
    let circuit: EndpointCircuit = openCircuit;
    for (let at = begin; at < begin + 20 * 24 * hour; at += minute) {
      const due = dueCircuitStep(circuit, at, timings);
      if (due === undefined) continue;
      steps.push({ step: due.step === "notify" ? due.what : due.step, hours: (at - begin) / hour });
      if (due.step === "disable") break;
      circuit = due.circuit;
      if (due.step === "pause") expect(circuit.probeAt).toBe(at + 6 * hour);
    }
    expect(steps).toEqual([
      { step: "failing", hours: 10 / 60 },
      { step: "pausing", hours: 48 },
      { step: "pause", hours: 72 },
      { step: "disable", hours: 72 + 14 * 24 },
    ]);
  });

  it("sends its notices with the pause at the latest, if that comes soon", () => {
    const soon = { ...timings, unhealthyLimit: 5 * minute };
    expect(stepAt(openCircuit, soon)).toBe(begin + 5 * minute);
    expect(stepAt({ ...openCircuit, notified: "failing" }, soon)).toBe(begin);
  });

  it("has its next probe when a failed probe's response asks for it, but no sooner than planned", () => {
    const probed = withProbe(openCircuit, begin, timings);
    const after = (retryAfter: number) => withOutcomes(probed, [{ at: begin, ok: false, retryAfter }], timings).probeAt;
    expect([after(hour), after(1)]).toEqual([begin + hour, probed.probeAt]);
  });

  it("stays in the slow lane when its endpoint recovers", () => {
    const slowUntil = begin + hour;
    const open = withOutcomes({ ...newCircuit, slowUntil }, failures(5, begin, 0), timings);
    expect(withOutcomes(open, [{ at: begin, ok: true }], timings)).toMatchObject({ state: "healthy", slowUntil });
  });

  it("lets nothing age backwards if the clock was set back while it was paused", () => {
    const paused: EndpointCircuit = { ...openCircuit, state: "paused", since: begin, stopped: hour };
    expect(healthyCircuit(paused, begin - minute).stopped).toBe(hour);
  });

  it("has a probe due every six hours once it is paused", () => {
    const paused: EndpointCircuit = { ...openCircuit, state: "paused", notified: "paused" };
    expect(withProbe(paused, begin, timings).probeAt).toBe(begin + 6 * hour);
  });
});

describe("an endpoint's states", () => {
  it("match the diagram: every transition in it happens, and no other", () => {
    const random = new SeededRandomness();
    const seen = new Set<string>();
    for (let run = 0; run < 400; run += 1) {
      let circuit: EndpointCircuit = newCircuit;
      let now = begin;
      const enter = (next: EndpointCircuit) => {
        if (next.state !== circuit.state) seen.add(`${circuit.state} > ${next.state}`);
        circuit = next;
      };
      for (let step = 0; step < 60; step += 1) {
        const chance = random.fraction();
        now += chance < 0.5 ? 1_000 : chance * 20 * hour;
        const what = random.fraction();
        const due = dueCircuitStep(circuit, now, timings);
        if (what < 0.5) enter(withOutcomes(circuit, [{ at: now, ok: false }], timings));
        else if (what < 0.55) enter(withOutcomes(circuit, [{ at: now, ok: true }], timings));
        else if (what < 0.6) enter(disabledCircuit(circuit, now));
        else if (what < 0.65) enter(healthyCircuit(circuit, now));
        else if (what < 0.75) enter(withProbe(circuit, now, timings));
        else if (due?.step === "disable") enter(disabledCircuit(circuit, now));
        else if (due !== undefined) enter(due.circuit);
      }
    }
    expect([...seen].sort()).toEqual([
      ...["disabled > healthy", "healthy > disabled", "healthy > open"],
      ...["open > disabled", "open > healthy", "open > paused", "paused > disabled", "paused > healthy"],
    ]);
  });

  it.each([
    ["healthy", {}, ["dial", "dial", "dial"]],
    ["healthy", { drain: { at: begin, size: 10 } }, ["dial", "behind", "dial"]],
    ["open", { probeAt: begin + 1 }, ["hold", "hold", "dial"]],
    ["paused", { probeAt: begin }, ["hold", "hold", "dial"]],
    ["disabled", {}, ["hold", "hold", "hold"]],
  ] as const)("%s, %j: a delivery, one to an endpoint with limits, a probe", (state, fields, expected) => {
    const circuit: EndpointCircuit = { ...newCircuit, state, ...fields };
    const admissions = [admit(circuit, {}, false, begin), admit(circuit, {}, true, begin)];
    expect([...admissions, admit(circuit, { probe: true }, false, begin)]).toEqual(expected);
  });
});

const ends = ["ok", "resume", "halt"] as const;
const happening = fc.record({
  // Only failures in a row open a circuit.
  kind: fc.constantFrom(...(["failed", "failed", "failed", "failed", "failed", "look", "look"] as const), ...ends),
  gap: fc.integer({ min: 0, max: 20 * hour }),
});

it("whatever happens to an endpoint, deliveries age unless it is paused or disabled, and it is probed while it is unhealthy", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 80 }), (happenings) => {
      let circuit: EndpointCircuit = newCircuit;
      let now = begin;
      let still = 0;
      for (const { kind, gap } of happenings) {
        now += gap;
        if (circuit.state === "paused" || circuit.state === "disabled") still += gap;
        const before = circuit;
        if (kind === "ok" || kind === "failed") {
          circuit = withOutcomes(circuit, [{ at: now, ok: kind === "ok" }], timings);
        } else if (kind === "resume") circuit = healthyCircuit(circuit, now);
        else if (kind === "halt") circuit = before.state === "disabled" ? before : disabledCircuit(before, now);
        else {
          if (circuit.probeAt !== undefined && circuit.probeAt <= now) circuit = withProbe(circuit, now, timings);
          const due = dueCircuitStep(circuit, now, timings);
          if (due?.step === "disable") circuit = disabledCircuit(circuit, now);
          else if (due !== undefined) circuit = due.circuit;
        }
        const running = circuit.state === "paused" || circuit.state === "disabled" ? circuit.stopped : still;
        expect(circuit.stopped).toBe(running);
        const isUnhealthy = circuit.state === "open" || circuit.state === "paused";
        expect(nextLook(circuit, true, timings) !== undefined).toBe(isUnhealthy);
        expect(stepAt(circuit, timings) !== undefined).toBe(isUnhealthy);
        expect(nextLook(circuit, false, timings), "without a delivery to probe with").toBe(stepAt(circuit, timings));
        if (kind === "ok" && before.state !== "disabled") expect(circuit.state).toBe("healthy");
        if (circuit.state === "paused" && before.state === "open") {
          expect(now - before.since).toBeGreaterThanOrEqual(timings.unhealthyLimit);
        }
      }
    }),
  );
});

const acknowledged = { at: begin, by: "ci", note: "known", cause: "401" };
const known: EndpointCircuit = { ...openCircuit, acknowledged };

it("an acknowledgement stays while the endpoint fails, also when it is paused, and ends with any other new state", () => {
  const [failed] = failures(1, begin + hour);
  expect(withOutcomes(known, [failed!], timings)).toMatchObject({ state: "open", acknowledged });
  expect(withProbe(known, begin, timings)).toMatchObject({ acknowledged });
  const long: EndpointCircuit = { ...known, notified: "pausing", since: begin };
  const step = dueCircuitStep(long, begin + timings.unhealthyLimit, timings);
  expect(step).toMatchObject({ step: "pause", circuit: { state: "paused", acknowledged } });
  for (const ended of [healthyCircuit(known, begin), disabledCircuit(known, begin)]) {
    expect(ended).not.toHaveProperty("acknowledged");
  }
  expect(withOutcomes(known, [{ at: begin + hour, ok: true }], timings)).not.toHaveProperty("acknowledged");
});
