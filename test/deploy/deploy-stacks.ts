import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { say } from "./progress.ts";
import { runProgram } from "./run-program.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const cdk = join(repository, "node_modules", "aws-cdk", "bin", "cdk");
const [account, region] = ["000000000000", "us-east-1"];

const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() })),
});
const outputs = z.record(z.string(), z.record(z.string(), z.string()));

export type Deployed = { readonly apiUrl: string };

export type DeployContext = { readonly [key: string]: string };

/** Prepares the account for deployments, once. */
export async function bootstrap(endpoint: string, context: DeployContext): Promise<void> {
  const options = { cwd: repository, env: credentials(endpoint) };
  const program = [cdk, "bootstrap", `aws://${account}/${region}`, ...contextFlags(context), "--ci", "--no-notices"];
  await runProgram(process.execPath, program, options);
  say("bootstrapped");
}

/** Synthesises the app and deploys all stacks, new or over those that stand, as an operator does. */
export async function deployStacks(endpoint: string, context: DeployContext): Promise<Deployed> {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-deploy-"));
  const run = (...args: string[]) =>
    runProgram(process.execPath, [cdk, ...args, "--ci", "--no-notices"], {
      cwd: repository,
      env: credentials(endpoint),
    });
  try {
    const assembly = join(folder, "cdk.out");
    const outputsFile = join(folder, "outputs.json");
    await run("synth", "--quiet", "--output", assembly, ...contextFlags(context));
    say("synthesised");
    for (const alarm of withoutMetricMath(assembly)) say(`left out, the emulator knows no metric math: ${alarm}`);
    await run("deploy", "--all", "--require-approval", "never", "--app", assembly, "--outputs-file", outputsFile);
    const apiUrl = outputs.parse(JSON.parse(readFileSync(outputsFile, "utf8")))["Feedhook-emulator-Api"]?.["Url"];
    if (apiUrl === undefined) throw new Error("the Api stack has no output Url");
    say(`deployed, API at ${apiUrl}`);
    return { apiUrl };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function contextFlags(context: DeployContext): string[] {
  return Object.entries(context).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}

/** Takes alarms over several metrics out of the synthesised copy, and names them; the app itself stays as it is. */
function withoutMetricMath(assembly: string): readonly string[] {
  const files = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  return files.flatMap((name) => {
    const file = join(assembly, name);
    const { Resources, ...rest } = template.parse(JSON.parse(readFileSync(file, "utf8")));
    const unknown = Object.entries(Resources)
      .filter(([, { Type, Properties }]) => Type === "AWS::CloudWatch::Alarm" && Properties?.["Metrics"] !== undefined)
      .map(([id]) => id);
    const known = Object.fromEntries(Object.entries(Resources).filter(([id]) => !unknown.includes(id)));
    writeFileSync(file, JSON.stringify({ ...rest, Resources: known }));
    return unknown;
  });
}

/** The emulator takes any credentials; real ones must never reach it, nor a real account this test. */
function credentials(endpoint: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: "true",
  };
}
