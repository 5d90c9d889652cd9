import type { BatchResponse, Handler, SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { QueueConsumer, ReceivedMessage } from "../../shared/kernel/ports/queue.ts";
import type { QueueDeclaration } from "../../shared/kernel/topology.ts";
import { PumpLoop } from "./pump-loop.ts";

export type QueuePumpParts = {
  readonly queue: QueueConsumer;
  readonly declaration: QueueDeclaration;
  readonly handler: Handler<SqsEvent, BatchResponse>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How often (ms) to check for messages from other processes. */
  readonly pollInterval: number;
  readonly isPaused?: () => boolean;
};

type Outcome = { readonly done: readonly ReceivedMessage[]; readonly failed: readonly ReceivedMessage[] };

/**
 * How many messages, in whole batches, may begin within `begunWithin` ms. When messages end, others begin as soon as
 * there is room for half of this number. So about a hundred messages of fast work run at a time, and share reads and
 * writes. Thousands would each hold memory and a connection until all were done, and none would finish sooner. Slow
 * work still fills all places over time.
 */
const begunAtOnce = 128;
const begunWithin = 50;

/**
 * Consumes a queue as Lambda's event source mapping would: in batches, up to the topology's batch size and concurrency.
 * When part of a batch fails, acknowledges the messages that are done and releases the others for later.
 */
export class QueuePump {
  readonly #parts: QueuePumpParts;
  readonly #loop = new PumpLoop(async () => ({ ms: await this.#receiveAll() }));
  readonly #running = new Set<Promise<void>>();
  /** When (unix ms) batches began, oldest first, except those that ended or began too long ago. */
  readonly #begun = new Set<{ readonly at: number; readonly messages: number }>();
  /** Outcomes whose write failed. */
  readonly #unsettled: Outcome[] = [];
  /** The number of messages being handled. */
  #underWay = 0;
  /** Whether the last check let no more messages begin, because too many had just begun or all places were taken. */
  #isHeldBack = false;
  #waitingSince: number | undefined;

  constructor(parts: QueuePumpParts) {
    this.#parts = parts;
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Resolves when the running messages are done. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /**
   * Receives until nothing is ready or no more messages may begin. Resolves with the wait (ms) before the next receive.
   */
  async #receiveAll(): Promise<number> {
    const { declaration, logger, pollInterval } = this.#parts;
    try {
      await this.#settleLeft();
      while (this.#loop.takeWakeUp()) {
        while (await this.#receiveOnce());
      }
      return await this.#untilNextLook();
    } catch (error) {
      logger.error("queue.receive_failed", error, { queue: declaration.name });
      // Waits the full interval even if a message is due, because the queue can't return it now.
      return pollInterval;
    }
  }

  /** Returns whether there may be more messages. */
  async #receiveOnce(): Promise<boolean> {
    const { queue, declaration } = this.#parts;
    const { batchSize } = declaration;
    const free = this.#free();
    this.#isHeldBack = free <= 0;
    if (this.#loop.isStopped || this.#parts.isPaused?.() === true || free <= 0 || (await this.#shouldWait()))
      return false;
    // A batch is as slow as its slowest message. Sorting by group makes a slow group delay mostly its own batches.
    const messages = (await queue.receive(free)).toSorted(byGroup);
    for (let start = 0; start < messages.length; start += batchSize) {
      this.#run(messages.slice(start, start + batchSize));
    }
    return messages.length > 0;
  }

  async #shouldWait(): Promise<boolean> {
    const { queue, declaration, clock } = this.#parts;
    const { batchSize, hostWindowMs } = declaration;
    const now = clock.now();
    // An idle pump never waits for a full batch.
    const mayWait = this.#running.size > 0 && hostWindowMs > 0;
    if (!mayWait || !(await queue.hasReady(1)) || (await queue.hasReady(batchSize))) {
      this.#waitingSince = undefined;
      return false;
    }
    this.#waitingSince ??= now;
    if (now - this.#waitingSince < hostWindowMs) return true;
    this.#waitingSince = undefined;
    return false;
  }

  /**
   * How many messages may run at the same time. If batches were limited instead, an endpoint that has just become slow
   * would occupy every batch with one message each. All other endpoints would wait for its deadline.
   */
  #places(): number {
    const { batchSize, maxConcurrency } = this.#parts.declaration;
    return maxConcurrency * batchSize;
  }

  #free(): number {
    const { messages } = this.#young();
    const atOnce = this.#atOnce();
    return messages > atOnce / 2 ? 0 : Math.min(this.#places() - this.#underWay, atOnce - messages);
  }

  #atOnce(): number {
    const { batchSize } = this.#parts.declaration;
    return begunAtOnce - (begunAtOnce % batchSize);
  }

  /** The running messages that began within the last `begunWithin` ms. `since`: when the first of them began. */
  #young(): { readonly messages: number; readonly since: number } {
    const now = this.#parts.clock.now();
    for (const begun of this.#begun) {
      // A negative age belongs to a batch that began before the clock was set back.
      if (now - begun.at >= 0 && now - begun.at < begunWithin) break;
      this.#begun.delete(begun);
    }
    const [first] = this.#begun;
    const messages = [...this.#begun].reduce((sum, begun) => sum + begun.messages, 0);
    return { messages, since: first?.at ?? now };
  }

  #run(messages: readonly ReceivedMessage[]): void {
    const begun = { at: this.#parts.clock.now(), messages: messages.length };
    this.#begun.add(begun);
    this.#underWay += messages.length;
    const batch = this.#handle(messages).finally(() => {
      this.#begun.delete(begun);
      this.#underWay -= messages.length;
      this.#running.delete(batch);
      this.wake();
    });
    this.#running.add(batch);
  }

  async #handle(messages: readonly ReceivedMessage[]): Promise<void> {
    const { declaration, logger } = this.#parts;
    const ids = await this.#failuresOf(messages);
    const outcome = {
      done: messages.filter(({ id }) => !ids.has(id)),
      failed: messages.filter(({ id }) => ids.has(id)),
    };
    try {
      await this.#settle(outcome);
    } catch (error) {
      logger.error("queue.acknowledge_failed", error, { queue: declaration.name, messages: messages.length });
      this.#unsettled.push(outcome);
    }
  }

  /** A message that was received again in the meantime stays unchanged. */
  async #settle({ done, failed }: Outcome): Promise<void> {
    const { queue, declaration } = this.#parts;
    const { visibilitySeconds } = declaration;
    await Promise.all([
      queue.acknowledge(done),
      ...failed.map((message) => queue.release([message], retryDelay(message.receives, visibilitySeconds))),
    ]);
  }

  /**
   * Writes the outcomes that couldn't be written before. Without this, their messages would wait until the visibility
   * timeout ends: half an hour for poll messages.
   */
  async #settleLeft(): Promise<void> {
    if (this.#parts.isPaused?.() === true) return;
    for (let [outcome] = this.#unsettled; outcome !== undefined; [outcome] = this.#unsettled) {
      await this.#settle(outcome);
      this.#unsettled.shift();
    }
  }

  async #failuresOf(messages: readonly ReceivedMessage[]): Promise<ReadonlySet<string>> {
    const { declaration, handler, logger } = this.#parts;
    try {
      const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
      return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch (error) {
      logger.error("queue.batch_failed", error, { queue: declaration.name, messages: messages.length });
      return new Set(messages.map(({ id }) => id));
    }
  }

  /** How long (ms) to wait before the next receive. */
  async #untilNextLook(): Promise<number> {
    const { queue, declaration, clock, pollInterval } = this.#parts;
    // When a batch ends, the pump receives again. Until then, no more messages can begin.
    if (this.#underWay >= this.#places()) return pollInterval;
    // Since the last receive, the messages that held others back may have ended, or may no longer count as just begun.
    if (this.#isHeldBack) return Math.min(pollInterval, Math.max(1, this.#young().since + begunWithin - clock.now()));
    const next =
      this.#waitingSince === undefined ? await queue.nextReadyAt() : this.#waitingSince + declaration.hostWindowMs;
    return Math.min(pollInterval, Math.max(1, (next ?? Number.POSITIVE_INFINITY) - clock.now()));
  }
}

/**
 * How long (ms) until a failed message is ready again: 1 s, 4 s, 16 s … up to the visibility timeout. Lambda waits for
 * the visibility timeout, because the consumer may still be working. Here, the consumer is known to have ended.
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
    messageId: id,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      ...(group === "" ? {} : { MessageGroupId: group }),
    },
  };
}
