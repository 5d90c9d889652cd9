import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { RequestPace } from "../../../shared/source/request-pace.ts";
import { durations, pollConnections } from "./prices.ts";

type Worker = { readonly pace: RequestPace; freeAt: number };

/**
 * The poll function's workers, each with its own pace (docs/scheduling.md): a request that would come too soon waits,
 * and the function's time is charged. A message goes to the free worker that was busy last, or to a new one.
 */
export class PollWorkers {
  readonly #workers: Worker[] = [];

  /** How long (ms) a message takes that starts at `beganAt` and makes this many requests to one instance. */
  run(beganAt: number, requests: number, perSecond: number): number {
    const worker = this.#freeAt(beganAt);
    const connections = Array.from({ length: pollConnections }, () => beganAt);
    for (let request = 0; request < requests; request += 1) {
      const wait = worker.pace.reserve("instance", perSecond, beganAt, Number.POSITIVE_INFINITY) ?? 0;
      const first = connections.indexOf(Math.min(...connections));
      connections[first] = Math.max(beganAt + wait, connections[first] ?? 0) + durations.pollRequest;
    }
    worker.freeAt = Math.max(...connections) + durations.pollBase;
    return worker.freeAt - beganAt;
  }

  #freeAt(now: number): Worker {
    const free = this.#workers.filter(({ freeAt }) => freeAt <= now);
    const last = free.reduce<Worker | undefined>(
      (one, other) => (one && one.freeAt > other.freeAt ? one : other),
      undefined,
    );
    if (last !== undefined) return last;
    const worker: Worker = { pace: new RequestPace(defaultTimings.tick), freeAt: now };
    this.#workers.push(worker);
    return worker;
  }
}
