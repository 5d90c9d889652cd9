import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createApiServices } from "../../functions/runtime/api-services.ts";
import type { Settings } from "../../functions/runtime/engine.ts";
import { systemRandomness } from "../../functions/runtime/system-ports.ts";
import { createApi } from "../../shared/api/create-api.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import { createHandlers } from "./create-handlers.ts";
import { startHost } from "./host.ts";
import { MetricsTally } from "./metrics-tally.ts";
import { createNodeEngine, type NodeEngine } from "./node-engine.ts";
import { operatorKey } from "./operator-key.ts";
import { statusProbe } from "./status-probe.ts";

export type BridgeOptions = {
  readonly partnerUrl: string;
  readonly dataDir: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly operatorKey?: string | undefined;
  readonly allowInsecureEndpoints: boolean;
  readonly timings: Timings;
  readonly logger: Logger;
  /** Tests put a hostile engine here; by default the engine is taken as it is. */
  readonly engineFor?: (engine: NodeEngine) => NodeEngine;
  /** How many engines take turns, as several workers would. */
  readonly workers?: number;
};

export type Bridge = { readonly url: string; readonly operatorKey: string; stop(): Promise<void> };

/** The bridge in one process: engine, pumps and the management API on 127.0.0.1. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const { dataDir, logger, timings, workers = 1 } = options;
  const engineFor = options.engineFor ?? ((engine: NodeEngine) => engine);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = operatorKey(dataDir, options.operatorKey, systemRandomness);
  const settings: Settings = {
    partnerUrl: options.partnerUrl,
    allowInsecureEndpoints: options.allowInsecureEndpoints,
    operatorKeyHash: createHash("sha256").update(key).digest("hex"),
    timings,
  };
  const engine = engineFor(createNodeEngine({ dataDir, settings, logger, metrics: new MetricsTally() }));
  const siblings = Array.from({ length: workers - 1 }, () => engineFor(engine.sibling()));
  const host = await startHost({
    engine,
    handlers: [createHandlers(engine), ...siblings.map(createHandlers)],
    clockEvery: timings.tick,
  });
  const api = createApi(createApiServices(engine, statusProbe(engine)));
  const server = createAdaptorServer({ fetch: api.fetch });
  const address = await new Promise<AddressInfo | string | null>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => {
      resolve(server.address());
    });
  });
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    operatorKey: key,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      await host.stop();
      for (const each of [...siblings, engine]) each.close();
    },
  };
}
