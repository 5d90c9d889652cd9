import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { type BridgeWorld, requestsPerSecond } from "../bridge-world.ts";

const minute = 60_000;

/** Ms after which nothing of a paused instance is read any more: a poll under way reads on to its deadline. */
const lastRequests = 120_000;

/** In no span of time was the source asked for more than the instance's budget, and for nothing of a paused instance. */
export function judgeBudget(world: BridgeWorld): void {
  for (const [instance, times] of world.requests) judgeInstance(world, instance, times);
}

function judgeInstance({ timings, witness, people }: BridgeWorld, instance: string, times: readonly number[]): void {
  const paused = people.pausedOf(instance);
  for (const at of times)
    if (paused.during(at - lastRequests, at).every(Boolean))
      witness.violates(`the source is asked for ${instance}, which is paused since ${lastRequests} ms`);
  for (const window of [1, 5]) {
    const allowed = requestsPerSecond * 60 * window + capacityOf(requestsPerSecond, bucketWindow(timings));
    let first = 0;
    for (const [last, at] of times.entries()) {
      while (at - times[first]! >= window * minute) first += 1;
      if (last - first + 1 <= allowed) continue;
      witness.violates(`the source got ${last - first + 1} requests within ${window} min, and ${allowed} are allowed`);
      return;
    }
  }
}
