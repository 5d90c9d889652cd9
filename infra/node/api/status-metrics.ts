import { statSync } from "node:fs";
import { join } from "node:path";
import { Gauge, type Registry } from "prom-client";
import type { ApiServices } from "../../../shared/api/api-services.ts";
import { statusOfInstance } from "../../../shared/api/status/instance-status.ts";
import { needsAttention } from "../../../shared/api/status/needs-attention.ts";
import type { NodeEngine } from "../node-engine.ts";

/** Measured when Prometheus asks. */
export const statusGauges = {
  feedhook_feed_lag_seconds: {
    labels: ["instance", "class"],
    help: "time since the longest-waiting feed in a class was read",
  },
  feedhook_budget_requests_per_second: {
    labels: ["instance"],
    help: "requests per second that an instance currently accepts",
  },
  feedhook_budget_unspent_requests: { labels: ["instance"], help: "requests that could be sent now" },
  feedhook_source_unreachable: { labels: ["instance"], help: "1 while the source isn't responding" },
  feedhook_needs_attention: { labels: ["kind"], help: "problems that need an operator, by kind" },
  feedhook_queue_messages: {
    labels: ["queue", "state"],
    help: "messages by queue and state: ready, delayed, inFlight, dead",
  },
  feedhook_queue_oldest_seconds: { labels: ["queue"], help: "age of the oldest ready message" },
  feedhook_deliveries: { labels: ["state"], help: "deliveries that the bridge still lists, by state" },
  feedhook_backup_age_seconds: {
    labels: [],
    help: "age of the newest scheduled backup or, if there is none, time since the start; only where backups are scheduled",
  },
  feedhook_store_bytes: { labels: [], help: "size of the store with its log" },
} as const satisfies { readonly [name: string]: { readonly labels: readonly string[]; readonly help: string } };
export type StatusGauge = keyof typeof statusGauges;

/** Call the returned function, which measures all gauges, before `registry` is read. */
export function statusMetrics(
  registry: Registry,
  services: ApiServices,
  engine: NodeEngine,
  dataDir: string,
): () => Promise<void> {
  const gauge = (name: StatusGauge) => {
    const { labels, help } = statusGauges[name];
    return new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  };
  const lag = gauge("feedhook_feed_lag_seconds");
  const rate = gauge("feedhook_budget_requests_per_second");
  const unspent = gauge("feedhook_budget_unspent_requests");
  const unreachable = gauge("feedhook_source_unreachable");
  const attention = gauge("feedhook_needs_attention");
  const messages = gauge("feedhook_queue_messages");
  const oldest = gauge("feedhook_queue_oldest_seconds");
  const deliveries = gauge("feedhook_deliveries");
  const store = gauge("feedhook_store_bytes");
  const { probe, version } = services;
  const help = "always 1; the label has the bridge's version";
  new Gauge({ name: "feedhook_build_info", help, labelNames: ["version"], registers: [registry] }).set({ version }, 1);
  const backupAge = probe.backups && gauge("feedhook_backup_age_seconds");

  const ofInstances = async () => {
    for (const one of await services.instances.list()) {
      const { name, feeds, budget, unreachable: outage } = await statusOfInstance(one, services);
      unreachable.set({ instance: name }, outage === undefined ? 0 : 1);
      if (budget !== undefined) {
        rate.set({ instance: name }, budget.current);
        unspent.set({ instance: name }, budget.unspent);
      }
      for (const [feedClass, { lagSeconds }] of Object.entries(feeds)) {
        if (lagSeconds !== undefined) lag.set({ instance: name, class: feedClass }, lagSeconds);
      }
    }
  };
  const ofQueues = async () => {
    for (const [queue, depth] of Object.entries((await probe.queueDepths()) ?? {})) {
      for (const state of ["ready", "delayed", "inFlight", "dead"] as const)
        messages.set({ queue, state }, depth[state]);
      const { readySince: since } = depth;
      oldest.set({ queue }, since === undefined ? 0 : Math.max(0, engine.clock.now() - since) / 1_000);
    }
  };
  return async () => {
    // The labels of an instance or a kind that no longer exists must not keep their last value.
    for (const one of [lag, rate, unspent, unreachable, attention, deliveries]) one.reset();
    await Promise.all([ofInstances(), ofQueues()]);
    for (const { kind, count } of await needsAttention(services)) attention.inc({ kind }, count);
    for (const [state, count] of Object.entries((await services.probe.deliveriesByState()) ?? {})) {
      deliveries.set({ state }, count);
    }
    store.set(storeBytes(dataDir));
    const newest = (await probe.backups?.())?.since;
    if (newest !== undefined) backupAge?.set(Math.max(0, engine.clock.now() - newest) / 1_000);
  };
}

function storeBytes(dataDir: string): number {
  const files = ["feedhook.db", "feedhook.db-wal"].map((name) => join(dataDir, name));
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
