import { beforeEach, describe, expect, it, vi } from "vitest";
import { listEvents } from "../../../shared/api/events/list-events.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import { testContext } from "../../support/test-context.ts";
import { anEvent, detectedAt, idOf } from "../fanout/an-event.ts";
import { acmeApi, apiFixture, eventAt, hook, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});

const problemOf = (name: string) => `urn:feedhook:problem:${name}`;

it.each([
  ["/portal", ["/v1/openapi.json", "/asyncapi.json", "/portal"]],
  ["/readyz", ["/readyz"]],
])("the limit of %s and others holds with a valid key, too", async (path, limited) => {
  const statusOf = async (one: string) =>
    (await api.app.request(one, { headers: { authorization: `Bearer ${operatorKey}` } })).status;
  expect(await statusOf("/v1/me")).toBe(200);
  for (let n = 0; n < 600; n += 1) await statusOf(path);
  for (const one of limited) expect([one, await statusOf(one)]).toEqual([one, 429]);
  expect(await statusOf("/v1/me")).toBe(200);
});

it("an Accept-Encoding of any length isn't sorted as a list", async () => {
  const header = { "accept-encoding": `${"a,".repeat(300)}br` };
  const answer = await api.app.request("/v1/openapi.json", { headers: header });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
});

const broken = "%ffa".repeat(15_000);

it.each([`/v1/${broken}`, `/portal/${broken}`, `/portal?frame=${broken}`, `/v1/subscriptions?cursor=${broken}`, "/%"])(
  "an undecodable address is decoded once and refused: %.20s",
  async (address) => {
    const decoders = [vi.spyOn(globalThis, "decodeURI"), vi.spyOn(globalThis, "decodeURIComponent")];
    const answer = await api.app.request(`http://localhost${address}`);
    expect(decoders.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
    vi.restoreAllMocks();
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).type]).toEqual([400, problemOf("invalid-request")]);
    expect(text.length).toBeLessThan(1_000);
  },
);

it.each(["application/json; x", "application/json;"])(
  "content type %j is refused or read, and never causes a 500",
  async (type) => {
    const { status } = await api.call("POST", "/v1/filters/test", { sample: {} }, { "content-type": type });
    expect(status).toBeLessThan(500);
  },
);

const names = Array.from({ length: 20_000 }, (_, at) => at.toString(36));
const of = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

it.each([
  ["unknown fields", of(0)],
  ["headers that are no texts", { ...hook, headers: of(0) }],
  ["headers without a value", { ...hook, headers: of("") }],
  ["conditions of a filter", { ...hook, filter: of([]) }],
  ["instances", { ...hook, instances: names }],
])("a body full of errors in %s gets a response of bounded length", async (_, body) => {
  const answer = await api.call("POST", "/v1/subscriptions", body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
});

it("ended replays are kept up to a number, because each start reads them", async () => {
  const id = await api.subscribe();
  const path = `/v1/subscriptions/${id}/replays`;
  for (let n = 0; n < 109; n += 1) {
    const { body } = await api.call("POST", path, { dryRun: false, perSecond: 1 });
    await api.call("POST", `${path}/${body.id}/cancel`);
  }
  const running = (await api.call("POST", path, { dryRun: false, perSecond: 1 })).body;
  const { items } = (await api.call("GET", `${path}?limit=200`)).body;
  expect(items).toHaveLength(101);
  expect(items).toContainEqual(running);
});

describe("a list of mostly filtered events", () => {
  /** Lists so many events with bodies of this length, none of which is asked for. */
  function listing(count: number, length: number) {
    const ids = Array.from({ length: count }, (_, n) => idOf(n));
    const span = { sinceMs: 0, untilMs: detectedAt + 60_000 };
    const { events: store } = api.services;
    let read = 0;
    store.firstHours = async () => Promise.resolve(span);
    store.newest = async function* newest() {
      for (const id of ids) {
        read += 1;
        yield await Promise.resolve({ envelope: anEvent({ id }), body: "x".repeat(length) });
      }
    };
    const asked = { instance: "acme", order: "newest" as const, ...span, limit: 50 };
    return { list: () => listEvents(store, asked, () => false), read: () => ids.slice(0, read) };
  }

  it("leaves event-loop turns to others", async () => {
    expect(await countedTurns(listing(2_000, 0).list)).toBeGreaterThanOrEqual(40);
  });

  it("ends after a few megabytes, and continues from there", async () => {
    const { list, read } = listing(300, 200_000);
    const { more, last } = await list();
    expect([more, read().length < 30]).toEqual([true, true]);
    expect(last).toBe(read().at(-2));
  });
});

it("a response names at most 50 errors, and says how many there are", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`field-${at}`, at]));
  const { status, text, body } = await api.call("POST", "/v1/partners", { name: "Acme", ...unknown });
  expect([status, body.errors.length, body.detail]).toEqual([400, 50, "2000 fields are invalid."]);
  expect(text.length).toBeLessThan(10_000);
});

