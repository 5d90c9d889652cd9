import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { type DeployOptions, fields, options } from "./options.ts";

export const optionNames: readonly string[] = Object.keys(fields.shape);

/** The keys of CDK itself, and of its look-ups, also contain characters other than letters. */
const looksLikeOption = /^[a-zA-Z]+$/;

/**
 * Throws an Error that names every wrong or unknown key. If unknown keys were accepted, a misspelt `staticEgress` would
 * go unnoticed. `where` names the file in errors.
 */
export function readOptions(given: { readonly [key: string]: unknown }, where = "the stage's file"): DeployOptions {
  const unknown = Object.keys(given)
    .filter((key) => looksLikeOption.test(key) && !optionNames.includes(key))
    .map((key) => `  ${key}: is not an option. The options are ${optionNames.join(", ")}`);
  const result = options.safeParse(Object.fromEntries(optionNames.map((key) => [key, given[key]])));
  if (result.success && unknown.length === 0) return result.data;
  const wrong = new Map<string, string>();
  for (const { path, message } of result.error?.issues ?? []) {
    const [key = "", ...inner] = path.map(String);
    const member = inner.length === 0 ? "" : `${inner.join(".")} `;
    if (!wrong.has(key)) wrong.set(key, `  ${key}: ${member}${message}`);
  }
  throw new Error([`The options in ${where} are incomplete or wrong:`, ...wrong.values(), ...unknown].join("\n"));
}

/**
 * What the command line may set. All other options are in the stage's file, so that none is forgotten. Gradual
 * deployments can be turned off for a single deployment, such as a fix while an alarm is in ALARM.
 */
const chosen = ["stage", "stageFile", "gradualDeployments"];

/**
 * Throws an Error if the file is missing or wrong, or if the command line sets an option that belongs in the file. A
 * later deployment without that option would remove what it set, such as a domain or the address that receives alarms.
 */
export function readStage(context: { readonly [key: string]: unknown }): DeployOptions {
  const { stage, stageFile } = z
    .object({ stage: z.string().optional(), stageFile: z.string().optional() })
    .parse({ stage: context["stage"], stageFile: context["stageFile"] });
  if (stage !== undefined && !/^[a-z0-9-]+$/.test(stage)) throw new Error(`${stage} isn't a valid stage name`);
  const file = stageFile ?? fileOf(stage ?? "dev");
  const content = contentOf(file);
  const stray = Object.keys(context).filter((key) => looksLikeOption.test(key) && !chosen.includes(key));
  if (stray.length > 0) {
    throw new Error(
      `Options belong in ${file}, not on the command line or in cdk.json: move ${stray.join(", ")} there.`,
    );
  }
  const { gradualDeployments = content["gradualDeployments"] } = context;
  const options = readOptions({ ...content, gradualDeployments }, file);
  if (stage !== undefined && stageFile === undefined && options.stage !== stage) {
    throw new Error(`${file} is for the stage ${options.stage}, not ${stage}`);
  }
  // `dev` needs neither `account` nor `region`, so that `cdk synth` works before any stage is configured.
  if (options.stage !== "dev" && (options.account === undefined || options.region === undefined)) {
    throw new Error(`${file}: account and region are required, so that ${options.stage} is never deployed elsewhere`);
  }
  return options;
}

function fileOf(stage: string): string {
  const file = fileURLToPath(new URL(`stages/${stage}.json`, import.meta.url));
  if (existsSync(file)) return file;
  throw new Error(`There is no infra/aws/stages/${stage}.json; docs/deploy.md describes its contents`);
}

function contentOf(file: string): { readonly [key: string]: unknown } {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} can't be read as JSON`, { cause });
  }
  const object = z.record(z.string(), z.unknown()).safeParse(content);
  if (!object.success) throw new Error(`${file} doesn't contain a JSON object of options`);
  return object.data;
}
