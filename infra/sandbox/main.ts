import { parseArgs } from "node:util";
import * as z from "zod";
import { startSandbox } from "./start-sandbox.ts";

const usage = `Usage: npm run sandbox -- [options]
  --port 9100              the port on 127.0.0.1; 0 means any free port
  --seed 7                 determines the sample data, the credentials and the live changes
  --instance acme          the name of an instance; can be repeated
  --records 60             the number of records in a new instance
  --owners 48              how many of the records are persons, companies and projects; the others are activities
  --data-dir DIR           keep the state across restarts
  --live                   keep changing data, as other users of the platform do
  --changes-per-minute 30  the mean rate of live changes in each instance
  --faults SPEC            inject faults, for example 500=0.05,slow=0.1:2000
`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9100" },
      seed: { type: "string", default: "7" },
      instance: { type: "string", multiple: true, default: ["acme"] },
      records: { type: "string", default: "60" },
      owners: { type: "string" },
      "data-dir": { type: "string" },
      live: { type: "boolean", default: false },
      "changes-per-minute": { type: "string", default: "30" },
      faults: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const running = await startSandbox({
    port: Number(values.port),
    seed: Number(values.seed),
    instances: values.instance,
    records: Number(values.records),
    owners: values.owners === undefined ? undefined : Number(values.owners),
    dataDir: values["data-dir"],
    faults: values.faults,
    live: values.live ? { changesPerMinute: Number(values["changes-per-minute"]) } : undefined,
  });
  console.log(`Partner API sandbox: ${running.url}`);
  for (const { name, clientId, clientSecret, sessionCookie } of running.instances) {
    console.log(`  instance       ${name}`);
    console.log(`  client id      ${clientId}`);
    console.log(`  client secret  ${clientSecret}`);
    console.log(`  session cookie X-ACCESS-TOKEN=${sessionCookie}`);
  }
  const stop = () => {
    void running.close().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
}

await run().catch((error: unknown) => {
  console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 1;
});
