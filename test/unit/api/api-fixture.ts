import { createHash } from "node:crypto";
import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";
import { AlertLog } from "../../../shared/alerts/alert-log.ts";
import { AlertRequests } from "../../../shared/alerts/alert-requests.ts";
import { AlertSettingsStore } from "../../../shared/alerts/alert-settings-store.ts";
import type { ApiServices } from "../../../shared/api/api-services.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import { Cursors } from "../../../shared/api/http/cursor.ts";
import { EndpointAttention } from "../../../shared/api/status/endpoint-attention.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { EndpointReports } from "../../../shared/delivery/backlog/endpoint-report.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { PartnerEnforcement } from "../../../shared/delivery/partners/partner-enforcement.ts";
import { PingRequests } from "../../../shared/delivery/ping/ping-requests.ts";
import { PullConsumer } from "../../../shared/delivery/pull/pull-consumer.ts";
import { ReplayControl } from "../../../shared/delivery/replay/replay-control.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../shared/delivery/replay/replay-store.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { attemptsOf } from "../../../shared/delivery/rows/retry-plan.ts";
import { AttemptStatistics } from "../../../shared/delivery/statistics/attempt-statistics.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { eventId } from "../../../shared/kernel/event-id.ts";
import type { Sleeper } from "../../../shared/kernel/ports/clock.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { AuditLog } from "../../../shared/partners/audit-log.ts";
import { Authenticator } from "../../../shared/partners/authenticator.ts";
import { IdempotencyStore } from "../../../shared/partners/idempotency-store.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { PortalLinks } from "../../../shared/partners/portal-links.ts";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { WaitingRequests } from "../../../shared/partners/waiting-requests.ts";
import { CredentialTests } from "../../../shared/polling/credential-test/credential-tests.ts";
import { QuarantineService } from "../../../shared/polling/quarantine/quarantine-service.ts";
import { HeldRemovals } from "../../../shared/polling/removals/held-removals.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { walksOf } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";
import { SubOwners } from "../../../shared/schedule/feeds/sub-owners.ts";
import { PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import { ClockSkews } from "../../../shared/source/clock-skew.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable, type MemoryTableOptions } from "../../support/memory-table.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { noSleep } from "../../support/no-sleep.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";

export const operatorKey = "b3c3e39c8d643bd6665e17aa382748a958baf4d016778bac6c87469e33522196";

const probe: StatusProbe = {
  queueDepths: async () => ({ deliver: { ready: 3, delayed: 0, inFlight: 1, dead: 0 } }),
  deliveriesByState: async () => ({ waiting: 2, delivered: 40 }),
};

export type ApiFixtureOptions = {
  readonly credentialTests?: ApiServices["credentialTests"];
  readonly allowInsecureEndpoints?: boolean;
  readonly vetDestination?: ApiServices["vetDestination"];
  readonly sleeper?: Sleeper;
  readonly sendsMail?: boolean;
  readonly probe?: Partial<StatusProbe>;
  readonly redrive?: ApiServices["redrive"];
  /** Longest page of a query. */
  readonly pageSize?: number;
  /** Begins with copies of the tables of another fixture and at its time. */
  readonly after?: { readonly tables: Tables; readonly clock: FakeClock };
};

type Tables = Readonly<Record<TableName, MemoryTable>>;

/** The API over tables in memory; `call` sends the operator's key and JSON. */
export function apiFixture(options: ApiFixtureOptions = {}) {
  const { after } = options;
  const clock = new FakeClock(after?.clock.now() ?? Date.UTC(2026, 10, 21, 12));
  const logger = new SilentLogger();
  const deliver = new MemoryQueue();
  const poll = new MemoryQueue();
  const erasures = new MemoryQueue();
  const randomness = new SeededRandomness(after === undefined ? 1 : 2);
  const { pageSize = 3 } = options;
  const open = (name: TableName, tableOptions?: MemoryTableOptions) =>
    after?.tables[name].copy() ?? new MemoryTable(name, tableOptions);
  const tables = {
    subscriptions: open("subscriptions", { pageSize }),
    feeds: open("feeds"),
    mirror: open("mirror", { pageSize }),
    events: open("events", { pageSize }),
    deliveries: open("deliveries", { pageSize }),
  };
  const parts = { table: tables.subscriptions, clock, randomness };
  const operatorKeyHash = createHash("sha256").update(operatorKey).digest("hex");
  const secrets = new SecretBox({ ...parts, keys: new FakeKeyWrapper(), cacheMs: 60_000 });
  const events = new EventStore({ events: tables.events, clock, timings: defaultTimings });
  const endpointHealth = new CircuitStore({ ...testContext({ clock, sleeper: noSleep, randomness }), ...parts });
  const backlog = new Backlog({
    ...{ deliveries: tables.deliveries, subscriptions: tables.subscriptions, clock },
    writer: new BatchWriter(tables.deliveries, noSleep),
    eventRetention: defaultTimings.eventRetention,
  });
  const { subscriptions: table, deliveries } = tables;
  const statistics = new AttemptStatistics({ table: deliveries, clock, logger });
  const deliveryLog = new DeliveryLog({
    ...{ table: deliveries, writer: new BatchWriter(deliveries, noSleep), clock, randomness },
    sleeper: noSleep,
    timings: defaultTimings,
  });
  const endpoints = new EndpointReports({ circuits: endpointHealth, statistics, backlog, deliveries, clock });
  const recover = new MemoryQueue();
  const feeds = new FeedStore(tables.feeds);
  const partners = new PartnerRegistry(table);
  const keys = new ApiKeyStore({ ...parts, operatorKeyHash });
  const subscriptions = new SubscriptionStore({ ...parts, secrets });
  const operational = new OperationalEvents({ mirror: tables.mirror, clock, timings: defaultTimings });
  const alerts = new MemoryQueue();
  const alertSettings = new AlertSettingsStore({ ...parts, secrets });
  const alertLog = new AlertLog({ table: deliveries, clock, timings: defaultTimings });
  const sleeper = options.sleeper ?? clock;
  const waiting = new WaitingRequests({ table, clock, sleeper, logger });
  const services = {
    version: "0.1.0",
    partners,
    keys,
    portalLinks: new PortalLinks({ ...parts, keys, operatorKeyHash }),
    publicUrl: () => "https://feedhook.example.com",
    authenticator: new Authenticator({ keys, partners, operatorKeyHash }),
    enforcement: new PartnerEnforcement({
      ...{ table, partners, subscriptions, circuits: endpointHealth, backlog, log: deliveryLog },
      ...{ events: operational, clock, logger },
    }),
    randomness,
    metrics: new InMemoryMetrics(),
    waiting,
    cursors: new Cursors(secrets),
    idempotency: new IdempotencyStore({ table: tables.deliveries, secrets, clock, randomness }),
    requestCounts: new RequestCounts(tables.deliveries),
    audit: new AuditLog({ table: tables.deliveries, clock, randomness }),
    alertSettings,
    alertLog,
    alertRequests: new AlertRequests({
      ...{ settings: alertSettings, log: alertLog, subscriptions: table, alerts, waiting, clock },
      timings: defaultTimings,
    }),
    sendsMail: options.sendsMail ?? true,
    /** `app.request` passes none unless a test gives one as `{ address }`. */
    addressOf: (env: unknown) => (env as { readonly address?: string } | undefined)?.address ?? "198.51.100.7",
    replays: new ReplayControl({
      store: new ReplayStore({ table, clock }),
      source: new ReplaySource({ events, deliveries, clock }),
      ...{ deliveries, deliver, recover, circuits: endpointHealth, waiting, clock, randomness },
    }),
    pull: new PullConsumer({
      log: deliveryLog,
      ...{ table: deliveries, events, clock, logger, timings: defaultTimings },
    }),
    endpointHealth,
    endpoints,
    endpointAttention: new EndpointAttention({ subscriptions, endpoints, partners, clock }),
    statistics,
    subscriptions,
    pings: new PingRequests({
      ...{ subscriptions: tables.subscriptions, deliveries: tables.deliveries, deliver },
      ...{ waiting, clock, timings: defaultTimings },
    }),
    vetDestination: options.vetDestination ?? (async () => "allowed" as const),
    copies: new SubscriptionProjection(tables.subscriptions),
    copyIntents: new ProjectionIntents(parts),
    instances: new InstanceRegistry(tables.subscriptions, secrets),
    credentialTests:
      options.credentialTests ??
      new CredentialTests({
        ...testContext({ clock, sleeper, randomness }),
        ...{ table: tables.feeds, secrets, poll },
      }),
    feeds,
    quarantine: new QuarantineService({ table: tables.feeds, feeds }),
    removals: new HeldRemovals({
      ...testContext({ clock }),
      ledger: new RemovalLedger(tables.feeds),
      wake: (instance, source) => feeds.requestPoll(walksOf(instance, source).map(({ feedId }) => feedId)),
    }),
    feedTable: tables.feeds,
    mirror: tables.mirror,
    erasures,
    plans: new PlanStore(tables.feeds),
    stalledOwners: new StalledOwners(tables.feeds),
    outages: new SourceOutages(tables.feeds, clock),
    subOwners: new SubOwners(tables.feeds),
    clockSkews: new ClockSkews(tables.feeds),
    pressure: new PressureGauge(tables.feeds, clock),
    events,
    deliveries: tables.deliveries,
    probe: { ...probe, ...options.probe },
    redrive: options.redrive ?? noRedrive,
    clock,
    logger,
    allowInsecureEndpoints: options.allowInsecureEndpoints ?? false,
    attemptsPerDelivery: attemptsOf(defaultTimings),
    deliveryRetention: defaultTimings.deliveryRetention,
    heartbeatLimit: defaultTimings.heartbeatLimit,
    eventRetention: defaultTimings.eventRetention,
  };
  const app = createApi(services);

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  const registerInstance = async (name = "acme") =>
    call("PUT", `/v1/instances/${name}`, { credentials: { clientId: "id", clientSecret: "s3cret-of-acme" } });
  return {
    app,
    call,
    clock,
    sleeper,
    backlog,
    deliveryLog,
    deliver,
    recover,
    alerts,
    erasures,
    logger,
    tables,
    events,
    statistics,
    services,
    registerInstance,
  };
}

/** An event of `acme` detected at `detectedAt`. */
export function eventAt(detectedAt: number, recordId = "7"): { envelope: Envelope; body: string } {
  const identity = {
    instance: "acme",
    resource: "person",
    owner: "",
    recordId,
    seq: 1,
    type: "person.updated",
    factKey: "",
  };
  const envelope: Envelope = {
    id: eventId(detectedAt, identity),
    type: "person.updated",
    timestamp: new Date(detectedAt - 5_000).toISOString(),
    timestampFrom: "source",
    detectedAt: new Date(detectedAt).toISOString(),
    instance: "acme",
    subject: { type: "person", id: recordId, seq: 1, part: 1 },
    data: { id: recordId, firstName: "Kari" },
    changes: [{ field: "firstName", from: "Karin", to: "Kari" }],
    detectedBy: "timeline",
  };
  return { envelope, body: JSON.stringify(envelope) };
}
