import type { OutgoingMessage, QueueSender } from "../../shared/kernel/ports/queue.ts";

/** A queue that keeps what was sent; the test takes it out and hands it on. */
export class MemoryQueue implements QueueSender {
  readonly sent: OutgoingMessage[] = [];

  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    this.sent.push(...messages);
  }

  /** What was sent since the last take, parsed. */
  take(): unknown[] {
    return this.sent.splice(0).map(({ body }): unknown => JSON.parse(body));
  }
}
