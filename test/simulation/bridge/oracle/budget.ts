import { capacityOf } from "../../../../shared/schedule/budget/token-bucket.ts";
import { bucketWindow } from "../../../../shared/schedule/tick/refilled-plan.ts";
import { type BridgeWorld, requestsPerSecond } from "../bridge-world.ts";

const seconds = 1_000;
const minute = 60 * seconds;

/** After this time (ms), nothing of a paused instance is read any more. A running poll continues until its deadline. */
const lastRequests = 120_000;
/** The span (ms) over which a process keeps to the rate. */
const paced = 10 * seconds;
/**
 * How much later (ms) than it begins a request may be sent. The second one applies if calls take up to 4 s, and a
 * request may make two.
 */
const [underWay, slowlyUnderWay] = [100, 8 * seconds];

type Request = { readonly at: number; readonly process: string };

/**
 * Checks that the source never got more requests than the instance's budget allows (docs/scheduling.md), from a single
 * process or from all of them, and none for a paused instance.
 */
export function judgeBudget(world: BridgeWorld): void {
  for (const [instance, requests] of world.requests) judgeInstance(world, instance, requests);
}

function judgeInstance(
  { timings, witness, people, conditions }: BridgeWorld,
  instance: string,
  requests: readonly Request[],
): void {
  const paused = people.pausedOf(instance);
  const times = requests.map(({ at }) => at);
  for (const at of times)
    if (paused.during(at - lastRequests, at).every(Boolean))
      witness.violates(`the source is asked for ${instance}, which is paused since ${lastRequests} ms`);
  for (const [process, own] of Map.groupBy(requests, (request) => request.process)) {
    const most = mostWithin(
      own.map(({ at }) => at),
      paced - (conditions.faults.slowCall > 0 ? slowlyUnderWay : underWay),
    );
    const allowed = (requestsPerSecond * paced) / seconds;
    if (most > allowed)
      witness.violates(`${process} sends ${most} requests within ${paced} ms, and ${allowed} are allowed`);
  }
  // What was granted earlier and had to wait in queues and for responses is sent in addition to what is granted
  // meanwhile.
  const carried = timings.startBy + timings.pollDeadline;
  const saved = capacityOf(requestsPerSecond, bucketWindow(timings));
  for (const window of [minute, 5 * minute, 15 * minute]) {
    const most = mostWithin(times, window);
    const allowed = (requestsPerSecond * (window + carried)) / seconds + saved;
    if (most > allowed)
      witness.violates(`the source got ${most} requests within ${window} ms, and ${allowed} are allowed`);
  }
}

function mostWithin(times: readonly number[], window: number): number {
  let [most, first] = [0, 0];
  for (const [last, at] of times.entries()) {
    while (at - times[first]! >= window) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
