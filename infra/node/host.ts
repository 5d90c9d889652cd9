import { setTimeout as delay } from "node:timers/promises";
import type { BatchResponse, Handler, SqsEvent, StreamEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { laneCount } from "../../shared/adapters/sqlite/change-stream.ts";
import type { QueueDepths } from "../../shared/adapters/sqlite/sqlite-queue.ts";
import { longestDeadline } from "../../shared/kernel/checked-timings.ts";
import { type FunctionName, mirrorStream, type QueueName, queues, schedule } from "../../shared/kernel/topology.ts";
import { lockDataDirectory } from "./host-lock.ts";
import { keepHouse } from "./housekeeping.ts";
import type { NodeEngine } from "./node-engine.ts";
import { QueuePump } from "./queue-pump.ts";
import { StreamPump } from "./stream-pump.ts";

/** What EventBridge Scheduler passes to the clock function. */
export type ClockEvent = { readonly time: string };

/** The functions of the topology, as Lambda would call them. */
export type Handlers = {
  readonly clock: Handler<ClockEvent, unknown>;
  readonly tick: Handler<SqsEvent, BatchResponse>;
  readonly poll: Handler<SqsEvent, BatchResponse>;
  readonly publish: Handler<StreamEvent, BatchResponse>;
  readonly fanout: Handler<SqsEvent, BatchResponse>;
  readonly deliver: Handler<SqsEvent, BatchResponse>;
  readonly recover: Handler<SqsEvent, BatchResponse>;
};

export type HostOptions = {
  readonly engine: NodeEngine;
  /** Several sets, each made from an engine of its own (`engine.sibling()`), take turns as several workers would. */
  readonly handlers: Handlers | readonly [Handlers, ...Handlers[]];
  /** How often the clock fires, in ms; by default as often as its ticks last. */
  readonly clockEvery?: number;
  /** How often to look for what another process wrote, in ms. */
  readonly pollInterval?: number;
  readonly housekeepingEvery?: number;
  /** Stream records older than this (ms) are lost whether done or not, as on AWS after 24 h; never by default. */
  readonly trimAfter?: number;
};

export type Depths = {
  readonly queues: { readonly [name in QueueName]: QueueDepths };
  readonly stream: { readonly pending: number; readonly failed: number };
};

/** A delivery under way may take its deadline, and what is recorded of it a little more. */
const stopWithin = longestDeadline + 5_000;

export type Host = {
  depths(): Depths;
  /** Fires the clock out of its turn: what was just registered needn't wait for the next tick. */
  fireClock(): void;
  /** Puts dead letters back on their queue, or with "stream" the stream records that were put aside. Returns how many. */
  redrive(what: QueueName | "stream"): Promise<number>;
  /** Takes no more work, waits up to `within` ms for what is under way, gives the data directory free. Once. */
  stop(within?: number): Promise<void>;
};

/**
 * Runs the functions on one machine: clock, queues and stream call them with what Lambda would pass. All state is in
 * the engine's file, so that a killed host goes on where it was. Throws HostRunningError.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { engine, pollInterval = 500 } = options;
  const { logger, clock, wakeUps, settings } = engine;
  const handlers = takingTurns("clock" in options.handlers ? [options.handlers] : options.handlers);
  const lock = lockDataDirectory(engine.dataDir);
  // We hold the lock: whoever had these in flight is gone.
  for (const { name } of Object.values(queues)) {
    const released = await engine.queue(name).releaseInFlight();
    if (released > 0) logger.info("host.released_in_flight", { queue: name, messages: released });
  }

  const queuePumps = Object.values(queues).map(({ name, consumer }) => {
    const handler = consumerOf(handlers, consumer);
    return { name, pump: new QueuePump({ queue: engine.queue(name), handler, clock, logger, pollInterval }) };
  });
  const { batchSize, retryAttempts } = mirrorStream;
  const streamPumps = Array.from({ length: laneCount }, (_, lane) => {
    const parts = { stream: engine.mirrorChanges, lane, handler: handlers.publish, logger, pollInterval };
    return { name: "mirror", pump: new StreamPump({ ...parts, batchSize, retryAttempts }) };
  });
  const pumps = [...queuePumps, ...streamPumps];
  const deaf = pumps.map(({ name, pump }) =>
    wakeUps.on(name, () => {
      pump.wake();
    }),
  );
  for (const { pump } of pumps) pump.wake();

  const underWay = new Set<Promise<void>>();
  const every = (ms: number, event: string, work: () => Promise<unknown>) =>
    setInterval(() => {
      run(event, work);
    }, ms);
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
  const fire = () => handlers.clock({ time: new Date(clock.now()).toISOString() });
  const { clockEvery = settings.timings.tick * schedule.ticksPerFire, housekeepingEvery = 60_000, trimAfter } = options;
  const timers = [
    every(clockEvery, "host.clock_failed", fire),
    every(housekeepingEvery, "host.housekeeping_failed", () => keepHouse(engine, trimAfter)),
  ];
  run("host.clock_failed", fire);

  const stop = async (within: number) => {
    for (const timer of timers) clearInterval(timer);
    for (const stopListening of deaf) stopListening();
    const finished = Promise.all([...pumps.map(({ pump }) => pump.stop()), ...underWay]);
    const inTime = await Promise.race([finished.then(() => true), delay(within, false, { ref: false })]);
    if (!inTime) logger.warn("host.stopped_hard", { within });
    lock.release();
  };
  let stopped: Promise<void> | undefined;
  return {
    depths: () => depthsOf(engine),
    fireClock: () => {
      run("host.clock_failed", fire);
    },
    redrive: (what) => (what === "stream" ? engine.mirrorChanges.redrive() : engine.queue(what).redrive()),
    stop: (within = stopWithin) => (stopped ??= stop(within)),
  };
}

/** One set of handlers that passes each call to the next of several. */
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
  };
}

function consumerOf(handlers: Handlers, name: FunctionName): Handler<SqsEvent, BatchResponse> {
  switch (name) {
    case "tick":
    case "poll":
    case "fanout":
    case "deliver":
    case "recover":
      return handlers[name];
    default:
      throw new Error(`the topology lets ${name} consume a queue, but it doesn't take messages`);
  }
}

function depthsOf(engine: NodeEngine): Depths {
  return {
    queues: {
      ticks: engine.queue("ticks").depths(),
      poll: engine.queue("poll").depths(),
      fanout: engine.queue("fanout").depths(),
      deliver: engine.queue("deliver").depths(),
      "deliver-slow": engine.queue("deliver-slow").depths(),
      recover: engine.queue("recover").depths(),
    },
    stream: engine.mirrorChanges.depths(),
  };
}
