import { createHash } from "node:crypto";
import { createContainer, replaced } from "../../../functions/runtime/container.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import {
  attemptStatistics,
  backlog,
  deliveryLog,
  deliveryWriter,
} from "../../../functions/runtime/services/delivery.ts";
import { quarantine, removalLedger } from "../../../functions/runtime/services/polling.ts";
import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";
import type { ApiServices } from "../../../shared/api/api-services.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { eventId } from "../../../shared/kernel/event-id.ts";
import type { Sleeper } from "../../../shared/kernel/ports/clock.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { memoryEngine } from "../../support/memory-engine.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { noSleep } from "../../support/no-sleep.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

export const operatorKey = "b3c3e39c8d643bd6665e17aa382748a958baf4d016778bac6c87469e33522196";

const probe: StatusProbe = {
  queueDepths: async () => ({ deliver: { ready: 3, delayed: 0, inFlight: 1, dead: 0 } }),
  deliveriesByState: async () => ({ waiting: 2, delivered: 40 }),
};

export type ApiFixtureOptions = Partial<
  Pick<
    ApiServices,
    | "signIn"
    | "credentialTests"
    | "allowInsecureEndpoints"
    | "vetDestination"
    | "sendsMail"
    | "redrive"
    | "awsPrincipal"
  >
> & {
  readonly sleeper?: Sleeper;
  readonly probe?: Partial<StatusProbe>;
  /** Longest page of a query. */
  readonly pageSize?: number;
  /** Begins with copies of the tables of another fixture and at its time. */
  readonly after?: { readonly tables: Tables; readonly clock: FakeClock };
};

type Tables = Readonly<Record<TableName, MemoryTable>>;

/** A pull subscription has no address. */
const everything = (fields: { kind?: string }) => (fields.kind === "pull" ? { eventTypes: ["*"] } : hook);

/** The settings of a subscription to everything. */
export const hook = { url: "https://hooks.example.com/in", eventTypes: ["*"] };

/** The API over tables in memory; `call` sends the operator's key and JSON. */
export function apiFixture(options: ApiFixtureOptions = {}) {
  const { after, pageSize = 3, probe: probing, sleeper: waits, redrive = noRedrive, ...others } = options;
  const clock = new FakeClock(after?.clock.now() ?? Date.UTC(2026, 10, 21, 12));
  const sleeper = waits ?? clock;
  const [logger, metrics] = [new SilentLogger(), new InMemoryMetrics()];
  const engine = memoryEngine({
    ...{ clock, sleeper, logger, metrics, randomness: new SeededRandomness(after === undefined ? 1 : 2) },
    open: (name) => after?.tables[name].copy() ?? new MemoryTable(name, name === "feeds" ? {} : { pageSize }),
    settings: { operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex") },
  });
  const tables = {
    subscriptions: engine.table("subscriptions"),
    feeds: engine.table("feeds"),
    mirror: engine.table("mirror"),
    events: engine.table("events"),
    deliveries: engine.table("deliveries"),
  };
  // Gathering rows must not advance the clock, or times would depend on how many rows a test writes.
  const container = createContainer(
    engine,
    replaced(deliveryWriter, () => new BatchWriter(tables.deliveries, noSleep)),
  );
  const services = {
    ...createApiServices(container, { probe: { ...probe, ...probing }, redrive }),
    sendsMail: true,
    vetDestination: async () => "allowed" as const,
    publicUrl: () => "https://feedhook.example.com",
    /** `app.request` passes none unless a test gives one as `{ address }`. */
    addressOf: (env: unknown) => (env as { readonly address?: string } | undefined)?.address ?? "198.51.100.7",
    metrics,
    ...others,
  };
  const app = createApi(services);

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    return { status, headers: answered, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  const registerInstance = async (name = "acme") =>
    call("PUT", `/v1/instances/${name}`, { credentials: { clientId: "id", clientSecret: "s3cret-of-acme" } });
  const subscribe = async (
    fields: { readonly kind?: string } & Record<string, unknown> = {},
    as: Record<string, string> = {},
  ): Promise<string> => {
    const { body } = await call("POST", "/v1/subscriptions", { ...everything(fields), ...fields }, as);
    return body.id;
  };
  /** A partner with a key of its own. `as` are the headers of its requests. */
  const addPartner = async (fields: object = {}, scopes: readonly string[] = ["admin"]) => {
    const id: string = (await call("POST", "/v1/partners", { name: "Acme CRM", ...fields })).body.id;
    const key: string = (await call("POST", `/v1/partners/${id}/keys`, { name: "own", scopes })).body.key;
    return { id, key, as: { authorization: `Bearer ${key}` } };
  };
  /** The pages of a list, to its end. */
  const pagesOf = async (path: string, as: Record<string, string> = {}) => {
    const pages: Awaited<ReturnType<typeof call>>["body"]["items"][] = [];
    for (let cursor = ""; pages.length < 100; ) {
      const { body } = await call("GET", `${path}${path.includes("?") ? "&" : "?"}${cursor}`, undefined, as);
      pages.push(body.items);
      if (!body.more) return pages;
      cursor = `cursor=${body.nextCursor}`;
    }
    throw new Error(`${path} has no end`);
  };
  return {
    ...{ subscribe, addPartner, pagesOf },
    ...{ app, call, clock, sleeper, logger, tables, services, registerInstance, events: services.events },
    ...{ deliver: engine.queue("deliver"), recover: engine.queue("recover"), alerts: engine.queue("alerts") },
    backlog: container.get(backlog),
    deliveryLog: container.get(deliveryLog),
    statistics: container.get(attemptStatistics),
    quarantine: container.get(quarantine),
    removals: container.get(removalLedger),
  };
}

/** The API, with the instance `acme`. */
export async function acmeApi(options: ApiFixtureOptions = {}) {
  const api = apiFixture(options);
  await api.registerInstance();
  return api;
}

/** The API with the instance `acme` and empty queues, and what its status says. `drainAll`: all its lists were read. */
export async function registeredApi(options: ApiFixtureOptions = {}) {
  const api = await acmeApi({ probe: { queueDepths: async () => ({}) }, ...options });
  const status = async () => (await api.call("GET", "/v1/status")).body;
  const drainAll = async () => {
    const ids = api.tables.feeds.items.map(({ pk }) => pk).filter((pk) => !pk.includes("#owner#"));
    for (const feed of await api.services.feeds.loadAll(ids)) {
      await api.services.feeds.save(feed, { drained: true, polledAt: api.clock.now() });
    }
  };
  return { ...api, status, drainAll };
}

/** The message of an event's first attempt, to a subscription of the operator. */
export const messageTo = (subscription: string, event: string) => ({
  ...{ subscription, partner: "prt_operator", instance: "acme", event, run: "0", attempt: 1 },
});

/** An event of `acme` detected at `detectedAt`. */
export function eventAt(detectedAt: number, recordId = "7"): { envelope: Envelope; body: string } {
  const identity = {
    ...{ instance: "acme", resource: "person", owner: "", recordId, seq: 1 },
    ...{ type: "person.updated", factKey: "" },
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
