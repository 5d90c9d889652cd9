import { expect, test } from "vitest";
import { listEvents } from "../../../shared/api/events/list-events.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { testContext } from "../../support/test-context.ts";
import { apiFixture, eventAt } from "./api-fixture.ts";

test("a response names at most 50 errors, and says how many there are", async () => {
  const api = apiFixture();
  const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`field-${at}`, at]));
  const { status, text, body } = await api.call("POST", "/v1/partners", { name: "Acme", ...unknown });
  expect([status, body.errors.length, body.detail]).toEqual([400, 50, "2000 fields are invalid."]);
  expect(text.length).toBeLessThan(10_000);
});

test("credentials longer than any source issues are refused", async () => {
  const api = apiFixture();
  const put = (clientId: string, clientSecret: string) =>
    api.call("PUT", "/v1/instances/acme", { credentials: { clientId, clientSecret } });
  expect((await put("i".repeat(1_025), "s")).status).toBe(400);
  expect((await put("i", "s".repeat(4_097))).status).toBe(400);
  expect((await put("i".repeat(1_024), "s".repeat(4_096))).status).toBe(201);
});

test("room ids have a total bound", async () => {
  const api = apiFixture();
  const credentials = { clientId: "id", clientSecret: "secret" };
  const put = (length: number) => {
    const rooms = Array.from({ length: 64 }, (_, at) => String(at).padEnd(length, "x"));
    return api.call("PUT", "/v1/instances/acme", { credentials, rooms });
  };
  expect((await put(1_025)).status).toBe(400);
  expect((await put(1_024)).status).toBe(201);
});

test("a replay looks at an instance once, however often it is named", async () => {
  const api = apiFixture();
  await api.registerInstance();
  const event = eventAt(api.clock.now() - 60_000);
  await api.services.events.put([event]);
  const settings = { url: "https://hooks.example.com/in", eventTypes: ["*"] };
  const { id } = (await api.call("POST", "/v1/subscriptions", settings)).body;
  const body = { events: [event.envelope.id], instances: Array.from({ length: 100 }, () => "acme") };
  const { body: preview } = await api.call("POST", `/v1/subscriptions/${id}/replays`, body);
  expect(preview.matches).toBe(1);
});

test("an explanation has at most 1,000 pairs of an event and a subscription", async () => {
  const api = apiFixture({ pageSize: 200 });
  await api.registerInstance();
  const { services, clock } = api;
  for (let n = 0; n < 40; n += 1) await services.events.put([eventAt(clock.now() - 60_000 - n)]);
  const url = "https://hooks.example.com/in";
  for (let n = 0; n < 60; n += 1) {
    await services.subscriptions.create("prt_operator", { url, eventTypes: ["*"], baseline: false, status: "active" });
  }
  const { body } = await api.call("GET", "/v1/explain?instance=acme&subject=person/7");
  const pairs = body.events.map(({ deliveries }: { deliveries: unknown[] }) => deliveries.length);
  expect(pairs).toEqual(Array.from({ length: 40 }, () => 25));
});

/** Turns of the event loop that others get while `work` goes on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const done = work.then(() => (isOver = true));
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await done;
  return turns;
}

test("a page of large events leaves turns to others", async () => {
  const api = apiFixture({ pageSize: 200 });
  await api.registerInstance();
  for (let n = 0; n < 30; n += 1) {
    const { envelope } = eventAt(api.clock.now() - 600_000 - n, String(n));
    const event = { ...envelope, data: { text: "x".repeat(200_000) } };
    await api.services.events.put([{ envelope: event, body: JSON.stringify(event) }]);
  }
  const { events } = api.services;
  const asked = { instance: "acme", order: "newest" as const, sinceMs: 0, untilMs: api.clock.now(), limit: 200 };
  const turns = await turnsDuring(listEvents(events, asked, () => true));
  expect(turns).toBeGreaterThanOrEqual(12);
});

test("a replay with a filter leaves a turn to others after each event", async () => {
  const api = apiFixture({ pageSize: 200 });
  await api.registerInstance();
  const { services, clock, tables } = api;
  for (let n = 0; n < 12; n += 1) await services.events.put([eventAt(clock.now() - 600_000 - n, String(n))]);
  const url = "https://hooks.example.com/in";
  const settings = { url, eventTypes: ["*"], baseline: false, status: "active" as const };
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
  const turns = await turnsDuring(
    source.chunk(asked, subscription, size).then((chunk) => {
      matches = chunk.matches.length;
    }),
  );
  expect([matches, turns >= 10]).toEqual([3, true]);
});
