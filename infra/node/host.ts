import { setTimeout as delay } from "node:timers/promises";
import type { BatchResponse, Handler, SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import type { HostLock } from "../../shared/kernel/ports/host-lock.ts";
import { type ConsumerName, type QueueName, queues, schedule, tables } from "../../shared/kernel/topology.ts";
import type { PublishOutcome, StreamChange } from "../../shared/publishing/publish-changes.ts";
import type { NodeEngine } from "./node-engine.ts";
import { startPumps } from "./pumps.ts";
import { stopWithin } from "./stop-limits.ts";

/** What EventBridge Scheduler passes to the clock function. */
export type ClockEvent = { readonly time: string };

/** The functions, called as Lambda would call them. `publish` gets the stream's images unchanged. */
export type Handlers = { readonly [name in ConsumerName]: Handler<SqsEvent, BatchResponse> } & {
  readonly clock: Handler<ClockEvent, unknown>;
  readonly publish: Handler<readonly StreamChange[], PublishOutcome>;
};

export type HostOptions = {
  readonly engine: NodeEngine;
  /** Several sets, each with its own engine (`engine.sibling()`), take turns as several workers would. */
  readonly handlers: Handlers | readonly [Handlers, ...Handlers[]];
  /** The queues that another thread consumes. */
  readonly elsewhere?: readonly QueueName[];
  /** In ms; by default, once per `ticksPerFire` ticks. */
  readonly clockEvery?: number;
  /** How often (ms) to check for writes of other processes. */
  readonly pollInterval?: number;
  /** How often (ms) to check whether a full disk has space again. */
  readonly lookForRoomEvery?: number;
  /** How often (ms) to delete expired items and finished stream records. */
  readonly deleteExpiredEvery?: number;
  /** Stream records older than this (ms) are deleted even if they aren't done, as on AWS after 24 h. */
  readonly trimAfter?: number;
};

export type Host = {
  /** Since when (unix ms) the host pauses, because the disk is full; undefined if it isn't. */
  fullSince(): number | undefined;
  /** Calls the clock immediately, so that a new instance doesn't wait for the next tick. */
  fireClock(): void;
  /**
   * Takes no more work, waits up to `within` ms for running work and then for `others`, which use the store too, and
   * releases the lock. A second call waits for the first.
   */
  stop(within?: number, others?: Promise<unknown>): Promise<void>;
};

/**
 * Runs the functions on one machine. All state is in the engine's store, so after a host is killed, the next one
 * resumes where it stopped. Throws `HostRunningError`.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { engine, elsewhere = [] } = options;
  const { logger, clock, settings } = engine;
  const next = takingTurns("clock" in options.handlers ? [options.handlers] : options.handlers);
  const lock = await lockedHost(engine);

  const pumps = startPumps(engine, {
    queues: Object.values(queues).flatMap(({ name }) => (elsewhere.includes(name) ? [] : [name])),
    handle: (consumer, event) => next()[consumer](event),
    publish: (changes) => next().publish(changes),
    ...{ pollInterval: options.pollInterval, lookForRoomEvery: options.lookForRoomEvery },
  });

  const underWay = new Set<Promise<void>>();
  const every = (ms: number, event: string, work: () => Promise<unknown>) => {
    let isRunning = false;
    return setInterval(() => {
      // After a pause of days, deleting takes longer than its period. Overlapping runs would share transactions, which
      // would block the event loop for longer.
      if (isRunning) return;
      isRunning = true;
      run(event, () =>
        work().finally(() => {
          isRunning = false;
        }),
      );
    }, ms);
  };
  const run = (event: string, work: () => Promise<unknown>) => {
    const done = work()
      .catch((error: unknown) => {
        logger.error(event, error);
      })
      .then(() => {
        underWay.delete(done);
      });
    underWay.add(done);
  };
  const fire = async () => {
    if (pumps.fullSince() !== undefined) return;
    await next().clock({ time: isoTime(clock.now()) });
  };
  const {
    clockEvery = settings.timings.tick * schedule.ticksPerFire,
    deleteExpiredEvery = 60_000,
    trimAfter,
  } = options;
  const timers = [
    every(clockEvery, "host.clock_failed", fire),
    every(deleteExpiredEvery, "host.delete_expired_failed", () => deleteExpired(engine, trimAfter)),
  ];
  run("host.clock_failed", fire);

  const stop = async (within: number, others?: Promise<unknown>) => {
    for (const timer of timers) clearInterval(timer);
    const finished = Promise.all([pumps.stop(), ...underWay]);
    const inTime = await Promise.race([finished.then(() => true), delay(within, false, { ref: false })]);
    if (!inTime) logger.warn("host.stopped_hard", { within });
    await others;
    await lock.release();
  };
  let stopped: Promise<void> | undefined;
  return {
    fullSince: () => pumps.fullSince(),
    fireClock: () => {
      run("host.clock_failed", fire);
    },
    stop: (within = stopWithin, others) => (stopped ??= stop(within, others)),
  };
}

/** Makes this host the store's only host. */
async function lockedHost(engine: NodeEngine): Promise<HostLock> {
  const lock = await engine.lockHost();
  try {
    // This host holds the lock, so the process that held these messages has ended.
    for (const { name } of Object.values(queues)) {
      const released = await engine.queue(name).releaseInFlight();
      if (released > 0) engine.logger.info("host.released_in_flight", { queue: name, messages: released });
    }
    return lock;
  } catch (error) {
    // Without this release, a host that is restarted in this process would find its own lock.
    await lock.release();
    throw error;
  }
}

function takingTurns(sets: readonly [Handlers, ...Handlers[]]): () => Handlers {
  let turn = 0;
  return () => {
    turn = (turn + 1) % sets.length;
    return sets[turn] ?? sets[0];
  };
}

/** Rows per transaction, which takes one turn of the event loop. A row of the largest records takes 0.3 ms. */
const portion = 50;

/** Also deletes stream records that are older than `trimAfter` (ms) but aren't done, as AWS does after 24 h. */
export async function deleteExpired(engine: NodeEngine, trimAfter?: number): Promise<void> {
  for (const { name } of Object.values(tables)) {
    while ((await engine.table(name).deleteExpired(portion)) === portion);
  }
  const { mirrorChanges } = engine;
  const trimBefore = trimAfter === undefined ? 0 : engine.clock.now() - trimAfter;
  for (let shard = 0; shard < mirrorChanges.shards; shard++) {
    while ((await mirrorChanges.trim(shard, portion, trimBefore)) === portion);
  }
}
