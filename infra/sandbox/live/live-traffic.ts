import type { Instance } from "../store/instance.ts";
import { seededRandom } from "../store/random.ts";
import { liveChange } from "./live-change.ts";

export interface LiveTraffic {
  stop(): void;
}

/**
 * Other users of the platform: changes to records and documents at a steady mean rate, in an order that depends only on
 * the seed.
 */
export function startLiveTraffic(options: {
  readonly instances: readonly Instance[];
  readonly changesPerMinute: number;
  readonly seed: number;
}): LiveTraffic {
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
