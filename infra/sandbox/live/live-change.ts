import { Problem } from "../http/problem.ts";
import type { Instance } from "../store/instance.ts";
import { pick, type Random, seededRandom } from "../store/random.ts";
import { documentSteps, type Step } from "./document-steps.ts";
import { recordSteps } from "./record-steps.ts";

const steps: readonly (readonly [weight: number, step: Step])[] = [...recordSteps, ...documentSteps];
const totalWeight = steps.reduce((sum, [weight]) => sum + weight, 0);

/** The step has its own seed, so a delayed write doesn't affect the next changes. */
export async function liveChange(instance: Instance, random: Random): Promise<void> {
  const employees = instance.tables.person
    .all()
    .slice(0, 10)
    .filter((person) => person.isUser);
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

/** Simulates other users of the platform at a steady mean rate. The order of their changes depends only on the seed. */
export function startLiveTraffic(options: {
  readonly instances: readonly Instance[];
  readonly changesPerMinute: number;
  readonly seed: number;
}): { stop(): void } {
  const timers = new Set<NodeJS.Timeout>();
  for (const [place, instance] of options.instances.entries()) {
    const random = seededRandom(options.seed * 31 + place);
    const schedule = () => {
      // Exponential gaps, because people work in bursts.
      const gap = (-Math.log(1 - random()) * 60_000) / options.changesPerMinute;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void liveChange(instance, random);
        schedule();
      }, gap);
      timers.add(timer);
    };
    schedule();
  }
  return {
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
