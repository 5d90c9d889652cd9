import type { FirstContactCounts, StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { defined } from "../../../shared/kernel/defined.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import type { NodeEngine } from "../node-engine.ts";

/**
 * How long (ms) a count of messages or deliveries is reused. Counting reads the whole table, and the portal may ask
 * every second.
 */
const countsLast = 10_000;

/** What `GET /v1/status` can't read from the tables by key. `host` adds what only the host's thread knows. */
export function statusProbe(engine: NodeEngine, host: Pick<StatusProbe, "alive" | "backups"> = {}): StatusProbe {
  let counted: { readonly at: number; readonly counts: Readonly<Record<string, number>> } | undefined;
  const owners = new Map<string, { readonly at: number; readonly counts: FirstContactCounts }>();
  let depths: { readonly at: number; readonly counting: ReturnType<StatusProbe["queueDepths"]> } | undefined;
  return {
    queueDepths: async () => {
      const now = engine.clock.now();
      if (depths === undefined || now - depths.at >= countsLast) depths = { at: now, counting: depthsOf(engine) };
      try {
        return await depths.counting;
      } catch (error) {
        depths = undefined;
        throw error;
      }
    },
    deliveriesByState: async () => {
      const now = engine.clock.now();
      if (counted === undefined || now - counted.at >= countsLast) {
        // Alerts to people are in the same table, with their own states.
        const byState = await engine.table("deliveries").countBy("state", "sub_");
        counted = { at: now, counts: Object.fromEntries(byState) };
      }
      return counted.counts;
    },
    ownersMet: async (instance) => {
      const known = owners.get(instance);
      const now = engine.clock.now();
      if (known !== undefined && now - known.at < countsLast) return known.counts;
      const byDrained = await engine.table("feeds").countBy("drained", `${instance}#owner#`);
      const [met, unmet] = [byDrained.get("1") ?? 0, byDrained.get("0") ?? 0];
      const counts = { met, known: met + unmet };
      owners.set(instance, { at: now, counts });
      return counts;
    },
    ...host,
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
