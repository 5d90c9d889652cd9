import { marshall } from "@aws-sdk/util-dynamodb";
import { createClockHandler } from "../../../functions/clock.ts";
import { createDeliverHandler } from "../../../functions/deliver.ts";
import { createFanoutHandler } from "../../../functions/fanout.ts";
import { createPollHandler } from "../../../functions/poll.ts";
import { createPublishHandler } from "../../../functions/publish.ts";
import { createRecoverHandler } from "../../../functions/recover.ts";
import { type Container, replaced } from "../../../functions/runtime/container.ts";
import type { BatchResponse, Handler, SqsEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { sourceHttp } from "../../../functions/runtime/services/source-client.ts";
import { createTickHandler } from "../../../functions/tick.ts";
import { type QueueName, schedule } from "../../../shared/kernel/topology.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { type Arrivals, fullBatches } from "./arrivals.ts";
import type { Bill } from "./bill.ts";
import type { Changed, CountedEngine, Waiting } from "./counted-engine.ts";
import { PollWorkers } from "./poll-workers.ts";
import { durations } from "./prices.ts";

const tickMs = (schedule.everySeconds * 1_000) / schedule.ticksPerFire;

/** Runs the real handlers in virtual time, in batches as they arrive, and bills each invocation. */
export class Pipeline {
  readonly #engine: CountedEngine;
  readonly #clock: FakeClock;
  readonly #bill: Bill;
  readonly #handlers;
  readonly #pollWorkers = new PollWorkers();
  #ticks: Waiting[] = [];
  #message = 0;
  /** How messages arrive. The default is full batches. */
  arrivals: Arrivals = fullBatches;
  /** The instance's registered requests per second. */
  requestsPerSecond: number;

  constructor(engine: CountedEngine, clock: FakeClock, bill: Bill, requestsPerSecond: number) {
    this.#engine = engine;
    this.#clock = clock;
    this.#bill = bill;
    this.requestsPerSecond = requestsPerSecond;
    this.#handlers = {
      clock: createClockHandler(engine),
      tick: createTickHandler(engine),
      poll: createPollHandler(engine, replaced(sourceHttp, evenSource)),
      publish: createPublishHandler(engine, { keep: async () => undefined }),
      fanout: createFanoutHandler(engine),
      deliver: createDeliverHandler(engine),
      recover: createRecoverHandler(engine),
    };
  }

  /** One tick of virtual time with all its consequences. Returns how many mirror items changed. */
  async tick(): Promise<number> {
    const { clock, tick, poll, publish, fanout, deliver, recover } = this.#handlers;
    this.#clock.advance(tickMs);
    if (this.#ticks.length === 0) {
      await clock({});
      this.#bill.invocation("clock");
      this.#ticks = [...this.#take("ticks")];
    }
    await this.#feed("tick", "ticks", this.#ticks.splice(0, 1), tick);
    await this.#feed("recover", "recover", this.#take("recover"), recover);
    await this.#feed("poll", "poll", this.#take("poll").toSorted(byDelay), poll);
    const changes = this.#engine.takeChanges();
    for (const batch of inBatches(changes, this.arrivals.changes)) {
      await required(publish({ Records: batch.map(recordOf) }));
      this.#bill.invocation("publish");
      this.#engine.flush();
    }
    await this.#feed("fanout", "fanout", this.#take("fanout"), fanout);
    await this.#feed("deliver", "deliver", this.#take("deliver"), deliver);
    return changes.length;
  }

  #pollTime(delaySeconds: number): number {
    const beganAt = this.#clock.now() + delaySeconds * 1_000;
    return this.#pollWorkers.run(beganAt, this.#engine.takeRequests(), this.requestsPerSecond);
  }

  #take(queue: QueueName): readonly Waiting[] {
    return this.#engine.take(queue, this.arrivals);
  }

  async #feed(
    name: "tick" | "poll" | "fanout" | "deliver" | "recover",
    queue: QueueName,
    messages: readonly Waiting[],
    handler: Handler<SqsEvent, BatchResponse>,
  ): Promise<void> {
    for (const batch of inBatches(messages, this.arrivals.batchOf(queue))) {
      const Records = batch.map(({ body }) => ({
        messageId: `m${(this.#message += 1)}`,
        body,
        attributes: { ApproximateReceiveCount: "1" },
      }));
      await required(handler({ Records }));
      this.#engine.flush();
      if (name === "poll") this.#bill.pollInvocation(this.#pollTime(batch[0]?.delaySeconds ?? 0));
      else this.#bill.invocation(name);
    }
  }
}

/** Responses take as long as the bill assumes, however busy this machine is, because recording them costs writes. */
function evenSource(container: Container): SourceHttp {
  const http = sourceHttp(container);
  return {
    send: async (request) => {
      const answer = await http.send(request);
      return answer.outcome === "answered" ? { ...answer, tookMs: durations.pollRequest } : answer;
    },
  };
}

const byDelay = (one: Waiting, other: Waiting) => (one.delaySeconds ?? 0) - (other.delaySeconds ?? 0);

/** A bill with repetitions in it would be wrong. */
async function required(answer: Promise<BatchResponse>): Promise<void> {
  const { batchItemFailures } = await answer;
  if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} messages failed`);
}

function recordOf({ before, after }: Changed, position: number) {
  const image = (item: object) => marshall(item, { removeUndefinedValues: true });
  const eventName: "REMOVE" | "INSERT" | "MODIFY" =
    after === undefined ? "REMOVE" : before === undefined ? "INSERT" : "MODIFY";
  return {
    eventName,
    dynamodb: {
      SequenceNumber: String(position + 1),
      Keys: {},
      ...(before === undefined ? {} : { OldImage: image(before) }),
      ...(after === undefined ? {} : { NewImage: image(after) }),
    },
  };
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
