import { longestRange } from "../../shared/delivery/statistics/statistics-item.ts";
import { createQuarantine } from "../../shared/polling/quarantine/quarantine.ts";
import { fixedFeeds, ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { fullStatistics } from "../support/full-statistics.ts";
import { testContext } from "../support/test-context.ts";
import { apiFixture, eventAt, operatorKey } from "../unit/api/api-fixture.ts";
import { watchWork } from "./counted-work.ts";

export type WorldSize = {
  readonly events: number;
  /** This many of them, the newest, have {@link bytesOfLarge}. */
  readonly large: number;
  readonly deliveries: number;
  readonly auditEntries: number;
  readonly owners: number;
};

const bytesOfLarge = 200_000;
const subject = "7";
const settings = {
  eventTypes: ["person.*", "document.created"],
  description: "d".repeat(256),
  filter: { data: { name: Array.from({ length: 300 }, (_, at) => `value-${at}`) } },
  headers: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-header-${at}`, "v".repeat(180)])),
  url: `https://hooks.example.com/${"p".repeat(2_000)}`,
};

/**
 * An instance with thousands of events, deliveries, feeds and audit entries, and a partner with all but one of the
 * subscriptions and keys in its quotas, each as large as allowed.
 */
export async function worstWorld(size: WorldSize) {
  const api = apiFixture({ pageSize: 200 });
  const { clock, tables, services } = api;
  await api.registerInstance("acme");
  const partner = String(
    (await api.call("POST", "/v1/partners", { name: "n".repeat(128), instances: ["acme"] })).body.id,
  );
  const keyAt = async (name: string, scopes: string[]) =>
    (await api.call("POST", `/v1/partners/${partner}/keys`, { name, scopes })).body as { id: string; key: string };
  const { key } = await keyAt("admin", ["admin"]);
  const spare = await keyAt("spare", ["read"]);
  const as = { authorization: `Bearer ${key}` };
  const create = async (body: object) => {
    const { status, body: made } = await api.call("POST", "/v1/subscriptions", body, as);
    if (status !== 201) throw new Error(`a subscription of the world is refused: ${JSON.stringify(made)}`);
    return String(made.id);
  };
  const push = await create({ ...settings, instances: ["acme"] });
  clock.advance(longestRange);
  const pull = await create({ kind: "pull", eventTypes: ["*"] });
  for (let n = 2; n < 99; n += 1) await create(settings);
  for (let n = 2; n < 99; n += 1) await keyAt("n".repeat(128), ["read", "manage", "pull"]);
  const operatorSpare = String((await api.call("POST", "/v1/operator-keys", { name: "o", scopes: ["read"] })).body.id);

  const statistics = fullStatistics(push, clock.now(), clock.now() - longestRange);
  await tables.deliveries.put(statistics.map((item) => ({ item })));
  const failure = { event: "evt_1", run: "0", at: clock.now(), ms: 1, status: 500, excerpt: "e".repeat(1_024) };
  const open = { state: "open", since: clock.now() } as const;
  await services.endpointHealth.change({ partner, subscription: push }, (was) => ({ ...was, ...open }), failure);

  const stored = [];
  for (let n = 0; n < size.events; n += 1) {
    const { envelope } = eventAt(clock.now() - 300_000 - (size.events - n) * 60_000, n % 4 === 0 ? subject : String(n));
    const data =
      n < size.events - size.large ? envelope.data : { ...envelope.data, list: "ab".repeat(bytesOfLarge / 2) };
    const event = { ...envelope, data: { ...data } };
    stored.push({ envelope: event, body: JSON.stringify(event) });
  }
  for (let at = 0; at < stored.length; at += 200) await services.events.put(stored.slice(at, at + 200));
  const events = stored.map(({ envelope }) => envelope.id);
  for (const event of events.slice(-size.deliveries)) {
    const message = { partner, instance: "acme", event, run: "0", attempt: 1 };
    await api.deliveryLog.hold({ ...message, subscription: push }, undefined, "person.updated");
    await api.backlog.add({ ...message, subscription: pull }, { due: clock.now(), type: "person.updated" });
  }
  for (let n = 0; n < 30; n += 1) {
    await api.call(
      "POST",
      `/v1/subscriptions/${push}/replays`,
      { dryRun: false, events: events.slice(-200), perSecond: 1 },
      as,
    );
  }
  const replay = (await api.call("GET", `/v1/subscriptions/${push}/replays?limit=1`, undefined, as)).body.items[0];
  const what = { operation: "createKey", template: "/v1/x", method: "POST", path: "p".repeat(512), status: 201 };
  const who = { key: spare.id, keyName: "n".repeat(128), isOperator: false, address: "a".repeat(64) };
  const fields = Array.from({ length: 50 }, (_, at) => `${"f".repeat(35)}${at}`);
  for (let n = 0; n < size.auditEntries; n += 1) {
    clock.advance(10);
    await services.audit.record(partner, { ...what, ...who, fields });
  }
  const owners = Array.from({ length: size.owners }, (_, at) => ownerFeed("acme", { type: "Project", id: `p${at}` }));
  for (let at = 0; at < owners.length; at += 200) await services.feeds.putIfAbsent(owners.slice(at, at + 200));
  const walk = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")?.feedId ?? "";
  const quarantine = createQuarantine({ ...testContext({ clock }), table: tables.feeds });
  const rows = Array.from({ length: 220 }, (_, at) => ({ id: String(at), name: "n".repeat(1_000) }));
  for (const row of rows) await quarantine.keep("acme", walk, [row], "unreadable");
  const listed = (await api.call("GET", "/v1/quarantine?instance=acme&limit=1")).body.items[0];
  await api.call("PATCH", `/v1/partners/${partner}/alerts`, { email: "oncall@acme.example" }, as);
  const longest = { expiresInSeconds: 3_600 };
  const link = (await api.call("POST", `/v1/partners/${partner}/portal-links`, longest, as)).body as { token: string };

  return {
    api,
    operatorKey,
    partnerKey: key,
    portalToken: link.token,
    events,
    ids: {
      ...{ push, pull, partner, walk, key: spare.id, operatorKey: operatorSpare, subject: `person/${subject}` },
      ...{ event: events.at(-1) ?? "", replay: String(replay?.id), row: String(listed?.row) },
    },
    work: watchWork({
      tables: Object.values(tables),
      queues: [api.deliver, api.recover, api.alerts],
    }),
  };
}
export type World = Awaited<ReturnType<typeof worstWorld>>;
