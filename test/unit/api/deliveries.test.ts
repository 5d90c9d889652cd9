import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Wait } from "../../../shared/delivery/backlog/backlog.ts";
import { orderPositionOf } from "../../../shared/delivery/ordered/record-lock.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import type { OrderPosition } from "../../../shared/fanout/delivery-message.ts";
import type { Page } from "../../../shared/kernel/ports/table.ts";
import { apiFixture, eventAt, messageTo } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let subscription: string;
beforeEach(async () => {
  api = apiFixture();
  subscription = await api.subscribe();
});

async function put(secondsAgo: number, more: Partial<DeliveryRow> = {}): Promise<string> {
  const event = eventAt(api.clock.now() - secondsAgo * 1_000).envelope.id;
  const row = newDeliveryRow(messageTo(subscription, event), api.clock.now(), 1_000);
  await api.tables.deliveries.put([{ item: { ...row, type: "person.updated", attempt: 1, ...more } }]);
  return event;
}

/** The endpoint has failed for a minute, and is probed in 30 s. */
const openCircuit = async () =>
  api.services.endpointHealth.change({ partner: "prt_operator", subscription }, (circuit) => ({
    ...{ ...circuit, state: "open", since: api.clock.now() - 60_000, probeAt: api.clock.now() + 30_000 },
  }));

const path = (query = "") => `/v1/subscriptions/${subscription}/deliveries${query}`;

const listed = async (query: string): Promise<string[]> =>
  (await api.call("GET", path(query))).body.items.map(({ event }: { event: string }) => event);

