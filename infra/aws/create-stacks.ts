import { Tags } from "aws-cdk-lib";
import flags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import type { Construct } from "constructs";
import type { DeployOptions } from "./options.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { DeliveryStack } from "./stacks/delivery-stack.ts";
import { EgressStack } from "./stacks/egress-stack.ts";
import { IngestStack } from "./stacks/ingest-stack.ts";
import { OpsStack } from "./stacks/ops-stack.ts";

/**
 * Stacks read each other's outputs and export nothing. An export that another stack uses can't be removed, so with
 * exports, options could be turned on but never off again.
 */
const weakReferences = { "@aws-cdk/core:defaultCrossStackReferences": "weak" };

/** Applies regardless of the surrounding app's settings. */
export const feedhookContext: { readonly [key: string]: unknown } = { ...flags, ...weakReferences };

/** Each stack is built from the topology, the options and the stacks before it. */
export function createStacks(scope: Construct, options: DeployOptions): { data: DataStack; api: ApiStack } {
  const { stage, account, region } = options;
  const name = (concern: string) => `Feedhook-${stage}-${concern}`;
  const about = (concern: string, description: string) => ({
    stackName: name(concern),
    description: `Feedhook ${stage}: ${description}`,
    // Each stack contains something irreplaceable: data, work in queues, or the API address that partners know.
    terminationProtection: options.protectStacks,
    ...(account === undefined || region === undefined ? {} : { env: { account, region } }),
  });

  const { network } = options.staticEgress
    ? new EgressStack(scope, name("Egress"), options, about("Egress", "fixed addresses for webhooks and polls"))
    : { network: undefined };
  const data = new DataStack(scope, name("Data"), options, network, about("Data", "tables, key, bus"));
  const delivery = new DeliveryStack(
    scope,
    name("Delivery"),
    options,
    data,
    about("Delivery", "fan-out, webhooks, recovery"),
  );
  const ingest = new IngestStack(
    scope,
    name("Ingest"),
    options,
    data,
    delivery,
    about("Ingest", "schedule, polls, publishing"),
  );
  const api = new ApiStack(
    scope,
    name("Api"),
    options,
    { data, delivery, ingest },
    about("Api", "management API and portal"),
  );
  new OpsStack(
    scope,
    name("Ops"),
    options,
    { data, delivery, ingest, api },
    about("Ops", "alarms for all stacks, dashboard"),
  );

  Tags.of(scope).add("application", "feedhook");
  Tags.of(scope).add("stage", stage);
  for (const [key, value] of Object.entries(options.tags)) Tags.of(scope).add(key, value);
  return { data, api };
}
