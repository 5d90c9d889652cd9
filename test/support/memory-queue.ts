import type { OutgoingMessage, QueueSender } from "../../shared/kernel/ports/queue.ts";

/** A queue that keeps what was sent until the test takes it. */
export class MemoryQueue implements QueueSender {
  readonly sent: OutgoingMessage[] = [];

  /** Refuses delays that SQS refuses. */
  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    const wrong = messages.find(({ delaySeconds = 0 }) => !(delaySeconds >= 0 && delaySeconds <= 900));
    if (wrong !== undefined) throw new Error(`no queue delays a message by ${wrong.delaySeconds} s`);
    this.sent.push(...messages);
  }

  /** The parsed messages that were sent since the last call. */
  take(): unknown[] {
    return this.sent.splice(0).map(({ body }): unknown => JSON.parse(body));
  }
}
