import type { FirstContactCounts, StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { defined } from "../../../shared/kernel/defined.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import type { NodeEngine } from "../node-engine.ts";
import { ReusedCount } from "./reused-count.ts";

/** What `GET /v1/status` can't read from the tables by key. `host` adds what only the host's thread knows. */
export function statusProbe(engine: NodeEngine, host: Pick<StatusProbe, "alive" | "backups"> = {}): StatusProbe {
  const deliveries = new ReusedCount(engine.clock, async () =>
    // Alerts to people are in the same table, with their own states.
    Object.fromEntries(await engine.table("deliveries").countBy("state", "sub_")),
  );
  const owners = new Map<string, ReusedCount<FirstContactCounts>>();
  const ownersOf = (instance: string) =>
    new ReusedCount(engine.clock, async () => {
      const byDrained = await engine.table("feeds").countBy("drained", `${instance}#owner#`);
      const [met, unmet] = [byDrained.get("1") ?? 0, byDrained.get("0") ?? 0];
      return { met, known: met + unmet };
    });
  const depths = new ReusedCount(engine.clock, () => depthsOf(engine));
  return {
    queueDepths: () => depths.get(),
    deliveriesByState: () => deliveries.get(),
    ownersMet: (instance) => {
      const count = owners.get(instance) ?? ownersOf(instance);
      owners.set(instance, count);
      return count.get();
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
