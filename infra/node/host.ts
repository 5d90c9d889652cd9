import { setTimeout as delay } from "node:timers/promises";
import type { BatchResponse, Handler, SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { longestDeadline } from "../../shared/kernel/checked-timings.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import type { StreamDepth } from "../../shared/kernel/ports/change-stream.ts";
import type { HostLock } from "../../shared/kernel/ports/host-lock.ts";
import type { QueueDepth } from "../../shared/kernel/ports/queue.ts";
import {
  type FunctionName,
  mirrorStream,
  type QueueName,
  queues,
  schedule,
  tables,
} from "../../shared/kernel/topology.ts";
import type { PublishOutcome, StreamChange } from "../../shared/publishing/publish-changes.ts";
import type { NodeEngine } from "./node-engine.ts";
import { QueuePump } from "./queue-pump.ts";
import { StoragePause } from "./storage-pause.ts";
import { StreamPump } from "./stream-pump.ts";

/** What EventBridge Scheduler passes to the clock function. */
export type ClockEvent = { readonly time: string };

/** The functions, called as Lambda would call them. `publish` gets the stream's images unchanged. */
export type Handlers = {
  readonly clock: Handler<ClockEvent, unknown>;
  readonly tick: Handler<SqsEvent, BatchResponse>;
  readonly poll: Handler<SqsEvent, BatchResponse>;
  readonly publish: Handler<readonly StreamChange[], PublishOutcome>;
  readonly fanout: Handler<SqsEvent, BatchResponse>;
  readonly deliver: Handler<SqsEvent, BatchResponse>;
  readonly recover: Handler<SqsEvent, BatchResponse>;
  readonly alert: Handler<SqsEvent, BatchResponse>;
};

export type HostOptions = {
  readonly engine: NodeEngine;
  /** Several sets, each with its own engine (`engine.sibling()`), take turns as several workers would. */
  readonly handlers: Handlers | readonly [Handlers, ...Handlers[]];
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

export type PendingWork = {
  readonly queues: { readonly [name in QueueName]: QueueDepth };
  readonly stream: StreamDepth;
};

/** A running delivery may take its full deadline, plus a little time to record the result. */
const stopWithin = longestDeadline + 5_000;

export type Host = {
  pendingWork(): Promise<PendingWork>;
  /** Calls the clock immediately, so that a new instance doesn't wait for the next tick. */
  fireClock(): void;
  /** Sends dead letters again or, with "stream", the records that were set aside. Resolves with their number. */
  redrive(what: QueueName | "stream"): Promise<number>;
  /**
   * Takes no more work, waits up to `within` ms for running work, and releases the lock. A second call waits for the
   * first.
   */
  stop(within?: number): Promise<void>;
};

/**
 * Runs the functions on one machine. All state is in the engine's store, so after a host is killed, the next one
 * resumes where it stopped. Throws `HostRunningError`.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { engine, pollInterval = 500 } = options;
  const { logger, clock, wakeUps, settings } = engine;
  const handlers = takingTurns("clock" in options.handlers ? [options.handlers] : options.handlers);
  const lock = await lockedHost(engine);

  const storage = new StoragePause(
    engine.storage,
    logger,
    () => {
      for (const { pump } of pumps) pump.wake();
    },
    options.lookForRoomEvery ?? 5_000,
  );
  const isPaused = () => storage.isPaused;
  const queuePumps = Object.values(queues).map((declaration) => {
    const { name, consumer } = declaration;
    const parts = { queue: engine.queue(name), declaration, handler: consumerOf(handlers, consumer) };
    return { name, pump: new QueuePump({ ...parts, clock, logger, pollInterval, isPaused }) };
  });
  const { batchSize, retryAttempts } = mirrorStream;
  const streamPumps = Array.from({ length: engine.mirrorChanges.lanes }, (_, lane) => {
    const parts = { stream: engine.mirrorChanges, lane, handler: handlers.publish, logger, pollInterval, isPaused };
    return { name: "mirror" as const, pump: new StreamPump({ ...parts, batchSize, retryAttempts }) };
  });
  const pumps = [...queuePumps, ...streamPumps];
  const stopListening = pumps.map(({ name, pump }) =>
    wakeUps.on(name, () => {
      pump.wake();
    }),
  );
  for (const { pump } of pumps) pump.wake();

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
    if (isPaused()) return;
    await handlers.clock({ time: isoTime(clock.now()) });
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

  const stop = async (within: number) => {
    for (const timer of timers) clearInterval(timer);
    storage.stop();
    for (const stopOne of stopListening) stopOne();
    const finished = Promise.all([...pumps.map(({ pump }) => pump.stop()), ...underWay]);
    const inTime = await Promise.race([finished.then(() => true), delay(within, false, { ref: false })]);
    if (!inTime) logger.warn("host.stopped_hard", { within });
    await lock.release();
  };
  let stopped: Promise<void> | undefined;
  return {
    pendingWork: () => pendingWorkOf(engine),
    fireClock: () => {
      run("host.clock_failed", fire);
    },
    redrive: (what) => (what === "stream" ? engine.mirrorChanges.redrive() : engine.queue(what).redrive()),
    stop: (within = stopWithin) => (stopped ??= stop(within)),
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

function takingTurns(sets: readonly [Handlers, ...Handlers[]]): Handlers {
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % sets.length;
    return sets[turn] ?? sets[0];
  };
  return {
    clock: (event) => next().clock(event),
    tick: (event) => next().tick(event),
    poll: (event) => next().poll(event),
    publish: (event) => next().publish(event),
    fanout: (event) => next().fanout(event),
    deliver: (event) => next().deliver(event),
    recover: (event) => next().recover(event),
    alert: (event) => next().alert(event),
  };
}

function consumerOf(handlers: Handlers, name: FunctionName): Handler<SqsEvent, BatchResponse> {
  switch (name) {
    case "tick":
    case "poll":
    case "fanout":
    case "deliver":
    case "recover":
    case "alert":
      return handlers[name];
    default:
      throw new Error(`the topology makes ${name} the consumer of a queue, but this function doesn't take messages`);
  }
}

async function pendingWorkOf(engine: NodeEngine): Promise<PendingWork> {
  return {
    queues: {
      ticks: await engine.queue("ticks").depth(),
      poll: await engine.queue("poll").depth(),
      fanout: await engine.queue("fanout").depth(),
      deliver: await engine.queue("deliver").depth(),
      "deliver-slow": await engine.queue("deliver-slow").depth(),
      recover: await engine.queue("recover").depth(),
      alerts: await engine.queue("alerts").depth(),
    },
    stream: await engine.mirrorChanges.depth(),
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
  for (let lane = 0; lane < mirrorChanges.lanes; lane++) {
    while ((await mirrorChanges.trim(lane, portion, trimBefore)) === portion);
  }
}
