import { Aftermath } from "../../../shared/delivery/aftermath.ts";
import { type IncomingDelivery, incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import { WebhookPost } from "../../../shared/delivery/attempt/webhook-post.ts";
import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/recover-message.ts";
import { Recovery } from "../../../shared/delivery/backlog/recovery.ts";
import { EndpointCache } from "../../../shared/delivery/endpoint/endpoint-cache.ts";
import { EndpointSwitch } from "../../../shared/delivery/endpoint/endpoint-switch.ts";
import { Notices } from "../../../shared/delivery/endpoint/notices.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { deliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { RowWriter } from "../../../shared/delivery/rows/row-writer.ts";
import { type Received, Sender } from "../../../shared/delivery/sender.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { OperationalEvent } from "../../../shared/mirror/operational-events.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { anEvent, detectedAt, idOf } from "../fanout/an-event.ts";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const answered = (
  status: number,
  headers: { retryAfter?: string; webhookDelivery?: string } = {},
): DialOutcome => ({ outcome: "answered", status, headers, excerpt: `said ${status}`, ms: 20, connectMs: 5 });

/** The delivery stage over memory: what an endpoint answers is the test's to say. */
export class DeliveryWorld {
  readonly clock = new FakeClock(detectedAt + 1_000);
  readonly deliver = new MemoryQueue();
  readonly recover = new MemoryQueue();
  readonly deliveries = new MemoryTable("deliveries", { pageSize: 2 });
  readonly subscriptions = new MemoryTable("subscriptions", { pageSize: 2 });
  readonly logger = new SilentLogger();
  readonly randomness = new SeededRandomness();
  readonly events = new Map<string, { envelope: Envelope; body: string }>();
  readonly endpoints = new Map<string, Subscription>();
  readonly told: OperationalEvent[] = [];
  readonly posts: DialRequest[] = [];
  reads = 0;
  /** An event whose row can't be read. */
  corrupt: string | undefined;
  answer: (post: DialRequest) => DialOutcome | Promise<DialOutcome> = () => answered(200);

  readonly backlog = new Backlog({ deliveries: this.deliveries, subscriptions: this.subscriptions });
  sender = this.restarted();
  readonly recovery = new Recovery({
    table: this.subscriptions,
    backlog: this.backlog,
    deliver: this.deliver,
    recover: this.recover,
    clock: this.clock,
    limit: 3,
  });

  /** As a process that starts anew. */
  restarted(): Sender {
    const { clock, logger, randomness, deliver, deliveries, backlog } = this;
    const timings = defaultTimings;
    const subscriptions = {
      find: async (_partner: string, id: string) => {
        this.reads += 1;
        return this.endpoints.get(id);
      },
      openSecrets: async () => [secret],
      disable: async (_partner: string, id: string, disabledReason: "gone" | "requested" | "owner", url?: string) => {
        const current = this.endpoints.get(id)!;
        if (current.status === "disabled" || (url !== undefined && current.url !== url)) {
          return { outcome: "unchanged" as const, subscription: current };
        }
        const subscription = { ...current, status: "disabled" as const, disabledReason };
        this.endpoints.set(id, subscription);
        return { outcome: "updated" as const, subscription };
      },
    };
    const endpoints = new EndpointCache({ subscriptions, clock, allowInsecure: false, maxAge: 10_000, capacity: 3 });
    const tell = async (event: OperationalEvent) => {
      if (!this.told.some(({ id }) => id === event.id)) this.told.push(event);
    };
    const notices = new Notices({ events: { tell }, clock, logger });
    const dialer = {
      post: async (request: DialRequest) => {
        this.posts.push(request);
        return this.answer(request);
      },
    };
    const metrics = { record: () => undefined };
    this.sender = new Sender({
      events: {
        getMany: async (addresses) =>
          addresses.map(({ id }) => {
            if (id === this.corrupt) throw new CorruptItemError(`event ${id} has an unknown shape`);
            return this.events.get(id);
          }),
      },
      endpoints,
      log: new DeliveryLog({ table: deliveries, writer: new RowWriter(deliveries), clock, randomness, timings }),
      post: new WebhookPost({ dialer, clock, timings, logger, metrics, userAgent: "Feedhook/test" }),
      switch: new EndpointSwitch({ subscriptions, endpoints, notices }),
      aftermath: new Aftermath({ deliver, backlog, notices, clock, timings }),
      deliver,
      sleeper: clock,
      logger,
    });
    return this.sender;
  }

  subscribe(id = "sub_1", fields: Partial<Subscription> = {}): void {
    this.endpoints.set(id, {
      id,
      partner: "prt_1",
      url: "https://hooks.example.com/in",
      eventTypes: ["*"],
      baseline: false,
      status: "active",
      secrets: [{ sealed: "…", createdAt: 1 }],
      createdAt: 1,
      updatedAt: 1,
      rev: 1,
      ...fields,
    });
  }

  /** Publishes an event and gives the message of its first attempt. */
  message(n = 1, fields: Partial<Envelope> = {}, subscription = "sub_1"): IncomingDelivery {
    const envelope = anEvent({ id: idOf(n), ...fields });
    this.events.set(envelope.id, { envelope, body: JSON.stringify(envelope) });
    return { subscription, partner: "prt_1", instance: "acme", event: envelope.id, run: "0", attempt: 1 };
  }

  async run(...batch: (IncomingDelivery | Received)[]): Promise<string[]> {
    const received = batch.map((one) => ("message" in one ? one : { message: one, receiveCount: 1 }));
    return (await this.sender.run(received)).map(({ status }) => status);
  }

  /** What the queue holds, with its delays. */
  queued(): { message: IncomingDelivery; delaySeconds: number }[] {
    return this.deliver.sent.splice(0).map(({ body, delaySeconds = 0 }) => ({
      message: incomingDelivery.parse(JSON.parse(body)),
      delaySeconds,
    }));
  }

  /** One sweep, and all that it leads to. */
  async sweep(): Promise<void> {
    await this.recovery.run({ kind: "sweep" });
    for (let drains = this.recover.take(); drains.length > 0; drains = this.recover.take()) {
      for (const drain of drains) await this.recovery.run(recoverMessage.parse(drain));
    }
  }

  rows() {
    return this.deliveries.items.filter(({ pk }) => !pk.includes("#backlog#")).map((item) => deliveryRow.parse(item));
  }

  parked() {
    return this.deliveries.items.filter(({ pk }) => pk.includes("#backlog#"));
  }

  endpoint() {
    return this.subscriptions.items.find(({ sk }) => sk === "endpoint#sub_1");
  }
}
