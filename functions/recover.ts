import * as z from "zod";
import { recoverMessage } from "../shared/delivery/backlog/recover-message.ts";
import { replayMessage } from "../shared/delivery/replay/replay-job.ts";
import { erasureMessage } from "../shared/publishing/erasure-message.ts";
import { republishMessage } from "../shared/publishing/republish/republish-message.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import type { Engine } from "./runtime/engine.ts";
import { eachMessage } from "./runtime/messages/each-message.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { erasureServices } from "./runtime/services/erasure-services.ts";
import { recoverServices } from "./runtime/services/recover-services.ts";

const message = z.union([erasureMessage, replayMessage, republishMessage, recoverMessage]);

/**
 * Queue `recover`: looks after endpoints that have something due, does replays, ends half-done changes of subscriptions,
 * counts unhealthy endpoints, forgets what was erased, and makes up for what was never published.
 */
export function createRecoverHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const { recovery, replays, copies, backlogMonitor, republisher } = recoverServices(engine);
  const erasure = erasureServices(engine);
  return eachMessage(message, engine.logger, async (work) => {
    if (work.kind === "erase") return erasure.run(work);
    if (work.kind === "replay") return replays.run(work);
    if (work.kind === "republish") return republisher.run(work);
    await recovery.run(work);
    if (work.kind !== "sweep") return;
    await replays.sweep();
    await copies.sweep();
    await backlogMonitor.sweep();
    await republisher.sweep();
  });
}

export const handler = onAws(createRecoverHandler);
