import { type Container, createContainer, replaced } from "../../../functions/runtime/container.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { backlog, circuitStore, deliveryWriter, pullQueue } from "../../../functions/runtime/services/delivery.ts";
import { operationalEvents } from "../../../functions/runtime/services/mirror.ts";
import { partnerRegistry } from "../../../functions/runtime/services/partners.ts";
import { eventStore } from "../../../functions/runtime/services/publishing.ts";
import { drainLimit, recovery } from "../../../functions/runtime/services/recovery.ts";
import { connector, dialer, endpointCapacity, sender, userAgent } from "../../../functions/runtime/services/sender.ts";
import { subscriptionStore } from "../../../functions/runtime/services/subscriptions.ts";
import {
  type IncomingDelivery,
  incomingDelivery,
  type Received,
} from "../../../shared/delivery/attempt/attempt-answer.ts";
import type { ConnectorRequest } from "../../../shared/delivery/attempt/connector.ts";
import type { DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import type { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/drain-turns.ts";
import type { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import type { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import type { Recovery } from "../../../shared/delivery/recovery.ts";
import { deliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import type { Sender } from "../../../shared/delivery/sender.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { type OperationalEvent, OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import type { PartnerAccess } from "../../../shared/partners/partner.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionSecrets } from "../../../shared/subscriptions/subscription-secrets.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { faked } from "../../support/faked.ts";
import { memoryEngine } from "../../support/memory-engine.ts";
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

/** The endpoint of `sub_1`. */
export const endpoint = { partner: "prt_1", subscription: "sub_1" };

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

/** Subscriptions with open secrets, which a test changes as it likes. */
class MemorySubscriptions {
  readonly endpoints = new Map<string, Subscription>();
  reads = 0;

  find = async (_partner: string, id: string): Promise<Subscription | undefined> => {
    this.reads += 1;
    return this.endpoints.get(id);
  };
  readonly secrets = faked(SubscriptionSecrets, {
    openSecrets: async (): Promise<readonly string[]> => [secret],
    openHeaders: async (): Promise<Record<string, string>> => ({}),
  });
  disable = async (
    _partner: string,
    id: string,
    disabledReason: NonNullable<Subscription["disabledReason"]>,
    url?: string,
  ) => {
    const current = this.endpoints.get(id);
    if (current === undefined) return { outcome: "notFound" as const };
    if (current.status === "disabled" || (url !== undefined && current.url !== url)) {
      return { outcome: "ok" as const, subscription: current };
    }
    const subscription = { ...current, status: "disabled" as const, disabledReason };
    this.endpoints.set(id, subscription);
    return { outcome: "ok" as const, subscription };
  };
}

type DeliveryWorldOptions = {
  readonly pageSize?: number;
  readonly drainLimit?: number;
  /** Begins with copies of this world's tables. */
  readonly after?: DeliveryWorld | undefined;
};

/**
 * The delivery stage as it is shipped, over tables and queues in memory: its wiring is the container's. What an endpoint
 * answers is the test's to say; so are the events and the subscriptions.
 */
export class DeliveryWorld {
  readonly clock = new FakeClock(detectedAt + 1_000);
  readonly deliver = new MemoryQueue();
  readonly deliverSlow = new MemoryQueue();
  readonly recover = new MemoryQueue();
  readonly alerts = new MemoryQueue();
  readonly deliveries: MemoryTable;
  readonly subscriptions: MemoryTable;
  readonly logger = new SilentLogger();
  readonly randomness = new SeededRandomness();
  readonly events = new Map<string, { envelope: Envelope; body: string }>();
  readonly store = faked(SubscriptionStore, new MemorySubscriptions());
  readonly partners = faked(PartnerRegistry, { accessOf: async (partner) => ({ ...this.access, partner }) });
  /** What the partner of all endpoints may have. */
  access: Omit<PartnerAccess, "partner"> = { isActive: true, instances: "all", quotas: undefined, rev: 1 };
  readonly notified: OperationalEvent[] = [];
  readonly posts: DialRequest[] = [];
  /** What was sent to destinations in AWS. */
  readonly handed: ConnectorRequest[] = [];
  /** Names of the metrics that were recorded. */
  readonly measured: string[] = [];
  /** The ids of the events that each request asked for. */
  readonly eventReads: string[][] = [];
  /** An event whose row can't be read. */
  corrupt: string | undefined;
  answer: (post: DialRequest) => DialOutcome | Promise<DialOutcome> = () => answered(200);
  awsAnswer: (request: ConnectorRequest) => DialOutcome = () => answered(200);

  readonly timings = defaultTimings;
  /** The worker that runs the next batch; a test may let several take turns. */
  sender: Sender;
  readonly #drainLimit: number;
  #services: Container;

  constructor({ pageSize = 2, drainLimit: limit = 3, after }: DeliveryWorldOptions = {}) {
    this.#drainLimit = limit;
    this.deliveries = after?.deliveries.copy() ?? new MemoryTable("deliveries", { pageSize });
    this.subscriptions = after?.subscriptions.copy() ?? new MemoryTable("subscriptions", { pageSize: 2 });
    this.#services = this.#newServices();
    this.sender = this.#services.get(sender);
  }

  get endpoints(): Map<string, Subscription> {
    return this.store.endpoints;
  }

  get reads(): number {
    return this.store.reads;
  }

  get backlog(): Backlog {
    return this.#services.get(backlog);
  }

  get circuits(): CircuitStore {
    return this.#services.get(circuitStore);
  }

  get pull(): PullQueue {
    return this.#services.get(pullQueue);
  }

  get recovery(): Recovery {
    return this.#services.get(recovery);
  }

  /** A sender as a process has it that starts anew. */
  restarted(): Sender {
    this.#services = this.#newServices();
    this.sender = this.#services.get(sender);
    return this.sender;
  }

  #newServices(): Container {
    const { deliveries, notified } = this;
    const events = faked(EventStore, {
      getMany: async (addresses) => {
        this.eventReads.push(addresses.map(({ id }) => id));
        return addresses.map(({ id }) => {
          if (id === this.corrupt) throw new CorruptItemError(`event ${id} has an unknown shape`);
          return this.events.get(id);
        });
      },
    });
    const operational = faked(OperationalEvents, {
      report: async (event) => {
        if (!notified.some(({ id }) => id === event.id)) notified.push(event);
      },
    });
    const post = async (request: DialRequest) => {
      this.posts.push(request);
      return this.answer(request);
    };
    const handOver = async (request: ConnectorRequest) => {
      this.handed.push(request);
      return this.awsAnswer(request);
    };
    return createContainer(
      this.#engine(),
      replaced(eventStore, () => events),
      replaced(operationalEvents, () => operational),
      replaced(subscriptionStore, () => this.store),
      replaced(partnerRegistry, () => this.partners),
      replaced(connector, () => ({ send: handOver })),
      replaced(dialer, () => ({ post, close: async () => undefined })),
      // The clock moves when someone sleeps; gathering rows takes no time here.
      replaced(deliveryWriter, () => new BatchWriter(deliveries, noSleep)),
      replaced(drainLimit, () => this.#drainLimit),
      replaced(endpointCapacity, () => 3),
      replaced(userAgent, () => "Feedhook/test"),
    );
  }

  #engine(): Engine {
    const { clock, logger, randomness, deliver, deliverSlow, recover, alerts, deliveries, subscriptions } = this;
    const notHere = (what: string) => {
      throw new Error(`the delivery stage has no ${what}`);
    };
    const tables = new Map<string, MemoryTable>(Object.entries({ deliveries, subscriptions }));
    const queues = new Map(Object.entries({ deliver, "deliver-slow": deliverSlow, recover, alerts }));
    return {
      ...memoryEngine({ clock, logger, randomness, metrics: { record: (name) => void this.measured.push(name) } }),
      table: (name) => tables.get(name) ?? notHere(`table ${name}`),
      queue: (name) => queues.get(name) ?? notHere(`queue ${name}`),
      bus: { publish: async () => notHere("bus") },
    };
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

  /** One sweep, and all that it leads to, however long that takes. */
  async sweep(): Promise<void> {
    await this.recovery.run({ kind: "sweep" });
    while (this.recover.sent.length > 0) {
      this.clock.advance(1_000 * Math.max(...this.recover.sent.map(({ delaySeconds = 0 }) => delaySeconds)));
      for (const drain of this.recover.take()) await this.recovery.run(recoverMessage.parse(drain));
    }
  }

  rows() {
    const others = /#(backlog|turns)#|#statistics$/;
    return this.deliveries.items.filter(({ pk }) => !others.test(pk)).map((item) => deliveryRow.parse(item));
  }

  backlogRows() {
    return this.deliveries.items.filter(({ pk }) => pk.includes("#backlog#"));
  }

  endpoint() {
    return this.subscriptions.items.find(({ sk }) => sk === "endpoint#sub_1");
  }
}

/** A world with the subscription `sub_1`. */
export function subscribed(
  fields: Partial<Subscription> = {},
  options?: ConstructorParameters<typeof DeliveryWorld>[0],
): DeliveryWorld {
  const world = new DeliveryWorld(options);
  world.subscribe("sub_1", fields);
  return world;
}
