import type { FirstContactCounts, StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { defined } from "../../../shared/kernel/defined.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import type { NodeEngine } from "../node-engine.ts";

/** The numbers that `GET /v1/status` can't read by key. `host` adds what only the host's thread knows. */
export function statusProbe(
  engine: NodeEngine,
  host: Pick<StatusProbe, "alive" | "backups" | "fullSince"> = {},
): StatusProbe {
  const deliveries = reused(engine.clock, async () =>
    // The table also contains alerts, which have their own states.
    Object.fromEntries(await engine.table("deliveries").countBy("state", "sub_")),
  );
  const owners = new Map<string, () => Promise<FirstContactCounts>>();
  const ownersOf = (instance: string) =>
    reused(engine.clock, async () => {
      const byDrained = await engine.table("feeds").countBy("drained", `${instance}#owner#`);
      const [met, unmet] = [byDrained.get("1") ?? 0, byDrained.get("0") ?? 0];
      return { met, known: met + unmet };
    });
  return {
    queueDepths: reused(engine.clock, () => depthsOf(engine)),
    deliveriesByState: deliveries,
    ownersMet: (instance) => {
      const count = owners.get(instance) ?? ownersOf(instance);
      owners.set(instance, count);
      return count();
    },
    ...host,
    publishedUntil: async () => {
      // The time is read first, because a change that is written during the next read may not be published yet.
      const now = engine.clock.now();
      return (await engine.mirrorChanges.waitingSince()) ?? now;
    },
    changesSetAside: async () => (await engine.mirrorChanges.depth()).failed,
  };
}

async function depthsOf(engine: NodeEngine): ReturnType<StatusProbe["queueDepths"]> {
  const depths = Object.values(queues).map(async ({ name }) => {
    const queue = engine.queue(name);
    const [depth, readySince, deadSince] = await Promise.all([queue.depth(), queue.readySince(), queue.deadSince()]);
    return [name, { ...depth, ...defined({ readySince, deadSince }) }] as const;
  });
  return Object.fromEntries(await Promise.all(depths));
}

/** A count is reused for this many times its duration, so that each count takes at most 2 % of the thread's time. */
const reusePerCount = 50;
/** In ms. The portal may ask every second. */
const shortestReuse = 10_000;
/** In ms. A clock that jumps, or a machine that sleeps during the count, could make the result far too long. */
const longestReuse = 900_000;

/** Reuses a count that reads a whole table or queue. Callers that ask during a count wait for that count. */
export function reused<T>(clock: Clock, count: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly lasts: number; readonly counts: T } | undefined;
  let underWay: Promise<T> | undefined;
  const renewed = async () => {
    const since = clock.now();
    const counts = await count();
    const at = clock.now();
    last = { at, lasts: Math.min(longestReuse, Math.max(shortestReuse, (at - since) * reusePerCount)), counts };
    return counts;
  };
  return async () => {
    if (last !== undefined && Math.abs(clock.now() - last.at) < last.lasts) return last.counts;
    underWay ??= renewed().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
