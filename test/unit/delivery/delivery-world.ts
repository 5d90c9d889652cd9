import { type IncomingDelivery, incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import { EndpointCache } from "../../../shared/delivery/attempt/endpoint-cache.ts";
import { WebhookPost } from "../../../shared/delivery/attempt/webhook-post.ts";
import { AttemptRecorder } from "../../../shared/delivery/attempt-recorder.ts";
import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { BacklogDrain } from "../../../shared/delivery/backlog/backlog-drain.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/recover-message.ts";
import { RetryScheduler } from "../../../shared/delivery/backlog/retry-scheduler.ts";
import { UnhealthyEndpoints } from "../../../shared/delivery/backlog/unhealthy-endpoints.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { EndpointCircuitBreaker } from "../../../shared/delivery/endpoint/endpoint-circuit-breaker.ts";
import { EndpointLimits } from "../../../shared/delivery/endpoint/endpoint-limits.ts";
import { EndpointNotices } from "../../../shared/delivery/endpoint/endpoint-notices.ts";
import { OrderedBacklog } from "../../../shared/delivery/ordered/ordered-backlog.ts";
import { RecordLock } from "../../../shared/delivery/ordered/record-lock.ts";
import { RecordLockStore } from "../../../shared/delivery/ordered/record-lock-store.ts";
import { Pinger } from "../../../shared/delivery/ping/pinger.ts";
import { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import { Recovery } from "../../../shared/delivery/recovery.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { deliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { type Received, Sender } from "../../../shared/delivery/sender.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { OperationalEvent } from "../../../shared/mirror/operational-events.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { noSleep } from "../../support/no-sleep.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { anEvent, detectedAt, idOf } from "../fanout/an-event.ts";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const answered = (
  status: number,
  headers: { retryAfter?: string; webhookDelivery?: string } = {},
): DialOutcome => ({ outcome: "answered", status, headers, excerpt: `said ${status}`, ms: 20, timing: {} });

export const aSubscription = (fields: Partial<Subscription> = {}): Subscription => ({
  id: "sub_1",
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

/** The delivery stage over memory: what an endpoint answers is the test's to say. */
export class DeliveryWorld {
  readonly clock = new FakeClock(detectedAt + 1_000);
  readonly deliver = new MemoryQueue();
  readonly deliverSlow = new MemoryQueue();
  readonly recover = new MemoryQueue();
  readonly deliveries: MemoryTable;
  readonly subscriptions = new MemoryTable("subscriptions", { pageSize: 2 });
  readonly logger = new SilentLogger();
  readonly randomness = new SeededRandomness();
  readonly events = new Map<string, { envelope: Envelope; body: string }>();
  readonly endpoints = new Map<string, Subscription>();
  readonly notified: OperationalEvent[] = [];
  readonly posts: DialRequest[] = [];
  reads = 0;
  /** An event whose row can't be read. */
  corrupt: string | undefined;
  answer: (post: DialRequest) => DialOutcome | Promise<DialOutcome> = () => answered(200);

  readonly timings = defaultTimings;
  backlog: Backlog;
  readonly circuits = new CircuitStore({ table: this.subscriptions, clock: this.clock });
  readonly notices = new EndpointNotices({
    events: {
      tell: async (event) => {
        if (!this.notified.some(({ id }) => id === event.id)) this.notified.push(event);
      },
    },
    clock: this.clock,
    logger: this.logger,
    timings: defaultTimings,
  });
  readonly store = {
    find: async (_partner: string, id: string) => {
      this.reads += 1;
      return this.endpoints.get(id);
    },
    openSecrets: async () => [secret],
    openHeaders: async () => ({}),
    disable: async (
      _partner: string,
      id: string,
      disabledReason: NonNullable<Subscription["disabledReason"]>,
      url?: string,
    ) => {
      const current = this.endpoints.get(id)!;
      if (current.status === "disabled" || (url !== undefined && current.url !== url)) {
        return { outcome: "unchanged" as const, subscription: current };
      }
      const subscription = { ...current, status: "disabled" as const, disabledReason };
      this.endpoints.set(id, subscription);
      return { outcome: "updated" as const, subscription };
    },
  };
  pull: PullQueue;
  sender: Sender;
  recovery: Recovery;
  readonly #drainLimit: number;

  constructor({ pageSize = 2, drainLimit = 3 }: { pageSize?: number; drainLimit?: number } = {}) {
    this.#drainLimit = drainLimit;
    this.deliveries = new MemoryTable("deliveries", { pageSize });
    this.backlog = this.#newBacklog();
    this.pull = this.#newPull();
    this.recovery = this.#newRecovery();
    this.sender = this.restarted();
  }

  #newBacklog(): Backlog {
    const { deliveries, subscriptions } = this;
    return new Backlog({ deliveries, subscriptions, eventRetention: 30 * 24 * 3_600_000 });
  }

  #newPull(): PullQueue {
    const { deliveries, backlog, notices, clock, timings, randomness } = this;
    const writer = new BatchWriter(deliveries, noSleep);
    const log = new DeliveryLog({ table: deliveries, writer, clock, randomness, timings });
    return new PullQueue({ backlog, log, notices, clock, timings });
  }

  /** A sender as a process has it that starts anew. */
  restarted(): Sender {
    this.backlog = this.#newBacklog();
    this.pull = this.#newPull();
    this.recovery = this.#newRecovery();
    const { clock, logger, randomness, deliver, deliverSlow, deliveries, backlog, circuits, notices, timings } = this;
    const endpoints = new EndpointCache({
      subscriptions: this.store,
      clock,
      allowInsecure: false,
      maxAge: 10_000,
      capacity: 3,
    });
    const circuitBreaker = new EndpointCircuitBreaker({
      ...{ circuits, notices, clock, logger, timings, maxAge: 10_000, capacity: 100 },
    });
    const limits = new EndpointLimits({ table: this.subscriptions, clock, timings });
    const dialer = {
      post: async (request: DialRequest) => {
        this.posts.push(request);
        return this.answer(request);
      },
    };
    const metrics = { record: () => undefined };
    const post = new WebhookPost({ dialer, clock, timings, logger, metrics, userAgent: "Feedhook/test" });
    const log = { table: deliveries, writer: new BatchWriter(deliveries, noSleep), clock, randomness };
    const retryScheduler = new RetryScheduler({ deliver, backlog, circuitBreaker, notices, clock, timings });
    const rowLog = new DeliveryLog({ ...log, timings });
    this.sender = new Sender({
      events: {
        getMany: async (addresses) =>
          addresses.map(({ id }) => {
            if (id === this.corrupt) throw new CorruptItemError(`event ${id} has an unknown shape`);
            return this.events.get(id);
          }),
      },
      endpoints,
      circuitBreaker,
      limits,
      pull: this.pull,
      recordLock: new RecordLock({
        locks: new RecordLockStore({
          ...{ table: deliveries, clock, life: timings.claimRetention, retention: timings.deliveryRetention },
        }),
        ...{ table: deliveries, backlog, log: rowLog, retryScheduler, deliver, clock, timings },
      }),
      log: rowLog,
      post,
      pinger: new Pinger({
        ...{ subscriptions: this.store, post, circuitBreaker, clock, timings, allowInsecure: false },
        log: new DeliveryLog({ ...log, timings: { ...timings, messageRetries: [], backlogRetries: [] } }),
      }),
      recorder: new AttemptRecorder({
        ...{ log: rowLog, endpoints, circuitBreaker, retryScheduler, deliver, clock, sleeper: clock, logger },
        ...{ subscriptions: this.store, circuits, notices, timings },
      }),
      retryScheduler,
      deliver,
      deliverSlow,
      clock,
      logger,
      timings,
    });
    return this.sender;
  }

  #newRecovery(): Recovery {
    const limit = this.#drainLimit;
    const { backlog, circuits, deliver, deliverSlow, recover, clock, timings, notices } = this;
    const { deliveries } = this;
    const careOf = (rows: Pick<Backlog, "rows" | "remove" | "setDue">) => ({
      drain: new BacklogDrain({ backlog: rows, circuits, deliver, recover, clock, timings, limit }),
      unhealthy: new UnhealthyEndpoints({
        ...{ backlog: rows, subscriptions: this.store, circuits, notices, deliverSlow, clock, timings },
      }),
    });
    return new Recovery({
      ...{ table: this.subscriptions, subscriptions: this.store, backlog, circuits, recover, clock },
      ...careOf(backlog),
      ordered: careOf(new OrderedBacklog({ backlog, deliveries, clock, patience: 2 * timings.claimRetention })),
      pull: this.pull,
    });
  }

  subscribe(id = "sub_1", fields: Partial<Subscription> = {}): void {
    this.endpoints.set(id, aSubscription({ id, ...fields }));
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
    return [...this.deliver.sent.splice(0), ...this.deliverSlow.sent.splice(0)].map(({ body, delaySeconds = 0 }) => ({
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
    const others = /#(backlog|turns)#/;
    return this.deliveries.items.filter(({ pk }) => !others.test(pk)).map((item) => deliveryRow.parse(item));
  }

  backlogRows() {
    return this.deliveries.items.filter(({ pk }) => pk.includes("#backlog#"));
  }

  endpoint() {
    return this.subscriptions.items.find(({ sk }) => sk === "endpoint#sub_1");
  }
}