it("credentials longer than any source issues are refused", async () => {
  const put = (clientId: string, clientSecret: string) =>
    api.call("PUT", "/v1/instances/acme", { credentials: { clientId, clientSecret } });
  expect((await put("i".repeat(1_025), "s")).status).toBe(400);
  expect((await put("i", "s".repeat(4_097))).status).toBe(400);
  expect((await put("i".repeat(1_024), "s".repeat(4_096))).status).toBe(201);
});

it("room ids have a total bound", async () => {
  const credentials = { clientId: "id", clientSecret: "secret" };
  const put = (length: number) => {
    const rooms = Array.from({ length: 64 }, (_, at) => String(at).padEnd(length, "x"));
    return api.call("PUT", "/v1/instances/acme", { credentials, rooms });
  };
  expect((await put(1_025)).status).toBe(400);
  expect((await put(1_024)).status).toBe(201);
});

it("a replay looks at an instance once, however often it is named", async () => {
  await api.registerInstance();
  const event = eventAt(api.clock.now() - 60_000);
  await api.services.events.put([event]);
  const id = await api.subscribe();
  const body = { events: [event.envelope.id], instances: Array.from({ length: 100 }, () => "acme") };
  const { body: preview } = await api.call("POST", `/v1/subscriptions/${id}/replays`, body);
  expect(preview.matches).toBe(1);
});

it("an explanation has at most 1,000 pairs of an event and a subscription", async () => {
  const api = await acmeApi({ pageSize: 200 });
  const { services, clock } = api;
  for (let n = 0; n < 40; n += 1) await services.events.put([eventAt(clock.now() - 60_000 - n)]);
  for (let n = 0; n < 60; n += 1) {
    await services.subscriptions.create("prt_operator", { ...hook, baseline: false, status: "active" });
  }
  const { body } = await api.call("GET", "/v1/explain?instance=acme&subject=person/7");
  const pairs = body.events.map(({ deliveries }: { deliveries: unknown[] }) => deliveries.length);
  expect(pairs).toEqual(Array.from({ length: 40 }, () => 25));
});

it("a page of large events leaves turns to others", async () => {
  const api = await acmeApi({ pageSize: 200 });
  for (let n = 0; n < 30; n += 1) {
    const { envelope } = eventAt(api.clock.now() - 600_000 - n, String(n));
    const event = { ...envelope, data: { text: "x".repeat(200_000) } };
    await api.services.events.put([{ envelope: event, body: JSON.stringify(event) }]);
  }
  const { events } = api.services;
  const asked = { instance: "acme", order: "newest" as const, sinceMs: 0, untilMs: api.clock.now(), limit: 200 };
  const turns = await countedTurns(() => listEvents(events, asked, () => true));
  expect(turns).toBeGreaterThanOrEqual(12);
});

it("a replay with a filter leaves a turn to others after each event", async () => {
  const api = await acmeApi({ pageSize: 200 });
  const { services, clock, tables } = api;
  for (let n = 0; n < 12; n += 1) await services.events.put([eventAt(clock.now() - 600_000 - n, String(n))]);
  const settings = { ...hook, baseline: false, status: "active" as const };
  const { subscription } = await services.subscriptions.create("prt_operator", settings);
  const source = new ReplaySource({
    ...testContext({ clock }),
    events: services.events,
    deliveries: tables.deliveries,
  });
  const filter = { data: { id: [{ prefix: "1" }] } };
  const criteria = { filter, undelivered: false, since: clock.now() - 3_600_000, until: clock.now() };
  const asked = { criteria, instances: ["acme"], cursor: { instance: 0 } };
  const size = { matches: 100, scanned: 1_000, time: 60_000 };
  let matches = 0;
  const turns = await countedTurns(async () => {
    matches = (await source.chunk(asked, subscription, size)).matches.length;
  });
  expect([matches, turns >= 10]).toEqual([3, true]);
});
