import * as z from "zod";
import { recoverMessage } from "../shared/delivery/backlog/drain-turns.ts";
import { replayMessage } from "../shared/delivery/replay/replay-job.ts";
import { erasureMessage } from "../shared/publishing/erasure-message.ts";
import { republishMessage } from "../shared/publishing/republisher.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer, type Replacement } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { eachMessage } from "./runtime/messages/whole-batch.ts";
import { republisher } from "./runtime/services/publishing.ts";
import { backlogMonitor, projectionRepair, recovery, replays, subjectErasure } from "./runtime/services/recovery.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

const message = z.union([erasureMessage, replayMessage, republishMessage, recoverMessage]);

export function createRecoverHandler(
  engine: Engine,
  ...replacements: readonly Replacement[]
): Handler<SqsEvent, BatchResponse> {
  const { get } = createContainer(engine, ...replacements);
  return eachMessage(message, engine.logger, async (work) => {
    if (work.kind === "erase") return get(subjectErasure).run(work);
    if (work.kind === "replay") return get(replays).run(work);
    if (work.kind === "republish") return get(republisher).run(work);
    await get(recovery).run(work);
    if (work.kind !== "sweep") return;
    await get(replays).sweep();
    await get(backlogMonitor).sweep();
    await get(republisher).sweep();
    // The repair is last, because it may take 20 s, a third of the Lambda function's time limit.
    await get(projectionRepair).sweep();
  });
}

export const handler = onAws((engine) => createRecoverHandler(engine), trialEvents.recover);
