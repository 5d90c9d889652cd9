import { createContainer, replaced } from "../../../../functions/runtime/container.ts";
import { circuitStore, deliveryLog, endpointNotices } from "../../../../functions/runtime/services/delivery.ts";
import { quarantine } from "../../../../functions/runtime/services/polling.ts";
import { eventStore } from "../../../../functions/runtime/services/publishing.ts";
import { subjectErasure } from "../../../../functions/runtime/services/recovery.ts";
import { subscriptionProjection } from "../../../../functions/runtime/services/subscriptions.ts";
import { deliveryKey } from "../../../../shared/delivery/rows/delivery-row.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import { RecordSink } from "../../../../shared/polling/observe/record-sink.ts";
import { erasureMessage } from "../../../../shared/publishing/erasure-message.ts";
import { publishChanges } from "../../../../shared/publishing/publish-changes.ts";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { SubscriptionProjection } from "../../../../shared/subscriptions/subscription-projection.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { memoryEngine } from "../../../support/memory-engine.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { noSleep } from "../../../support/no-sleep.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { promptTurns } from "../../../support/turns.ts";
import { endpoint } from "../delivery-world.ts";

const instance = {
  name: "acme",
  registeredAt: 0,
  connectedAt: 0,
  seqFloor: 1_000,
  requestsPerSecond: 5,
  status: "active",
  rev: 1,
} as const;
export const ann = { id: "p1", firstName: "Annabel", lastName: "Quist", primaryEmail: "annabel@quist.no" };
/** What must not remain of {@link ann}. */
export const values = /annabel|quist/i;

type Options = {
  readonly ids?: string[];
  readonly others?: string[];
  /** Whether erasures find subscriptions in their projection, instead of these. */
  readonly isProjected?: boolean;
};

/** Everything from the mirror to the deliveries, in memory; `flow` publishes changes and runs the `recover` queue. */
export function erasureWorld({ ids = ["sub_1"], others = ["sub_2"], isProjected = false }: Options = {}) {
  const changes: { before: Item | undefined; after: Item | undefined }[] = [];
  const logger = new SilentLogger();
  const engine = memoryEngine({
    logger,
    clock: new FakeClock(Date.UTC(2026, 0, 5, 8)),
    sleeper: noSleep,
    open: (name) => {
      const onChange = (change: (typeof changes)[number]) => void changes.push(change);
      return new MemoryTable(name, {
        ...(name === "events" && { pageSize: 3 }),
        ...(name === "mirror" && { onChange }),
      });
    },
  });
  const { clock } = engine;
  const tables = {
    mirror: engine.table("mirror"),
    events: engine.table("events"),
    feeds: engine.table("feeds"),
    deliveries: engine.table("deliveries"),
    subscriptions: engine.table("subscriptions"),
  };
  const recover = engine.queue("recover");
  let lists = 0;
  // The partner has one more endpoint, which subscribes to events about the others.
  const everReached = async () => {
    lists += 1;
    return [...ids, ...others].map((id) => ({ id, partner: "prt_1" }));
  };
  const subscriptions = replaced(subscriptionProjection, () => faked(SubscriptionProjection, { everReached }));
  const services = createContainer(engine, ...(isProjected ? [] : [subscriptions]));
  const [circuits, log] = [services.get(circuitStore), services.get(deliveryLog)];
  const notices = services.get(endpointNotices);
  const sink = new RecordSink({
    ...services.context,
    ...{ mirror: tables.mirror, feeds: tables.feeds },
    instances: { find: async () => instance },
    owners: { assert: async () => undefined, wake: async () => undefined },
    walks: { requestWalk: async () => undefined },
    turns: promptTurns(),
  });
  const erasure = services.get(subjectErasure);
  const publish = async () => {
    const batch = changes.splice(0).map((change, at) => ({ ...change, sequenceNumber: String(at) }));
    const outlets = { bus: engine.bus, erasures: recover, turns: promptTurns() };
    const store = services.get(eventStore);
    await publishChanges(batch, { ...services.context, store, feeds: tables.feeds, ...outlets });
  };
  const see = async (body: JsonObject & { id: string }) => {
    clock.advance(10_000);
    const moment = { beganAt: clock.now(), asOf: clock.now() };
    const page = { instance: "acme", resource: "person", form: "full", detectedBy: "timeline", draining: false };
    await sink.observe({ ...page, moment, rows: [{ id: body.id, body }] } as never, {} as never);
    await publish();
  };
  /** The events that haven't been erased. */
  const stored = () => tables.events.items.filter(({ body }) => body !== undefined);
  /** The responses to every event so far, which repeat its body. */
  const deliver = async () => {
    for (const { sk: event, body } of stored()) {
      for (const subscription of ids) {
        const key = deliveryKey({ subscription, event, run: "0" });
        const failures = [{ at: 1, excerpt: body ?? "", headers: { "x-echo": body ?? "" } }];
        await tables.deliveries.put([{ item: { ...key, excerpt: body ?? "", failures, rev: 1, state: "delivered" } }]);
      }
    }
  };
  /**
   * The endpoint fails at every event so far and repeats it; its owner is notified, and the other endpoint echoes that.
   */
  const fail = async () => {
    for (const { sk: event, body } of stored()) {
      const message = { ...endpoint, instance: "acme", event, run: "0", attempt: 1 };
      const at = clock.now();
      const said = { status: 500, excerpt: JSON.stringify(body) };
      const answer = { at, ms: 1, timing: {}, result: "failed", type: "person.updated", ...said } as const;
      await log.record(message, undefined, answer);
      const failure = { event, run: "0", at, ms: 1, ...said };
      const { after } = await circuits.change(endpoint, (circuit) => ({ ...circuit, since: at }), failure);
      await notices.failing(endpoint, after, "failing", (await circuits.find(endpoint)).lastFailure);
      clock.advance(1);
    }
    await publish();
    for (const { pk, sk: event, body } of tables.events.items) {
      if (body === undefined || !pk.startsWith("~prt_1#")) continue;
      const key = deliveryKey({ subscription: "sub_2", event, run: "0" });
      await tables.deliveries.put([{ item: { ...key, excerpt: body, rev: 1, state: "delivered" } }]);
    }
  };
  const quarantined = (row: unknown) =>
    services.get(quarantine).keep("acme", fixedFeeds("acme")[0]!.feedId, [row] as never);
  const work = async () => {
    for (let round = 0; round < 20; round += 1) {
      const messages = recover.take();
      if (messages.length === 0) return;
      for (const message of messages) await erasure.run(erasureMessage.parse(message));
      await publish();
    }
    throw new Error("erasures go on for ever");
  };
  const everything = () => JSON.stringify(Object.values(tables).map(({ items }) => items));
  const ask = () => erasure.run({ kind: "erase", instance: "acme", subject: "person", id: "p1" });
  const parts = { clock, logger, tables, circuits, recover, log, notices, publish, stored, lists: () => lists };
  return { ...parts, services, see, deliver, fail, quarantined, work, ask, everything, erasure };
}