describe("GET /v1/subscriptions/{id}/deliveries", () => {
  it("shows every attempt, and when the next one comes", async () => {
    const at = api.clock.now() - 1_000;
    const attempts = [
      { at, ms: 31, status: 503 },
      { at: at + 500, ms: 12, error: "connect" as const },
    ];
    const event = await put(2, { state: "waiting", attempts, nextAt: at + 30_000, excerpt: "try later" });
    const { body } = await api.call("GET", path());
    expect(body).toEqual({
      more: false,
      items: [
        {
          event,
          type: "person.updated",
          instance: "acme",
          run: "0",
          state: "waiting",
          attempts: [
            {
              ...{ at: "2026-11-21T11:59:59.000Z", durationMs: 31, status: 503 },
              requestHeaders: {
                "accept-encoding": "identity",
                "content-type": "application/json",
                "webhook-id": event,
                "webhook-signature": "v1,…",
                "webhook-timestamp": "1795262399",
              },
            },
            { at: "2026-11-21T11:59:59.500Z", durationMs: 12, error: "connect" },
          ],
          nextAttemptAt: "2026-11-21T12:00:29.000Z",
          wait: {
            reason: "retry",
            sentence:
              "The connection to the endpoint failed. The next attempt, 2 of 12, is at 2026-11-21T12:00:29.000Z.",
            until: "2026-11-21T12:00:29.000Z",
            ...{ attempt: 2, attempts: 12 },
          },
          responseExcerpt: "try later",
        },
      ],
    });
  });

  it("says what a held delivery waits for, and looks that up once a page", async () => {
    await put(2, { state: "held" });
    await openCircuit();
    const { body } = await api.call("GET", path());
    expect(body.items).toMatchObject([
      {
        state: "held",
        wait: {
          reason: "circuit_open",
          since: "2026-11-21T11:59:00.000Z",
          until: "2026-11-21T12:00:30.000Z",
          sentence: expect.stringContaining("The next attempt is at 2026-11-21T12:00:30.000Z"),
        },
      },
    ]);
  });

  it("names no next attempt for a retry that waits for its endpoint", async () => {
    const attempts = [{ at: api.clock.now() - 1_000, ms: 20, status: 500 }];
    await put(2, { state: "waiting", attempt: 1, attempts, nextAt: api.clock.now() + 10_000 });
    expect((await api.call("GET", path())).body.items[0].nextAttemptAt).toBe("2026-11-21T12:00:10.000Z");
    await openCircuit();
    const [item] = (await api.call("GET", path())).body.items;
    expect(item.wait.until).toBe("2026-11-21T12:00:30.000Z");
    expect(item).not.toHaveProperty("nextAttemptAt");
  });

  it("says who disabled the subscription, and when", async () => {
    const event = await put(2, { state: "held" });
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "disabled" });
    const disabled = { disabledReason: "owner", disabledAt: "2026-11-21T12:00:00.000Z", disabledBy: "environment" };
    expect((await api.call("GET", `/v1/subscriptions/${subscription}`)).body).toMatchObject(disabled);
    api.clock.advance(1_000);
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "disabled", description: "x" });
    const { body } = await api.call("GET", path(`/${event}`));
    expect(body.items[0].wait).toEqual({
      reason: "subscription_disabled",
      disabledReason: "owner",
      sentence:
        'The endpoint was disabled at 2026-11-21T12:00:00.000Z using the API key "environment". Delivery resumes when the endpoint is enabled.',
      since: "2026-11-21T12:00:00.000Z",
      by: "environment",
    });
    const enabled = await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "active" });
    for (const name of Object.keys(disabled)) expect(enabled.body).not.toHaveProperty(name);
  });

  it("searches only as long as a request may take, and continues from there", async () => {
    const oldest = await put(9_000, { state: "expired" });
    for (let at = 0; at < 6_000; at += 1) await put(10 + at, { state: "delivered" });
    const first = await api.call("GET", path("?state=expired"));
    expect(first.body).toMatchObject({ items: [], more: true });
    const second = await api.call("GET", path(`?state=expired&cursor=${first.body.nextCursor}`));
    expect(second.body).toMatchObject({ items: [{ event: oldest }], more: false });
  });

  it("shows only the requested state or day", async () => {
    await put(10, { state: "delivered" });
    const expired = await put(20, { state: "expired" });
    const yesterday = await put(86_400, { state: "delivered" });
    expect(await listed("?state=expired")).toEqual([expired]);
    expect(await listed("?day=2026-11-20")).toEqual([yesterday]);
    const at = new Date(api.clock.now() - 86_400_000).toISOString();
    expect(await listed(`?day=2026-11-20&since=${at}`)).toEqual([yesterday]);
    expect(await listed(`?day=2026-11-20&until=${at}`)).toEqual([]);
    const later = new Date(api.clock.now() - 86_399_000).toISOString();
    expect(await listed(`?day=2026-11-20&since=${later}`)).toEqual([]);
  });

  it("shows only the requested status, error, type, time or record", async () => {
    const at = api.clock.now();
    const answered = await put(10, { state: "waiting", attempts: [{ at, ms: 1, status: 503 }] });
    const refused = await put(20, { state: "waiting", attempts: [{ at, ms: 1, error: "tls" }] });
    const other = await put(30, {
      type: "company.updated",
      state: "delivered",
      attempts: [{ at, ms: 1, status: 204 }],
    });
    expect(await listed("?status=5xx")).toEqual([answered]);
    expect(await listed("?status=503")).toEqual([answered]);
    expect(await listed("?status=500")).toEqual([]);
    expect(await listed("?error=tls")).toEqual([refused]);
    expect(await listed("?type=company.*")).toEqual([other]);
    expect(await listed("?type=person.updated&status=5xx")).toEqual([answered]);
    expect(await listed(`?since=${new Date(at - 20_000).toISOString()}`)).toEqual([answered, refused]);
    expect(await listed(`?until=${new Date(at - 20_000).toISOString()}`)).toEqual([other]);
    const { envelope, body } = eventAt(at - 10_000);
    await api.events.put([{ envelope, body }]);
    await api.registerInstance();
    expect(await listed("?subject=person/7")).toEqual([answered]);
    expect(await listed("?subject=person/8")).toEqual([]);
  });

  it("finds deliveries about the partner's own endpoints by subject", async () => {
    const event = await put(10, { state: "delivered", type: "bridge.endpoint_failing" });
    const { envelope } = eventAt(api.clock.now() - 10_000);
    const about = { type: "bridge" as const, id: "endpoint_failing:sub_2:1", seq: 1, part: 1 };
    const news = { ...envelope, instance: "~prt_operator", subject: about };
    await api.events.put([{ envelope: news, body: JSON.stringify(news) }]);
    const { body } = await api.call("GET", path("?subject=bridge/endpoint_failing:sub_2:1"));
    expect(body.items).toMatchObject([{ event }]);
  });

  it.each([
    "?status=6xx",
    "?error=lost",
    "?type=unicorn.*",
    "?subject=7",
    "?since=yesterday",
    "?state=lost",
    "?day=21.11.2026",
    "?cursor=x",
    "?foo=1",
  ])("refuses %s", async (query) => {
    expect((await api.call("GET", path(query))).status).toBe(400);
  });
});

