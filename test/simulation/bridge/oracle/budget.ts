import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { type BridgeWorld, requestsPerSecond } from "../bridge-world.ts";

const minute = 60_000;

/** In no span of time was the source asked for more than the instance's budget. */
export function judgeBudget({ requests, timings, witness }: BridgeWorld): void {
  for (const window of [1, 5]) {
    const allowed = requestsPerSecond * 60 * window + capacityOf(requestsPerSecond, bucketWindow(timings));
    let first = 0;
    for (const [last, at] of requests.entries()) {
      while (at - requests[first]! >= window * minute) first += 1;
      if (last - first + 1 <= allowed) continue;
      witness.violates(`the source got ${last - first + 1} requests within ${window} min, and ${allowed} are allowed`);
      return;
    }
  }
}
