import * as z from "zod";
import { createLogger } from "../../../infra/node/create-logger.ts";
import { startBridge } from "../../../infra/node/start-bridge.ts";
import { defaultTimings, timings } from "../../../shared/kernel/timings.ts";

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

const bridge = await startBridge({
  ...options,
  timings: timings.parse({ ...defaultTimings, ...options.timings }),
  allowInsecureEndpoints: true,
  logger: createLogger("json", "warn"),
});
process.on("SIGTERM", () => {
  void bridge.stop().then(() => process.exit(0));
});
console.log(`ready ${bridge.url}`);
