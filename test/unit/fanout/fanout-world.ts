import { FanOut } from "../../../shared/fanout/fan-out.ts";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import type { FanoutMessage } from "../../../shared/fanout/fanout-message.ts";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { faked } from "../../support/faked.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { anEvent, idOf } from "./an-event.ts";

type Subscribed = Partial<ProjectedSubscription> & { readonly id: string };

/**
 * Fan-out in memory: events by id, each instance's projected subscriptions and their version, counted reads and builds.
 */
export class FanoutWorld {
  readonly clock = new FakeClock();
  readonly deliver = new MemoryQueue();
  readonly fanout = new MemoryQueue();
  readonly alerts = new MemoryQueue();
  readonly ledger = new MemoryTable("events");
  readonly events = new Map<string, Envelope>();
  readonly reads: string[][] = [];
  readonly projected = new Map<string, ProjectedSubscription[]>();
  /** Ids of the subscriptions whose changes raised an instance's version. */
  readonly changes = new Map<string, string[]>();
  readonly logger = new SilentLogger();
  readonly metrics: (readonly [name: string, value: number])[] = [];
  builds = 0;
  subscriptionsRead = 0;
  corrupt: string | undefined;

  constructor(...subscriptions: readonly Subscribed[]) {
    for (const one of subscriptions) this.subscribe(one);
  }

  /** Like a new process, which knows only the tables. */
  fanOut(chunk = 1_000, slice = 5_000): FanOut {
    const { clock, logger } = this;
    const projection = faked(SubscriptionProjection, {
      versionOf: async (instance) => {
        if (instance === "broken") throw new Error("no such table");
        return this.#changesOf(instance).length;
      },
      changesSince: async (instance, known) => {
        const changes = this.#changesOf(instance);
        return { version: changes.length, ids: changes.slice(known) };
      },
      subscriptionsOf: async (instance) => this.#build(this.projected.get(instance) ?? []),
      copiesOf: async (instance, ids) =>
        this.#build((this.projected.get(instance) ?? []).filter(({ id }) => ids.includes(id))),
    });
    const context = testContext({
      ...{ clock, logger, timings: { ...defaultTimings, registryCache: 60_000 } },
      metrics: { record: (name, value) => void this.metrics.push([name, value]) },
    });
    return new FanOut({
      ...context,
      indexes: new IndexCache({ ...context, projection }),
      events: faked(EventStore, {
        getMany: async (addresses) => {
          this.reads.push(addresses.map(({ id }) => id));
          return addresses.map(({ id }) => {
            if (id === this.corrupt) throw new CorruptItemError(`event ${id} has an unknown shape`);
            const envelope = this.events.get(id);
            return envelope === undefined ? undefined : { envelope, body: JSON.stringify(envelope) };
          });
        },
      }),
      ledger: new FanoutLedger({ ...context, table: this.ledger }),
      deliver: this.deliver,
      alerts: this.alerts,
      fanout: this.fanout,
      chunk,
      slice,
    });
  }

  event(n: number, fields: Partial<Envelope> = {}): FanoutMessage {
    const event = anEvent({ id: idOf(n), ...fields });
    this.events.set(event.id, event);
    return { instance: event.instance, id: event.id, type: event.type };
  }

  subscribe(fields: Subscribed, instance = "acme"): void {
    const one = { partner: "prt_1", eventTypes: ["*"], baseline: false, status: "active" as const, ...fields };
    this.projected.set(instance, [...(this.projected.get(instance) ?? []), one]);
    this.changes.set(instance, [...this.#changesOf(instance), one.id]);
  }

  #changesOf(instance: string): readonly string[] {
    return this.changes.get(instance) ?? [];
  }

  #build(found: readonly ProjectedSubscription[]): readonly ProjectedSubscription[] {
    this.builds += 1;
    this.subscriptionsRead += found.length;
    return found;
  }

  /** `subscription event` of every delivery sent since the last look. */
  sent(): string[] {
    return this.deliver.take().map((body) => {
      const { subscription, event } = body as { subscription: string; event: string };
      return `${subscription} ${event}`;
    });
  }
}