describe("GET /v1/subscriptions/{id}/deliveries/{event}", () => {
  const park = async (event: string, wait: Partial<Wait>, more: { readonly position?: OrderPosition } = {}) =>
    api.backlog.add({ ...messageTo(subscription, event), ...more }, { due: api.clock.now() + 5_000, ...wait });

  it("shows a first delivery that waits for a limit before anything else is recorded", async () => {
    const event = eventAt(api.clock.now()).envelope.id;
    expect((await api.call("GET", path(`/${event}`))).status).toBe(404);
    await park(event, { postponed: "rateLimit" });
    expect((await api.call("GET", path(`/${event}`))).body.items).toEqual([
      {
        ...{ event, instance: "acme", run: "0", state: "waiting", attempts: [] },
        nextAttemptAt: "2026-11-21T12:00:05.000Z",
        wait: {
          reason: "rate_limit",
          sentence:
            "The endpoint or the partner has reached a delivery limit. Feedhook checks again at 2026-11-21T12:00:05.000Z.",
          until: "2026-11-21T12:00:05.000Z",
        },
      },
    ]);
  });

  it("names the event that an ordered delivery waits behind", async () => {
    await api.registerInstance();
    subscription = await api.subscribe({ ordered: true });
    const [first, second] = [eventAt(api.clock.now() - 2_000), eventAt(api.clock.now() - 1_000)];
    await api.events.put([first, second]);
    const { record } = orderPositionOf(first.envelope);
    await park(first.envelope.id, {}, { position: { record, seq: 1, part: 0 } });
    await park(second.envelope.id, {}, { position: { ...orderPositionOf(second.envelope), part: 1 } });
    const { items } = (await api.call("GET", path(`/${second.envelope.id}`))).body;
    expect(items).toMatchObject([{ state: "waiting", wait: { reason: "ordered", behind: first.envelope.id } }]);
  });

  it("shows every run, and no wait once it is done", async () => {
    const event = await put(2, { state: "delivered" });
    const { body } = await api.call("GET", path(`/${event}`));
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).not.toHaveProperty("wait");
  });

  it("doesn't know a pull subscription's events before they are fetched", async () => {
    subscription = await api.subscribe({ kind: "pull" });
    const event = eventAt(api.clock.now()).envelope.id;
    await park(event, {});
    expect((await api.call("GET", path(`/${event}`))).status).toBe(404);
  });
});

it("shows an event's first delivery and its newest replays, however often it was resent", async () => {
  const event = await put(60);
  const runs = Array.from({ length: 300 }, (_, at) => `rpl_${String(at).padStart(26, "0")}`);
  const answer = "\u0001".repeat(1_000);
  for (const run of runs) {
    const failures = Array.from({ length: 5 }, (_, at) => ({ at, excerpt: answer }));
    const attempts = failures.map(({ at }) => ({ at, ms: 1, status: 500 }));
    await put(60, { sk: `${event}#${run}`, run, state: "expired", attempts, failures });
  }
  const rows = api.tables.deliveries.items.length;
  const read = vi.spyOn(api.tables.deliveries, "query");
  const { status, body, text } = await api.call("GET", path(`/${event}`));
  const shown = body.items.map(({ run }: { run: string }) => run);
  expect([status, shown]).toEqual([200, ["0", ...runs.slice(-(shown.length - 1))]]);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.length).toBeLessThanOrEqual(51);
  expect(JSON.stringify(text).length).toBeLessThan(4_200_000);
  const pages = await Promise.all(read.mock.results.map(({ value }) => value as Promise<Page>));
  expect(pages.reduce((sum, { items }) => sum + items.length, 0)).toBeLessThan(rows / 3);
});

it("finds a record's deliveries without reading its events", async () => {
  await api.registerInstance();
  await api.events.put([eventAt(api.clock.now() - 60_000)]);
  const event = await put(60);
  const read = vi.spyOn(api.tables.events, "getAll");
  const { body } = await api.call("GET", path("?subject=person/7"));
  expect(body.items.map((one: { event: string }) => one.event)).toEqual([event]);
  expect(read).not.toHaveBeenCalled();
});
