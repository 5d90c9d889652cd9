import { App, type AppProps, Tags } from "aws-cdk-lib";
import { ManagedPolicy, PermissionsBoundary } from "aws-cdk-lib/aws-iam";
import flags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import * as z from "zod";
import type { DeployOptions } from "./options.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { BudgetStack, budgetRegion } from "./stacks/budget-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { DeliveryStack } from "./stacks/delivery-stack.ts";
import { EgressStack } from "./stacks/egress-stack.ts";
import { IngestStack } from "./stacks/ingest-stack.ts";
import { OpsStack } from "./stacks/ops-stack.ts";
import { readStage } from "./stages/read-stage.ts";

/**
 * Stacks read each other's outputs and export nothing: an export that another stack uses can't be taken away, so that
 * options could be turned on and never off again.
 */
const weakReferences = { "@aws-cdk/core:defaultCrossStackReferences": "weak" };

/** Makes options of the CDK context; an Error that names what is wrong. */
export type OptionReader = (context: { readonly [key: string]: unknown }) => DeployOptions;

/**
 * The CDK app: one stack per concern, each built only from the topology and from stacks before it.
 * `props.context` and `read` are for tests; the CLI passes its own context, and options stand in the stage's file.
 */
export function createFeedhookApp(props: AppProps = {}, read: OptionReader = readStage): App {
  const app = new App({ ...props, context: { ...flags, ...weakReferences, ...props.context } });
  const options = read(z.record(z.string(), z.unknown()).parse(app.node.getAllContext()));
  const { stage, account, region } = options;
  const name = (concern: string) => `Feedhook-${stage}-${concern}`;
  const about = (description: string) => ({
    description: `Feedhook ${stage}: ${description}`,
    // Each holds what can't be had back: data, work in queues, the API's address that partners know.
    terminationProtection: options.protectStacks,
    ...(account === undefined || region === undefined ? {} : { env: { account, region } }),
  });

  const { network } = options.staticEgress
    ? new EgressStack(app, name("Egress"), options, about("fixed addresses for webhooks and polls"))
    : { network: undefined };
  const data = new DataStack(app, name("Data"), options, network, about("tables, key, bus"));
  const delivery = new DeliveryStack(app, name("Delivery"), options, data, about("fan-out, webhooks, recovery"));
  const ingest = new IngestStack(app, name("Ingest"), options, data, delivery, about("schedule, polls, publishing"));
  const api = new ApiStack(app, name("Api"), options, { data, delivery, ingest }, about("management API and portal"));
  new OpsStack(app, name("Ops"), options, { data, delivery, ingest, api }, about("alarms over everything, dashboard"));

  const { monthlyBudget: dollars, budgetEmail: email } = options;
  if (dollars !== undefined && email !== undefined) {
    const env = { region: budgetRegion, ...(account === undefined ? {} : { account }) };
    new BudgetStack(app, name("Budget"), { stage, dollars, email }, { ...about("what a month may cost"), env });
  }

  Tags.of(app).add("application", "feedhook");
  Tags.of(app).add("stage", stage);
  for (const [key, value] of Object.entries(options.tags)) Tags.of(app).add(key, value);
  if (options.permissionsBoundaryArn !== undefined) {
    PermissionsBoundary.of(app).apply(
      ManagedPolicy.fromManagedPolicyArn(data, "PermissionsBoundary", options.permissionsBoundaryArn),
    );
  }
  return app;
}
