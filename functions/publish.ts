import type { FailedChanges } from "../shared/kernel/ports/failed-changes.ts";
import { type PublishOutcome, publishEach, type StreamChange } from "../shared/publishing/publish-changes.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, StreamEvent } from "./runtime/messages/lambda-events.ts";
import { streamBatch } from "./runtime/messages/stream-batch.ts";
import { publishParts } from "./runtime/services/publishing.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

/** For a host that passes the item before and after each change. Never rejects. */
export function createChangeHandler(engine: Engine): Handler<readonly StreamChange[], PublishOutcome> {
  const parts = createContainer(engine).get(publishParts);
  return (changes) => publishEach(changes, parts);
}

/** For a DynamoDB stream on Lambda. Without `failed`, no failing record is set aside. */
export function createPublishHandler(engine: Engine, failed?: FailedChanges): Handler<StreamEvent, BatchResponse> {
  const { clock, logger } = engine;
  const parts = { clock, logger, feeds: engine.table("feeds"), failedChanges: failed };
  return streamBatch(parts, createChangeHandler(engine));
}

/** Loads the S3 client when it is first needed, because few processes set a record aside. */
const failedChanges: FailedChanges = {
  keep: async (change) => {
    const { s3FailedChanges } = await import("./runtime/aws/s3-failed-changes.ts");
    await s3FailedChanges(process.env).keep(change);
  },
};

export const handler = onAws((engine) => createPublishHandler(engine, failedChanges), trialEvents.publish);
