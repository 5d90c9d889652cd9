import { performance } from "node:perf_hooks";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import { createContainer, replaced } from "../../functions/runtime/container.ts";
import { drainPace, replayPace } from "../../functions/runtime/services/recovery.ts";
import { recordLockStore } from "../../functions/runtime/services/sender.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { grantedEngine } from "./granted-engine.ts";
import type { NodeEngine } from "./node-engine.ts";
import { paceOf } from "./pace-of.ts";

/** The time (ms) that this thread's event loop has worked, or has waited for a processor. */
const workedHere = () => performance.eventLoopUtilization().active;

/**
 * The handlers of `deliver` and `recover`, for either thread. `workedLive` is the time (ms) for which the thread that
 * consumes `deliver` has worked. Drains send to that queue, and replays to `deliver-slow`.
 *
 * The writes of deliver don't wait for the disk, because a slow sync would delay every delivery. A power cut may undo
 * their last writes, but then it also undoes the acknowledgements after them, and the messages are received again. Of
 * these writes, only record locks wait for the disk, because the loss of one could send an older event after a newer
 * one.
 */
export function createDeliveryHandlers(engine: NodeEngine, workedLive: () => number) {
  const locking = createContainer(grantedEngine(engine, functions.deliver));
  const now = () => engine.clock.now();
  return {
    deliver: createDeliverHandler(
      grantedEngine({ ...engine, ...engine.unsynced }, functions.deliver),
      replaced(recordLockStore, () => locking.get(recordLockStore)),
    ),
    recover: createRecoverHandler(
      grantedEngine(engine, functions.recover),
      replaced(drainPace, () => paceOf(now, workedLive)),
      replaced(replayPace, () => paceOf(now, workedHere)),
    ),
  };
}
