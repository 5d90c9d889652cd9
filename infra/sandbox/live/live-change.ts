import { Problem } from "../http/problem.ts";
import { take } from "../http/selection.ts";
import type { Instance } from "../store/instance.ts";
import { pick, type Random, seededRandom } from "../store/random.ts";
import { documentSteps } from "./document-steps.ts";
import { recordSteps } from "./record-steps.ts";
import type { Step } from "./step.ts";

const steps: readonly (readonly [weight: number, step: Step])[] = [...recordSteps, ...documentSteps];
const totalWeight = steps.reduce((sum, [weight]) => sum + weight, 0);

/** A change by an employee. The step has its own seed, so a write that waits doesn't change the others. */
export async function liveChange(instance: Instance, random: Random): Promise<void> {
  const employees = take(instance.tables.person.all(), 10).filter((person) => person.isUser);
  const actorId = pick(random, employees)?.id ?? 0;
  const step = choose(random() * totalWeight);
  const stepRandom = seededRandom(Math.floor(random() * 0x1_0000_0000));
  const write = await instance.beginWrite(actorId, instance.settings.liveLateMilliseconds);
  if (instance.isClosed) return;
  try {
    step(instance, stepRandom, write);
  } catch (error) {
    // A user's mistake, such as moving a document to where it already is, changes nothing.
    if (!(error instanceof Problem)) throw error;
  }
}

function choose(point: number): Step {
  let left = point;
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  return () => undefined;
}
