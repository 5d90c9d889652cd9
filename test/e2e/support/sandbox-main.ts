import { startSandbox } from "../../../infra/sandbox/start-sandbox.ts";

/**
 * The sandbox as a separate process, so that the bridge under test shares no memory and no event loop with what it
 * polls.
 */
const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? "{}"));
process.on("SIGTERM", () => {
  void sandbox.close().then(() => process.exit(0));
});
console.log(`ready ${JSON.stringify({ url: sandbox.url, instances: sandbox.instances })}`);
