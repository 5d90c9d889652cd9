import { beforeEach, describe, expect, it } from "vitest";
import { backlogKey } from "../../../shared/delivery/backlog/backlog.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { digestText, noIds, withId } from "../../../shared/kernel/id-digest.ts";
import { apiFixture, eventAt, messageTo } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let subscription: string;
beforeEach(async () => {
  api = apiFixture();
  subscription = await api.subscribe();
});

const minute = 60_000;
async function put(minutesAgo: number, more: Partial<DeliveryRow> = {}): Promise<string> {
  const event = eventAt(api.clock.now() - minutesAgo * minute, String(minutesAgo)).envelope.id;
  const row = newDeliveryRow(messageTo(subscription, event), api.clock.now(), 1_000);
  await api.tables.deliveries.put([{ item: { ...row, type: "person.updated", attempt: 1, ...more } }]);
  return event;
}

/** Puts the first attempt of an event into the backlog. */
async function park(event: string, more: object = {}): Promise<void> {
  const message = { ...messageTo(subscription, event), ...more };
  await api.tables.deliveries.put([{ item: { ...backlogKey(message), due: api.clock.now(), ...message } }]);
}

/** A stored event with other fields. */
function storedAt(detectedAt: number, name: string, fields: Partial<Envelope> = {}) {
  const envelope = { ...eventAt(detectedAt, name).envelope, ...fields };
  return { envelope, body: JSON.stringify(envelope) };
}

/** What the pages of the list say, to its end. */
async function pagesOf(query = "") {
  const pages: Awaited<ReturnType<typeof api.call>>["body"][] = [];
  for (let cursor = ""; pages.at(-1)?.more !== false; cursor = `&cursor=${pages.at(-1).nextCursor}`) {
    pages.push((await api.call("GET", path(`?${query}${cursor}`))).body);
  }
  return pages;
}

const path = (query = "") => `/v1/subscriptions/${subscription}/completeness${query}`;
const digestOf = (...ids: readonly string[]) => digestText(ids.reduce(withId, noIds));

