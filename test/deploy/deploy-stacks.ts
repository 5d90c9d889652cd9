import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { createFeedhookApp } from "../../infra/aws/app.ts";
import { say } from "./progress.ts";
import { runProgram } from "./run-program.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const cdk = join(repository, "node_modules", "aws-cdk", "bin", "cdk");
const [account, region] = ["000000000000", "us-east-1"];

const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string(), Properties: z.looseObject({}).optional() })),
  Outputs: z.record(z.string(), z.unknown()).optional(),
});
const outputs = z.record(z.string(), z.record(z.string(), z.string()));

export type Deployed = { readonly apiUrl: string; readonly canaryUrl: string | undefined };

/** The content of the stage's file. */
export type StageOptions = { readonly stage: "prod"; readonly [option: string]: unknown };

/** Prepares the account for deployments, once. */
export async function bootstrap(endpoint: string, stage: StageOptions): Promise<void> {
  await withStageFile(stage, async (_folder, stageFile) => {
    const options = { cwd: repository, env: emulatorEnvironment(endpoint) };
    const program = [cdk, "bootstrap", `aws://${account}/${region}`, ...option(stageFile), "--ci", "--no-notices"];
    await runProgram(process.execPath, program, options);
  });
  say("bootstrapped");
}

/**
 * Synthesises the app and deploys all stacks, new or existing, as an operator does. `beside` is the command line's
 * context in addition to the stage's file.
 */
export function deployStacks(endpoint: string, stage: StageOptions, beside: Context = {}): Promise<Deployed> {
  return withStageFile(stage, (folder, stageFile) => {
    const assembly = synthesiseHere({ stageFile, ...beside });
    return deployFrom(emulatorEnvironment(endpoint), folder, assembly);
  });
}

async function deployFrom(env: NodeJS.ProcessEnv, folder: string, assembly: string): Promise<Deployed> {
  const outputsFile = join(folder, "outputs.json");
  const deploy = [cdk, "deploy", "--all", "--require-approval", "never", "--app", assembly];
  const options = { cwd: repository, env };
  await runProgram(process.execPath, [...deploy, "--outputs-file", outputsFile, "--ci", "--no-notices"], options);
  const stacks = outputs.parse(JSON.parse(readFileSync(outputsFile, "utf8")));
  const apiUrl = stacks["Feedhook-prod-Api"]?.["Url"];
  if (apiUrl === undefined) throw new Error("the Api stack has no output Url");
  say(`deployed, API at ${apiUrl}`);
  return { apiUrl, canaryUrl: stacks["Feedhook-prod-Ops"]?.["CanaryUrl"] };
}

type Context = { readonly [key: string]: unknown };

/** Lives as long as the process, which bundles each function once per folder: one bundling takes 36 s of CPU time. */
const assemblies = mkdtempSync(join(tmpdir(), "feedhook-assembly-"));
process.on("exit", () => {
  rmSync(assemblies, { recursive: true, force: true });
});

/** The context that the CLI adds to that of cdk.json and of the command line. */
const contextOfCli: Context = {
  "aws:cdk:enable-path-metadata": true,
  "aws:cdk:enable-asset-metadata": true,
  "aws:cdk:bundling-stacks": ["**"],
};

/**
 * Synthesises the app in this process, as the CLI's process does. Returns the folder with the templates, which the next
 * call overwrites. {@link readsClean} compares the last result with the CLI's.
 */
function synthesiseHere(context: Context): string {
  createFeedhookApp({ outdir: assemblies, context: { ...contextOfCli, ...context } }).synth();
  return deployable(assemblies);
}

/** Passes the folder with the stage's templates, as they are deployed. */
export function withAssembly<T>(
  endpoint: string,
  stage: StageOptions,
  work: (assembly: string) => Promise<T>,
): Promise<T> {
  return withStageFile(stage, async (folder, stageFile) => {
    const assembly = join(folder, "cdk.out");
    const synth = [cdk, "synth", "--quiet", "--output", assembly, ...option(stageFile), "--ci", "--no-notices"];
    await runProgram(process.execPath, synth, { cwd: repository, env: emulatorEnvironment(endpoint) });
    return work(deployable(assembly));
  });
}

