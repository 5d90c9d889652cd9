import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Settings } from "../../functions/runtime/engine.ts";
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
  const engine = engineIn(dataDir, { clock, logger });
  return {
    engine,
    another: () => engineIn(dataDir, { clock, logger }),
    logger,
    dataDir,
    remove: () => {
      engine.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** An engine in a new directory, which is closed and deleted when the running test has finished. */
export function engineOfTest(clock?: Clock): TestEngine {
  const opened = openTestEngine(clock);
  onTestFinished(opened.remove);
  return opened;
}

type Given = Partial<Omit<Parameters<typeof createSqliteEngine>[0], "dataDir" | "settings">> & {
  readonly settings?: Partial<Settings>;
};

/** The engine of the store in a directory. */
export function engineIn(dataDir: string, { settings, ...given }: Given = {}): NodeEngine {
  const own = { partnerUrl: "http://127.0.0.1:1", allowInsecureEndpoints: true, operatorKeyHash: "" };
  return createSqliteEngine({
    dataDir,
    settings: { ...own, timings: defaultTimings, ...settings },
    logger: new SilentLogger(),
    metrics: new InMemoryMetrics(),
    ...given,
  });
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
