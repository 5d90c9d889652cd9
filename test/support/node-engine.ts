import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Handlers } from "../../infra/node/host.ts";
import { MetricsTally } from "../../infra/node/metrics-tally.ts";
import { createNodeEngine, type NodeEngine } from "../../infra/node/node-engine.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "./silent-logger.ts";

/** A node engine in a directory of its own; `remove` closes it and takes the directory away. */
export function openTestEngine(): { engine: NodeEngine; logger: SilentLogger; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  const logger = new SilentLogger();
  const engine = createNodeEngine({
    dataDir,
    settings: {
      partnerUrl: "http://127.0.0.1:1",
      allowInsecureEndpoints: true,
      operatorKeyHash: "",
      timings: defaultTimings,
    },
    logger,
    metrics: new MetricsTally(),
  });
  return {
    engine,
    logger,
    remove: () => {
      engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Handlers that take everything and do nothing, but for those given. */
export function idleHandlers(given: Partial<Handlers> = {}): Handlers {
  const done = async () => ({ batchItemFailures: [] });
  return {
    clock: async () => undefined,
    ...{ tick: done, poll: done, publish: done, fanout: done, deliver: done, recover: done },
    ...given,
  };
}

/** Resolves when `check` holds; fails after 5 s. */
export async function eventually(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !check(); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > end) throw new Error(`never held: ${check.toString()}`);
  }
}
