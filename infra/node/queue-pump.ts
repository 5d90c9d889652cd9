import type { BatchResponse, Handler, SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import type { ReceivedMessage } from "../../shared/adapters/sqlite/sqlite-queue.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { NodeQueue } from "./node-engine.ts";

export type QueuePumpParts = {
  readonly queue: NodeQueue;
  readonly handler: Handler<SqsEvent, BatchResponse>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often (ms) to look for messages that another process sent. */
  readonly pollInterval: number;
};

/** An incomplete batch waits for more while another one runs, but no longer than this (ms); an idle pump never waits. */
const longestWindow = 50;

/**
 * Consumes a queue as Lambda's event source would: batches up to the topology's size and concurrency, partial batch
 * responses honoured, failed messages again later.
 */
export class QueuePump {
  readonly #parts: QueuePumpParts;
  readonly #running = new Set<Promise<void>>();
  /** Messages that are being handled. */
  #inHand = 0;
  #timer: NodeJS.Timeout | undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #receiving: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #waitingSince: number | undefined;

  constructor(parts: QueuePumpParts) {
    this.#parts = parts;
  }

  /** Looks for messages soon; many calls are one look. */
  wake(): void {
    this.#wakeUp ??= setImmediate(() => {
      this.#wakeUp = undefined;
      this.#receive();
    });
  }

  /** Takes no more messages and resolves when those in hand are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#receiving;
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #receive(): void {
    this.#again = true;
    this.#receiving ??= this.#receiveAll().then((wait) => {
      this.#receiving = undefined;
      if (this.#stopped) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#receive();
      }, wait);
    });
  }

  /** Resolves with the ms until the next look. */
  async #receiveAll(): Promise<number> {
    const { queue, logger, pollInterval } = this.#parts;
    try {
      while (this.#takeWakeUp()) {
        while (await this.#receiveOnce());
      }
      return this.#untilNextLook();
    } catch (error) {
      logger.error("queue.receive_failed", error, { queue: queue.declaration.name });
      // Not sooner, though something may be due: it can't be had.
      return pollInterval;
    }
  }

  /** Whether something happened since the last look. */
  #takeWakeUp(): boolean {
    const again = this.#again && !this.#stopped;
    this.#again = false;
    return again;
  }

  /** Whether there may be more. */
  async #receiveOnce(): Promise<boolean> {
    const { queue } = this.#parts;
    const { batchSize } = queue.declaration;
    const free = this.#places() - this.#inHand;
    if (this.#stopped || free <= 0 || this.#shouldWait()) return false;
    // A batch is as slow as the slowest of it: a group that keeps its batch waiting keeps, as far as can be, its own.
    const messages = (await queue.receive(free)).toSorted(byGroup);
    for (let start = 0; start < messages.length; start += batchSize) {
      this.#run(messages.slice(start, start + batchSize));
    }
    return messages.length > 0;
  }

  #shouldWait(): boolean {
    const { queue, clock } = this.#parts;
    const { batchSize, windowSeconds } = queue.declaration;
    const now = clock.now();
    const window = Math.min(windowSeconds * 1_000, longestWindow);
    if (this.#running.size === 0 || window === 0 || !queue.hasReady(1) || queue.hasReady(batchSize)) {
      this.#waitingSince = undefined;
      return false;
    }
    this.#waitingSince ??= now;
    if (now - this.#waitingSince < window) return true;
    this.#waitingSince = undefined;
    return false;
  }

  /**
   * Counted in messages, as many as full batches would hold: counted in batches, an endpoint that has just turned slow
   * would take all of them with a message each, and the others would wait for its deadline.
   */
  #places(): number {
    const { batchSize, maxConcurrency } = this.#parts.queue.declaration;
    return maxConcurrency * batchSize;
  }

  #run(messages: readonly ReceivedMessage[]): void {
    this.#inHand += messages.length;
    const batch = this.#handle(messages).finally(() => {
      this.#inHand -= messages.length;
      this.#running.delete(batch);
      if (!this.#stopped) this.wake();
    });
    this.#running.add(batch);
  }

  async #handle(messages: readonly ReceivedMessage[]): Promise<void> {
    const { queue, logger } = this.#parts;
    const { name, visibilitySeconds } = queue.declaration;
    try {
      const failed = await this.#failuresOf(messages);
      const again = messages.filter(({ id }) => failed.has(String(id)));
      await Promise.all([
        queue.acknowledge(messages.filter(({ id }) => !failed.has(String(id)))),
        ...again.map((message) => queue.release([message], retryDelay(message.receives, visibilitySeconds))),
      ]);
    } catch (error) {
      // What could neither be acknowledged nor released comes again when its visibility ends.
      logger.error("queue.acknowledge_failed", error, { queue: name, messages: messages.length });
    }
  }

  async #failuresOf(messages: readonly ReceivedMessage[]): Promise<ReadonlySet<string>> {
    const { queue, handler, logger } = this.#parts;
    try {
      const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
      return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch (error) {
      logger.error("queue.batch_failed", error, { queue: queue.declaration.name, messages: messages.length });
      return new Set(messages.map(({ id }) => String(id)));
    }
  }

  #untilNextLook(): number {
    const { queue, clock, pollInterval } = this.#parts;
    // A batch that ends looks by itself; until then what is due has no place.
    if (this.#inHand >= this.#places()) return pollInterval;
    const next = this.#waitingSince === undefined ? queue.nextReadyAt() : this.#waitingSince + longestWindow;
    return Math.min(pollInterval, Math.max(1, (next ?? Number.POSITIVE_INFINITY) - clock.now()));
  }
}

/**
 * Ms until a failed message comes again: 1 s, 4 s, 16 s … up to the visibility. Lambda leaves it hidden for the whole
 * visibility, but that only guards against a consumer still at work, and here it is known to have ended.
 */
function retryDelay(receives: number, visibilitySeconds: number): number {
  return Math.min(visibilitySeconds, 4 ** (receives - 1)) * 1_000;
}

function byGroup({ group: one }: ReceivedMessage, { group: other }: ReceivedMessage): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function recordOf({ id, body, receives, group }: ReceivedMessage): SqsEvent["Records"][number] {
  return {
    messageId: String(id),
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      ...(group === "" ? {} : { MessageGroupId: group }),
    },
  };
}
