import * as z from "zod";
import { recoverMessage } from "../shared/delivery/backlog/recover-message.ts";
import { replayMessage } from "../shared/delivery/replay/replay-job.ts";
import { erasureMessage } from "../shared/publishing/erasure-message.ts";
import type { Engine } from "./runtime/engine.ts";
import { erasureServices } from "./runtime/erasure-services.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/lambda-events.ts";
import { onAws } from "./runtime/on-aws.ts";
import { recoverServices } from "./runtime/recover-services.ts";
import { sqsBatch } from "./runtime/sqs-batch.ts";

const message = z.union([erasureMessage, replayMessage, recoverMessage]);

/** Queue `recover`: looks after endpoints that have something due, does replays, and forgets what was erased. */
export function createRecoverHandler(engine: Engine): Handler<SqsEvent, BatchResponse> {
  const { recovery, replays } = recoverServices(engine);
  const erasure = erasureServices(engine);
  return sqsBatch(message, engine.logger, async (work) => {
    if (work.kind === "erase") return erasure.run(work);
    if (work.kind === "replay") return replays.run(work);
    await recovery.run(work);
    if (work.kind === "sweep") await replays.sweep();
  });
}

export const handler = onAws(createRecoverHandler);
