import type { OutgoingMessage, QueueSender } from "../../shared/kernel/ports/queue.ts";

/** A queue that keeps what was sent; the test takes it out and hands it on. */
export class MemoryQueue implements QueueSender {
  readonly sent: OutgoingMessage[] = [];

  /** Refuses a delay that SQS refuses. */
  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    const wrong = messages.find(({ delaySeconds = 0 }) => !(delaySeconds >= 0 && delaySeconds <= 900));
    if (wrong !== undefined) throw new Error(`no queue delays a message by ${wrong.delaySeconds} s`);
    this.sent.push(...messages);
  }

  /** What was sent since the last take, parsed. */
  take(): unknown[] {
    return this.sent.splice(0).map(({ body }): unknown => JSON.parse(body));
  }
}