describe("GET /v1/subscriptions/{id}/completeness", () => {
  it("counts the events of the last 24 hours by hour, with the digest of the delivered ones", async () => {
    const at = api.clock.now();
    const early = await put(150, { state: "delivered", attempts: [{ at: at - 150 * minute, ms: 3, status: 200 }] });
    const later = await put(130, { state: "delivered", attempts: [{ at: at - minute, ms: 3, status: 200 }] });
    await put(125, { state: "expired", erased: true });
    await put(70, { state: "held" });
    await put(25 * 60, { state: "delivered" });
    // A ping, whose attempt must not look like a late change.
    await put(600, { run: "ping", state: "delivered", attempts: [{ at, ms: 3, status: 200 }] });
    const { status, body } = await api.call("GET", path());
    expect(status).toBe(200);
    expect(body).toEqual({
      hours: [
        {
          ...{ from: "2026-11-21T09:00:00.000Z", to: "2026-11-21T10:00:00.000Z" },
          ...{ delivered: 2, digest: digestOf(early, later), replayed: 0, waiting: 0, expired: 1, erased: 1 },
          ...{ lastAttemptAt: "2026-11-21T11:59:00.000Z", settled: true },
        },
        {
          ...{ from: "2026-11-21T10:00:00.000Z", to: "2026-11-21T11:00:00.000Z" },
          ...{ delivered: 0, digest: digestOf(), replayed: 0, waiting: 1, expired: 0, erased: 0, settled: false },
          waitingFor: { queue: 0, retry: 0, limit: 0, endpoint: 1 },
        },
      ],
      endpoint: { state: "healthy" },
      more: false,
      knownFrom: "2026-10-22T12:01:00.000Z",
    });
  });

  it("says what events wait for, and until when", async () => {
    const at = api.clock.now();
    await put(10, { state: "waiting" });
    await put(11, { state: "waiting", nextAt: at + 2 * minute });
    await put(12, { state: "blocked", nextAt: at + minute });
    await put(13, { state: "waiting", postponed: "rateLimit", nextAt: at + 1 });
    await put(14, { state: "held" });
    // A retry that doesn't matter any more, because a replay delivered the event.
    const replayed = await put(15, { state: "waiting" });
    await put(15, {
      state: "delivered",
      run: "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
      sk: `${replayed}#rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB`,
    });
    for (const [n, wait] of [{}, { held: true }, { postponed: "backlog" }].entries()) {
      await park(eventAt(at - (20 + n) * minute, `backlog ${n}`).envelope.id, wait);
    }
    expect((await api.call("GET", path())).body.hours).toMatchObject([
      {
        ...{ delivered: 1, replayed: 1, waiting: 8, nextRetryAt: "2026-11-21T12:00:00.000Z" },
        waitingFor: { queue: 1, retry: 3, limit: 2, endpoint: 2 },
      },
    ]);
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "disabled" });
    expect((await api.call("GET", path())).body.endpoint).toMatchObject({
      state: "disabled",
      since: expect.any(String),
    });
  });

  it("says that events of a pull subscription wait to be fetched", async () => {
    subscription = await api.subscribe({ kind: "pull", url: undefined });
    await park(eventAt(api.clock.now() - 5 * minute, "pulled").envelope.id);
    expect((await api.call("GET", path())).body.hours).toMatchObject([{ waiting: 1, waitingFor: { endpoint: 1 } }]);
  });

  it("counts an instance's events that the subscription doesn't want, by the first reason", async () => {
    const at = api.clock.now();
    await api.registerInstance();
    subscription = await api.subscribe({
      eventTypes: ["person.*"],
      filter: { subject: { seq: [{ numeric: [">", 1] }] } },
    });
    api.clock.advance(2 * 60 * minute);
    const events = [
      storedAt(at - minute, "older"),
      storedAt(at + minute, "type", { type: "company.updated" }),
      storedAt(at + 2 * minute, "baseline", { baseline: true }),
      storedAt(at + 3 * minute, "filter"),
      storedAt(at + 70 * minute, "filter, in the next hour"),
      storedAt(at + 71 * minute, "wanted", { subject: { type: "person", id: "p1", seq: 2, part: 0 } }),
    ];
    await api.events.put(events);
    const query = "?from=2026-11-21T11:00:00Z&unwantedOf=acme";
    const none = { older: 0, instance: 0, type: 0, disabled: 0, baseline: 0, filter: 0 };
    expect((await api.call("GET", path(query))).body.unwanted).toEqual({
      settingsSince: "2026-11-21T12:00:00.000Z",
      hours: [
        { from: "2026-11-21T11:00:00.000Z", ...none, older: 1 },
        { from: "2026-11-21T12:00:00.000Z", ...none, type: 1, baseline: 1, filter: 1 },
        { from: "2026-11-21T13:00:00.000Z", ...none, filter: 1 },
      ],
    });
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "disabled", instances: ["acme"] });
    const { hours } = (await api.call("GET", path(query))).body.unwanted;
    expect(hours).toMatchObject([{ older: 1 }, { type: 1, disabled: 2 }, { disabled: 2 }]);
  });

  it("judges unwanted events page by page", async () => {
    const at = api.clock.now();
    await api.registerInstance();
    subscription = await api.subscribe({ eventTypes: ["company.*"] });
    api.clock.advance(minute);
    await api.events.put(Array.from({ length: 1_100 }, (_, n) => eventAt(at + n, String(n))));
    expect(await pagesOf("unwantedOf=acme")).toMatchObject([
      { hours: [], unwanted: { hours: [{ type: 1_000 }] } },
      { hours: [], unwanted: { hours: [{ type: 100 }] } },
    ]);
    // Large events are fewer on a page.
    const data = { note: "x".repeat(200_000) };
    await api.events.put(Array.from({ length: 30 }, (_, n) => storedAt(at + 2_000 + n, `large ${n}`, { data })));
    const large = await api.call("GET", path("?from=2026-11-21T12:00:02Z&unwantedOf=acme"));
    expect([large.body.more, large.body.unwanted.hours[0].type]).toEqual([true, 25]);
    expect((await api.call("GET", path("?unwantedOf=unknown"))).status).toBe(404);
    expect((await api.call("GET", path("?unwantedOf=acme&cursor=abc"))).status).toBe(400);
  });

  it("clips its hours to the period", async () => {
    const event = await put(65, { state: "delivered" });
    await put(62, { state: "delivered" });
    const { body } = await api.call("GET", path("?from=2026-11-21T10:54:30Z&to=2026-11-21T12:57:00%2B02:00"));
    const period = { from: "2026-11-21T10:54:30.000Z", to: "2026-11-21T10:57:00.000Z" };
    expect(body.hours).toMatchObject([{ ...period, delivered: 1, digest: digestOf(event), settled: true }]);
  });

  it("knows no hours of a period in the future", async () => {
    await put(65, { state: "delivered" });
    const { status, body } = await api.call("GET", path("?from=2026-11-21T12:30:00Z&to=2026-11-21T13:00:00Z"));
    expect([status, body.hours, body.more]).toEqual([200, [], false]);
  });

  it("settles an hour an hour after its end", async () => {
    await put(65, { state: "delivered" });
    const settled = async () => (await api.call("GET", path())).body.hours[0].settled;
    expect(await settled()).toBe(true);
    api.clock.advance(-1);
    expect(await settled()).toBe(false);
  });

  it("settles no hour of an ordered subscription while deliveries wait in its backlog", async () => {
    subscription = await api.subscribe({ ordered: true });
    const event = await put(180, { state: "delivered" });
    const settled = async () => (await api.call("GET", path())).body.hours[0].settled;
    expect(await settled()).toBe(true);
    await park(event, { position: { record: "abc", seq: 1, part: 0 } });
    expect(await settled()).toBe(false);
  });

  it("counts the events that wait in an ordered subscription's backlog, page by page", async () => {
    subscription = await api.subscribe({ ordered: true });
    for (let n = 0; n < 400; n += 1) {
      const event = eventAt(api.clock.now() - (90 + 60 * (n % 2)) * minute, String(n)).envelope.id;
      const position = { record: `abc${n % 3}`, seq: n, part: 0 };
      await park(event, { position, ...(n === 0 && { held: true }) });
    }
    const waitingFor: { [wait: string]: number } = {};
    const byHour: { [from: string]: number } = {};
    const pages = await pagesOf();
    expect(pages).toHaveLength(2);
    for (const hour of pages.flatMap(({ hours }) => hours)) {
      expect(hour.settled).toBe(false);
      byHour[hour.from] = (byHour[hour.from] ?? 0) + Number(hour.waiting);
      for (const [wait, count] of Object.entries<number>(hour.waitingFor))
        waitingFor[wait] = (waitingFor[wait] ?? 0) + count;
    }
    expect(byHour).toEqual({ "2026-11-21T09:00:00.000Z": 200, "2026-11-21T10:00:00.000Z": 200 });
    expect(waitingFor).toEqual({ queue: 2, retry: 0, limit: 397, endpoint: 1 });
  });

  it("continues an hour on the next page", async () => {
    const failures = Array.from({ length: 5 }, (_, at) => ({ at, excerpt: "no" }));
    const ids: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      const event = eventAt(api.clock.now() - 90 * minute, String(n)).envelope.id;
      const row = newDeliveryRow(messageTo(subscription, event), api.clock.now(), 1_000);
      await api.tables.deliveries.put([{ item: { ...row, state: "delivered", failures } }]);
      ids.push(event);
    }
    const [one, other, ...more] = (await pagesOf()).map(({ hours }) => hours[0]);
    expect([more, one.from === other.from]).toEqual([[], true]);
    expect(Number(one.delivered) + Number(other.delivered)).toBe(200);
    const sum = (BigInt(`0x${one.digest}`) + BigInt(`0x${other.digest}`)) % (1n << 256n);
    expect(sum.toString(16).padStart(64, "0")).toBe(digestOf(...ids));
  });

  it("counts from the start of what is known if a cursor has become older", async () => {
    const failures = Array.from({ length: 5 }, (_, at) => ({ at, excerpt: "no" }));
    for (let n = 0; n < 150; n += 1) await put(90 + n / 1_000, { state: "delivered", failures });
    await put(70, { state: "delivered" });
    const { nextCursor } = (await api.call("GET", path())).body;
    const { body } = await api.call("GET", path(`?from=2026-11-21T10:45:00Z&cursor=${nextCursor}`));
    expect(body).toMatchObject({ more: false, hours: [{ delivered: 1, from: "2026-11-21T10:45:00.000Z" }] });
  });

  it.each([
    ["?from=2026-11-21T11:00:00Z&to=2026-11-21T10:00:00Z", "from", "must be before `to`"],
    ["?from=2026-10-01T00:00:00Z", "from", "can be at most 31 days before `to`"],
    ["?from=yesterday", "from", "must be a valid ISO datetime"],
    ["?cursor=abc", "cursor", "must be a cursor from this list"],
    ["?hour=9", "hour", "is an unknown field"],
  ])("refuses %s", async (query, field, message) => {
    const { status, body } = await api.call("GET", path(query));
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  });
});
