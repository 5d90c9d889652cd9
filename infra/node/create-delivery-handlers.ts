import { createDeliverHandler } from "../../functions/deliver.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import { createContainer, replaced } from "../../functions/runtime/container.ts";
import { pace } from "../../functions/runtime/services/recovery.ts";
import { recordLockStore } from "../../functions/runtime/services/sender.ts";
import { cpuOfThread } from "../../shared/adapters/local/cpu-of-thread.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { grantedEngine } from "./granted-engine.ts";
import type { Handlers } from "./host.ts";
import type { NodeEngine } from "./node-engine.ts";

/**
 * The handlers of `deliver` and `recover`, for either thread. The writes of deliver don't wait for the disk, because a
 * slow sync would delay every delivery. A power cut may undo their last writes, but then it also undoes the
 * acknowledgements after them, and the messages are received again. Of these writes, only record locks wait for the
 * disk, because the loss of one could send an older event after a newer one.
 */
export function createDeliveryHandlers(engine: NodeEngine): Pick<Handlers, "deliver" | "recover"> {
  const locking = createContainer(grantedEngine(engine, functions.deliver));
  return {
    deliver: createDeliverHandler(
      grantedEngine({ ...engine, ...engine.unsynced }, functions.deliver),
      replaced(recordLockStore, () => locking.get(recordLockStore)),
    ),
    recover: createRecoverHandler(
      grantedEngine(engine, functions.recover),
      replaced(pace, () => replayPace(() => engine.clock.now(), cpuOfThread)),
    ),
  };
}

/** The share of the time that the thread may work before replays and drains slow down. */
const busiest = 0.5;
/** The lowest share of its configured rate to which a replay slows down. */
const leastShare = 0.05;

/** The shortest time (ms) between two changes of the share. Over less time, one large delivery looks like load. */
const changesEvery = 1_000;

/** The lowest and the highest factor by which the share changes at a time. */
const [fall, rise] = [0.25, 1.5];

/** If nothing asks for the share for this time (ms), all CPU time of the thread went into other work. */
const idleAfter = 10_000;

const bounded = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/**
 * The share of its configured rate at which a replay may send now. Drains also slow down with this share. Replays share
 * their thread with the API, and may cost a TLS handshake per delivery. So a replay begins at the rate for which the
 * thread has time, and slows down while the thread works more than half of the time. `now` is in unix ms; `cpu` is
 * the CPU time (ms) that this thread has used.
 */
export function replayPace(now: () => number, cpu: () => number): () => number {
  let share = leastShare;
  let [since, used] = [now(), cpu()];
  return () => {
    const elapsed = now() - since;
    if (elapsed >= 0 && elapsed < changesEvery) return share;
    const busy = (cpu() - used) / elapsed;
    [since, used] = [now(), cpu()];
    // A clock that has been set back doesn't show how much time has passed.
    if (elapsed < 0) return share;
    const next = elapsed > idleAfter ? 1 - busy / busiest : share * bounded((busiest / busy) ** 2, fall, rise);
    share = bounded(next, leastShare, 1);
    return share;
  };
}
