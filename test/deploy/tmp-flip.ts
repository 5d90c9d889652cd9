import { spawnSync } from "node:child_process";
import { bootstrap, deployStacks } from "./deploy-stacks.ts";
import { startEmulator } from "./emulator.ts";
import { say } from "./progress.ts";

const e = await startEmulator();
try {
  const stage = { stage: "emulator", partnerUrl: "http://127.0.0.1:9", operatorKeyHash: "a".repeat(64) } as const;
  await bootstrap(e.endpoint, stage);
  await deployStacks(e.endpoint, stage);
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: e.endpoint,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "us-east-1",
    AWS_DEFAULT_REGION: "us-east-1",
  };
  const smoke = spawnSync(process.execPath, ["infra/aws/commands/smoke.ts", "--stage", "emulator"], {
    env,
    encoding: "utf8",
  });
  console.log(smoke.stdout, smoke.stderr);
  const sh = spawnSync(
    "bash",
    [
      "-c",
      ". infra/aws/commands/runbook.sh emulator; set -x; fn poll; alarm age-poll; depth poll; letters poll; errors poll; redrive poll; purge poll",
    ],
    { env, encoding: "utf8" },
  );
  console.log(sh.stdout, sh.stderr);
  await deployStacks(e.endpoint, { ...stage, busName: "partner-changes", formerBusNames: ["feedhook-emulator"] });
  say("bus on");
  await deployStacks(e.endpoint, { ...stage, formerBusNames: ["partner-changes"] });
  say("bus off");
} finally {
  await e.stop();
}
