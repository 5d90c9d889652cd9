import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import type { TableName } from "../../../shared/kernel/topology.ts";

/** Runs the AWS CLI with these arguments and returns its output; rejects if it fails. */
export type AwsCli = (args: readonly string[]) => Promise<string>;

/** The AWS CLI of this machine, with its credentials and region. */
export async function runAwsCli(args: readonly string[]): Promise<string> {
  const endpoint = process.env["AWS_ENDPOINT_URL"];
  // Passed explicitly, because some versions don't read it from the environment for queues.
  const all = endpoint === undefined ? [...args] : ["--endpoint-url", endpoint, ...args];
  const { stdout } = await promisify(execFile)("aws", all, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Returns the CLI's own message, or says that the CLI isn't installed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ENOENT" ? "the AWS CLI isn't on the PATH" : error.message;
}

/** `feeds` → `FeedsTable`: the output of the Data stack that names a table. */
export function tableOutput(table: TableName): string {
  return `${table.charAt(0).toUpperCase()}${table.slice(1)}Table`;
}

const outputs = z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).nullable();

/** Returns the outputs of the stack of a concern. Throws an Error if one of `names` is missing. */
export async function stackOutputs<N extends string>(
  aws: AwsCli,
  stage: string,
  concern: string,
  names: readonly N[],
): Promise<{ readonly [name in N]: string }> {
  const stack = `Feedhook-${stage}-${concern}`;
  const described = await aws([
    ...["cloudformation", "describe-stacks", "--stack-name", stack],
    ...["--query", "Stacks[0].Outputs", "--output", "json"],
  ]);
  const known = new Map(
    (outputs.parse(JSON.parse(described)) ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`stack ${stack} is older than this command: it has no ${missing.join(", ")}`);
  const entries = names.map((name) => [name, known.get(name) ?? ""] as const);
  return recordOf(entries);
}

function recordOf<N extends string>(entries: readonly (readonly [N, string])[]): { readonly [name in N]: string };
function recordOf(entries: readonly (readonly [string, string])[]): { readonly [name: string]: string } {
  return Object.fromEntries(entries);
}
