import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../functions/runtime/system-ports.ts";
import type { Handlers } from "../../infra/node/host.ts";
import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { createSqliteEngine } from "../../infra/node/sqlite-engine.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "./silent-logger.ts";

export type TestEngine = {
  readonly engine: NodeEngine;
  readonly another: () => NodeEngine;
  readonly logger: SilentLogger;
  readonly dataDir: string;
  readonly remove: () => void;
};

/** How a contract suite opens an engine with a clock that it controls. */
export type OpenEngine = (clock: Clock) => TestEngine;

/**
 * An engine in a new directory. `remove` closes it and deletes the directory. `another` opens the same store as a
 * separate process would: its writes don't wake the consumers of `engine`.
 */
export function openTestEngine(clock: Clock = systemClock): TestEngine {
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  const logger = new SilentLogger();
  const options = {
    dataDir,
    settings: {
      partnerUrl: "http://127.0.0.1:1",
      allowInsecureEndpoints: true,
      operatorKeyHash: "",
      timings: defaultTimings,
    },
    logger,
    metrics: new InMemoryMetrics(),
    clock,
  };
  const engine = createSqliteEngine(options);
  return {
    engine,
    another: () => createSqliteEngine(options),
    logger,
    dataDir,
    remove: () => {
      engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Handlers that accept everything and do nothing, except the given ones. */
export function idleHandlers(given: Partial<Handlers> = {}): Handlers {
  const done = async () => ({ batchItemFailures: [] });
  return {
    clock: async () => undefined,
    ...{ tick: done, poll: done, fanout: done, deliver: done, recover: done, alert: done },
    publish: async () => ({ failedFrom: undefined, published: 0 }),
    ...given,
  };
}

/** Resolves when `check` is true. Fails after 20 s. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await check()); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > end) throw new Error(`never held: ${check.toString()}`);
  }
}
