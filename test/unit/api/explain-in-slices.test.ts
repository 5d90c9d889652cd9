import { expect, it } from "vitest";
import { verdictsOf } from "../../../shared/api/explain/delivery-verdicts.ts";
import { maxSteps } from "../../../shared/subscriptions/patterns/match-pattern.ts";
import { dataWithSkills, dearFilter } from "../../support/dear-filters.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stepsPerTurn } from "../../support/steps-per-turn.ts";
import { aSubscription } from "../delivery/delivery-world.ts";
import { anEvent, idOf } from "../fanout/an-event.ts";

it("compiles each filter once and tests them in slices, and a verdict doesn't depend on the other subscriptions", async () => {
  let looks = 0;
  const subscriptions = Array.from({ length: 30 }, (_, at) => {
    const filter = dearFilter(at);
    const once = { ...aSubscription({ id: `sub_${at}`, createdAt: 0, updatedAt: 0 }), filter: undefined };
    return Object.defineProperty(once, "filter", { enumerable: true, get: () => ((looks += 1), filter) });
  });
  const events = Array.from({ length: 8 }, (_, at) => {
    const envelope = anEvent({ id: idOf(at), data: dataWithSkills(60) });
    const stored = { envelope, body: JSON.stringify(envelope) };
    return { id: envelope.id, type: envelope.type, seq: at, detectedAt: 10, stored };
  });
  let verdicts: Awaited<ReturnType<typeof verdictsOf>> = [];
  const steps = await stepsPerTurn(async () => {
    verdicts = await verdictsOf(new MemoryTable("deliveries"), "acme", events, () => subscriptions);
  });
  const outcomes = verdicts.flatMap((one) => one.verdicts.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(Array.from({ length: 240 }, () => "filtered"));
  // A subscription index reads a filter twice, to know its text and to compile it.
  expect(looks).toBe(2 * subscriptions.length);
  expect(steps.longestTurn).toBeLessThan(maxSteps);
  expect(steps.turns).toBeGreaterThan(steps.total / maxSteps + subscriptions.length / 2);
});
