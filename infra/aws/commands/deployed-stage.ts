import { CloudFormation } from "@aws-sdk/client-cloudformation";
import { type CloudWatchLogs, paginateFilterLogEvents } from "@aws-sdk/client-cloudwatch-logs";
import { type FunctionConfiguration, Lambda, paginateListFunctions } from "@aws-sdk/client-lambda";
import type { TableName } from "../../../shared/kernel/topology.ts";

/** Also reads `AWS_DEFAULT_REGION`, as the AWS CLI does and the SDK doesn't. */
export function clientOptions(): { readonly region?: string } {
  const region = process.env["AWS_REGION"] ?? process.env["AWS_DEFAULT_REGION"];
  return region === undefined ? {} : { region };
}

/** Reads every page of one of the SDK's paginators. */
export async function listed<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...(itemsOf(page) ?? []));
  return items;
}

/** `feeds` becomes `FeedsTable`, an output of the Data stack. */
export function tableOutput(table: TableName): string {
  return `${table.charAt(0).toUpperCase()}${table.slice(1)}Table`;
}

/** Returns outputs of the stack for a concern, such as `Data`. Throws an Error if one of `names` is missing. */
export async function stackOutputs<N extends string>(
  stage: string,
  concern: string,
  names: readonly N[],
): Promise<{ readonly [name in N]: string }> {
  const StackName = `Feedhook-${stage}-${concern}`;
  const { Stacks = [] } = await new CloudFormation(clientOptions()).describeStacks({ StackName });
  const known = new Map(Stacks[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new Error(`stack ${StackName} is older than this command: it has no ${missing.join(", ")}`);
  }
  const entries = names.map((name) => [name, known.get(name) ?? ""] as const);
  return recordOf(entries);
}

function recordOf<N extends string>(entries: readonly (readonly [N, string])[]): { readonly [name in N]: string };
function recordOf(entries: readonly (readonly [string, string])[]): { readonly [name: string]: string } {
  return Object.fromEntries(entries);
}

export async function functionOf(stage: string, name: string): Promise<FunctionConfiguration | undefined> {
  for await (const { Functions = [] } of paginateListFunctions({ client: new Lambda(clientOptions()) }, {})) {
    const found = Functions.find(({ Description }) => Description === `Feedhook ${stage}: ${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `startTime` is in unix ms. */
export async function loggedLines(
  client: CloudWatchLogs,
  { LoggingConfig }: FunctionConfiguration,
  startTime: number,
  filterPattern: string,
): Promise<readonly string[]> {
  const wanted = { logGroupName: LoggingConfig?.LogGroup, startTime, filterPattern };
  const lines = await listed(paginateFilterLogEvents({ client }, wanted), ({ events }) => events);
  return lines.map(({ message = "" }) => message);
}
