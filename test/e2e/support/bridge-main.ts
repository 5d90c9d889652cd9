import * as z from "zod";
import { createLogger } from "../../../infra/node/create-logger.ts";
import { startBridge } from "../../../infra/node/start-bridge.ts";
import { defaultTimings, timings } from "../../../shared/kernel/timings.ts";
import { hostileEngine } from "../../support/hostile-engine.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

/** The bridge as a process of its own, with short timings: a test can kill it. Its options come as one JSON argument. */
const options = z
  .object({
    partnerUrl: z.string(),
    dataDir: z.string(),
    port: z.int(),
    operatorKey: z.string(),
    timings: timings.partial(),
    hostileSeed: z.int().optional(),
    workers: z.int().default(1),
  })
  .parse(JSON.parse(process.argv[2] ?? "{}"));

const { hostileSeed } = options;
const randomness = new SeededRandomness(hostileSeed);
const bridge = await startBridge({
  ...options,
  ...(hostileSeed !== undefined && { engineFor: (engine) => hostileEngine(engine, { randomness, indexLag: 300 }) }),
  timings: timings.parse({ ...defaultTimings, ...options.timings }),
  allowInsecureEndpoints: true,
  logger: createLogger("json", "warn"),
});
process.on("SIGTERM", () => {
  void bridge.stop().then(() => process.exit(0));
});
console.log(`ready ${bridge.url}`);
