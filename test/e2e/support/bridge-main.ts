import * as z from "zod";
import { createLogger } from "../../../infra/node/create-logger.ts";
import type { NodeEngine } from "../../../infra/node/node-engine.ts";
import { startBridge } from "../../../infra/node/start-bridge.ts";
import { defaultTimings, timings } from "../../../shared/kernel/timings.ts";
import { hostileEngine } from "../../support/hostile-engine.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { showingReads } from "./complete-reads.ts";

/** The bridge as a separate process with short timings, which a test can kill. Its options are one JSON argument. */
const options = z
  .object({
    partnerUrl: z.string(),
    dataDir: z.string(),
    port: z.int(),
    operatorKey: z.string(),
    timings: timings.partial(),
    hostileSeed: z.int().optional(),
    workers: z.int().default(1),
    /** Prints a `read <CompleteRead>` line for each feed that was read to its end. */
    showsReads: z.boolean().default(false),
  })
  .parse(JSON.parse(process.argv[2] ?? "{}"));

const { hostileSeed, showsReads } = options;
const randomness = new SeededRandomness(hostileSeed);
const hostile = (engine: NodeEngine) =>
  hostileSeed === undefined ? engine : hostileEngine(engine, { randomness, indexLag: 300 });
const telling = (engine: NodeEngine): NodeEngine => {
  if (!showsReads) return engine;
  const feeds = showingReads(engine.table("feeds"), (read) => {
    console.log(`read ${JSON.stringify(read)}`);
  });
  return { ...engine, table: (name) => (name === "feeds" ? feeds : engine.table(name)) };
};
const bridge = await startBridge({
  ...options,
  engineFor: (engine) => telling(hostile(engine)),
  timings: timings.parse({ ...defaultTimings, ...options.timings }),
  allowInsecureEndpoints: true,
  logger: createLogger("json", "warn"),
});
process.on("SIGTERM", () => {
  void bridge.stop().then(() => process.exit(0));
});
console.log(`ready ${bridge.url}`);
