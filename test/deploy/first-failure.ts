import { CreateEventBusCommand, DeleteEventBusCommand, EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { deployStacks, type StageOptions } from "./deploy-stacks.ts";
import { say } from "./progress.ts";

/** A name that the first stack needs, besides tables and key. */
const Name = "feedhook-prod";

/**
 * Fails the first deployment of a stage that keeps its data in the middle of a stack, removes the cause, and repeats it
 * with the same command.
 */
export async function failAndRepeat(endpoint: string, stage: StageOptions): Promise<void> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new EventBridgeClient({ endpoint, region: "us-east-1", credentials });
  try {
    await client.send(new CreateEventBusCommand({ Name }));
    const failed = await deployStacks(endpoint, stage).then(
      () => false,
      (error: unknown) => String(error).includes(`already exists: ${Name}`),
    );
    if (!failed) throw new Error("a bus of that name was there already, and the deployment went on all the same");
    say("a first deployment failed half way");
    await client.send(new DeleteEventBusCommand({ Name }));
    await deployStacks(endpoint, stage);
    say("and was repeated by the same command");
  } finally {
    client.destroy();
  }
}
