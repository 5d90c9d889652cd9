import { App, type AppProps, Tags } from "aws-cdk-lib";
import flags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import * as z from "zod";
import { readOptions } from "./options.ts";
import { ApiStack } from "./stacks/api-stack.ts";
import { DataStack } from "./stacks/data-stack.ts";
import { DeliveryStack } from "./stacks/delivery-stack.ts";
import { IngestStack } from "./stacks/ingest-stack.ts";
import { OpsStack } from "./stacks/ops-stack.ts";

/** Plain exports: a stack that others hang on can't be deleted from under them. */
const strongReferences = { "@aws-cdk/core:defaultCrossStackReferences": "strong" };

/**
 * The CDK app: one stack per concern, each built only from the topology and from stacks before it.
 * `props.context` is for tests; the CLI passes its own.
 */
export function createFeedhookApp(props: AppProps = {}): App {
  const app = new App({ ...props, context: { ...flags, ...strongReferences, ...props.context } });
  const options = readOptions(z.record(z.string(), z.unknown()).parse(app.node.getAllContext()));
  const { stage } = options;
  const name = (concern: string) => `Feedhook-${stage}-${concern}`;
  const about = (description: string) => ({
    description: `Feedhook ${stage}: ${description}`,
    // Each holds what can't be had back: data, work in queues, the API's address that partners know.
    terminationProtection: options.keepData,
  });

  const data = new DataStack(app, name("Data"), options, about("tables, key, bus"));
  const delivery = new DeliveryStack(app, name("Delivery"), options, data, about("fan-out, webhooks, recovery"));
  const ingest = new IngestStack(app, name("Ingest"), options, data, delivery, about("schedule, polls, publishing"));
  const api = new ApiStack(app, name("Api"), options, { data, delivery, ingest }, about("management API and console"));
  new OpsStack(app, name("Ops"), options, { data, delivery, ingest, api }, about("alarms over everything, dashboard"));

  Tags.of(app).add("application", "feedhook");
  Tags.of(app).add("stage", stage);
  return app;
}
