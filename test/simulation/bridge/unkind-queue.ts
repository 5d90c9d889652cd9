import type { BatchResponse, SqsEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import type { OutgoingMessage, QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { QueueDeclaration } from "../../../shared/kernel/topology.ts";
import type { FunctionPool } from "./function-pool.ts";
import type { Ground } from "./ground.ts";

type Message = {
  readonly id: string;
  readonly body: string;
  readonly group: string;
  visibleAt: number;
  receives: number;
};

export type QueueParts = {
  readonly ground: Ground;
  readonly declaration: QueueDeclaration;
  readonly consumer: Pick<FunctionPool, "invoke">;
  /** Called for each message that was handled and won't be received again. */
  readonly onDone?: (body: string) => void;
};

/** How long (ms) a message is hidden at most. Declared visibilities are for functions that may take minutes. */
const longestVisibility = 100_000;

/**
 * A queue with the event source mapping that empties it: at least once, in any order, in batches of up to the declared
 * size. A message that fails is received again when its visibility ends, and becomes a dead letter after the declared
 * number of receives.
 */
export class UnkindQueue implements QueueSender {
  readonly #parts: QueueParts;
  readonly #messages = new Map<string, Message>();
  readonly dead: Message[] = [];
  #sent = 0;
  #underWay = 0;
  #nextLook = Number.POSITIVE_INFINITY;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** How many messages are neither done nor dead. */
  get size(): number {
    return this.#messages.size;
  }

  get bodies(): readonly string[] {
    return [...this.#messages.values()].map(({ body }) => body);
  }

  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    const { ground } = this.#parts;
    for (const { body, group = "", delaySeconds = 0 } of messages) {
      const copies = ground.strikes("duplicate") ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        this.#sent += 1;
        const late = ground.strikes("lateMessage") ? ground.below(120_000) : ground.below(400);
        const visibleAt = ground.clock.now() + delaySeconds * 1_000 + late;
        const id = `${this.#parts.declaration.name}-${this.#sent}`;
        this.#messages.set(id, { id, body, group, visibleAt, receives: 0 });
        this.#lookAt(visibleAt);
        ground.follow(id, `is queued for ${Math.round((visibleAt - ground.clock.now()) / 1_000)} s later:`, body);
      }
    }
  }

  /** Sends the dead letters again, as an operator would. */
  async redrive(): Promise<number> {
    const dead = this.dead.splice(0);
    for (const message of dead) {
      this.#messages.set(message.id, { ...message, visibleAt: this.#parts.ground.clock.now(), receives: 0 });
    }
    this.#lookAt(this.#parts.ground.clock.now());
    return dead.length;
  }

  #lookAt(at: number): void {
    if (at >= this.#nextLook) return;
    this.#nextLook = at;
    this.#parts.ground.clock.at(at, () => {
      if (at !== this.#nextLook) return;
      this.#nextLook = Number.POSITIVE_INFINITY;
      this.#receive();
    });
  }

  #receive(): void {
    const { ground, declaration } = this.#parts;
    const now = ground.clock.now();
    for (;;) {
      const ready = [...this.#messages.values()].filter(({ visibleAt }) => visibleAt <= now);
      if (ready.length === 0 || this.#underWay >= declaration.maxConcurrency) break;
      const size = 1 + ground.below(declaration.batchSize);
      const batch = ground
        .shuffled(ready)
        .slice(0, size)
        .filter((message) => !this.#buried(message));
      for (const message of batch) {
        message.receives += 1;
        message.visibleAt = now + Math.min(declaration.visibilitySeconds * 1_000, longestVisibility);
      }
      if (batch.length > 0) void this.#handle(batch);
    }
    const next = Math.min(...[...this.#messages.values()].map(({ visibleAt }) => visibleAt));
    if (Number.isFinite(next)) this.#lookAt(Math.max(next, now + 1));
  }

  #buried(message: Message): boolean {
    const { ground, declaration } = this.#parts;
    if (message.receives < declaration.maxReceives) return false;
    this.#messages.delete(message.id);
    this.dead.push(message);
    ground.trace.note(`queue ${declaration.name}`, `buries ${message.body}`);
    return true;
  }

  async #handle(batch: readonly Message[]): Promise<void> {
    const { ground, consumer, onDone } = this.#parts;
    this.#underWay += 1;
    const event: SqsEvent = {
      Records: batch.map(({ id, body, group, receives }) => ({
        messageId: id,
        body,
        attributes: { ApproximateReceiveCount: String(receives), ...(group !== "" && { MessageGroupId: group }) },
      })),
    };
    for (const { id, body, receives } of batch) ground.follow(id, `is received (${receives}):`, body);
    const receipts = batch.map(({ receives }) => receives);
    const invocation = await consumer.invoke(event);
    this.#underWay -= 1;
    this.#lookAt(ground.clock.now());
    if (invocation.outcome === "failed") return;
    const { batchItemFailures } = invocation.result as BatchResponse;
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const [at, message] of batch.entries()) {
      if (failed.has(message.id) || message.receives !== receipts[at]) continue;
      if (ground.strikes("lostAcknowledgement")) continue;
      this.#messages.delete(message.id);
      ground.follow(message.id, "is done:", message.body);
      onDone?.(message.body);
    }
  }
}
