import { fileURLToPath } from "node:url";
import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import { Architecture, Runtime } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { BridgeConsumer } from "../constructs/bridge-consumer.ts";

/** Events about people and companies go to a function, and those about one instance's documents to a queue. */
export class CrmSyncStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { readonly busName: string }) {
    super(scope, id, props);
    const bus = EventBus.fromEventBusName(this, "Bus", props.busName);
    const handler = new NodejsFunction(this, "Sync", {
      entry: fileURLToPath(new URL("./crm-sync.ts", import.meta.url)),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(20),
      logGroup: new LogGroup(this, "Logs", { retention: RetentionDays.TWO_WEEKS }),
      bundling: { format: OutputFormat.ESM },
    });
    new BridgeConsumer(this, "People", { bus, eventTypes: ["person.*", "company.updated"], handler });
    const archive = new BridgeConsumer(this, "Documents", {
      bus,
      eventTypes: ["document.*", "folder.*"],
      instances: ["acme"],
      visibilityTimeout: Duration.minutes(15),
    });
    // You provide the queue's reader, for example a container.
    this.exportValue(archive.queue.queueUrl);
  }
}