/** Removes from an assembly what the emulator doesn't know, and says so. */
function deployable(assembly: string): string {
  say("synthesised");
  for (const resource of withoutUnknown(assembly)) say(`left out, the emulator doesn't know it: ${resource}`);
  return assembly;
}

/**
 * Synthesises with the CLI and says what a deployment would change: nothing, if the stage matches the file and the CLI
 * builds the same assets.
 */
export function readsClean(endpoint: string, stage: StageOptions): Promise<void> {
  return withAssembly(endpoint, stage, async (assembly) => {
    const diff = [cdk, "diff", "--all", "--fail", "--method", "template", "--app", assembly, "--no-notices"];
    await runProgram(process.execPath, diff, { cwd: repository, env: emulatorEnvironment(endpoint) });
  });
}

/** The file of a stage that is deployed to the emulator. */
export const stageFileContent = (stage: StageOptions): string => JSON.stringify({ ...stage, account, region });

const option = (stageFile: string) => ["-c", `stageFile=${stageFile}`];

/** Writes the file of a stage, as an operator does, and passes its folder and its path. */
async function withStageFile<T>(
  stage: StageOptions,
  work: (folder: string, stageFile: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-deploy-"));
  try {
    const file = join(folder, "prod.json");
    writeFileSync(file, stageFileContent(stage));
    return await work(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resources that the emulator doesn't have, or treats as errors. */
const unknownTypes: ReadonlySet<string> = new Set([
  "AWS::CodeDeploy::Application",
  "AWS::CodeDeploy::DeploymentGroup",
  "AWS::EC2::EIP",
  "AWS::EC2::NatGateway",
  "AWS::WAFv2::LoggingConfiguration",
  "AWS::WAFv2::WebACLAssociation",
]);

/**
 * Removes from the synthesised copy, and names, what the emulator can't create, with the references to it. The app
 * itself doesn't change.
 */
function withoutUnknown(assembly: string): readonly string[] {
  const files = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  return files.flatMap((name) => {
    const file = join(assembly, name);
    const { Resources, Outputs, ...rest } = template.parse(JSON.parse(readFileSync(file, "utf8")));
    const gone = new Set<string>();
    for (let known = -1; known < gone.size; ) {
      known = gone.size;
      for (const [id, { Type, Properties }] of Object.entries(Resources)) {
        const isUnknown = unknownTypes.has(Type) || isOverSeveralMetrics(Type, Properties);
        if (isUnknown || refersTo(gone, Properties)) gone.add(id);
      }
    }
    const known = Object.entries(Resources).filter(([id]) => !gone.has(id));
    const reported = Object.entries(Outputs ?? {}).filter(([, output]) => !refersTo(gone, output));
    const kept = { Resources: Object.fromEntries(known), ...(Outputs && { Outputs: Object.fromEntries(reported) }) };
    writeFileSync(file, JSON.stringify({ ...rest, ...kept }));
    return [...gone];
  });
}

function refersTo(ids: ReadonlySet<string>, value: unknown): boolean {
  const text = JSON.stringify({ value });
  return [...ids].some((id) => text.includes(`{"Ref":"${id}"}`) || text.includes(`{"Fn::GetAtt":["${id}",`));
}

function isOverSeveralMetrics(type: string, properties: { readonly [name: string]: unknown } | undefined): boolean {
  return type === "AWS::CloudWatch::Alarm" && properties?.["Metrics"] !== undefined;
}

/**
 * The emulator accepts any credentials. Real ones must never reach it, and this test must never reach a real account.
 */
export function emulatorEnvironment(endpoint: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EC2_METADATA_DISABLED: "true",
    // The CDK's own check of each template only warns, and takes half the time of a synthesis.
    CDK_VALIDATION: "false",
  };
}
