import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiFixture, eventAt } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let now: number;
beforeEach(async () => {
  api = apiFixture();
  now = api.clock.now();
  await api.registerInstance();
});

/** Puts events detected so many seconds ago; returns their ids. */
async function put(...secondsAgo: number[]): Promise<string[]> {
  const events = secondsAgo.map((seconds, position) => eventAt(now - seconds * 1_000, `r${position}`));
  await api.events.put(events);
  return events.map(({ envelope }) => envelope.id);
}

async function pages(query: string): Promise<string[][]> {
  const all = await api.pagesOf(`/v1/events?instance=acme&${query}`);
  return all.map((items) => items.map(({ id }: { id: string }) => id));
}

it("event responses keep every number as exact as its text", async () => {
  const { envelope } = eventAt(now - 100_000);
  const body = JSON.stringify({ ...envelope, data: {} }).replace(
    '"data":{}',
    '"data":{"limit":9007199254740993,"far":1e400}',
  );
  await api.events.put([{ envelope, body }]);
  for (const path of ["/v1/events?instance=acme", `/v1/events/${envelope.id}?instance=acme`]) {
    expect((await api.call("GET", path)).text).toContain('{"limit":9007199254740993,"far":1e400}');
  }
});

describe("GET /v1/events", () => {
  it("lists the newest first, up to this moment, by default", async () => {
    const ids = await put(7_200, 3_600, 61, 59, 1);
    expect((await pages("limit=2")).flat()).toEqual(ids.toReversed());
  });

  it("lists in order of detection, up to a minute ago", async () => {
    const [a, b, c] = await put(7_200, 3_600, 61, 59, 1);
    expect((await pages("order=oldest&limit=2")).flat()).toEqual([a, b, c]);
  });

  it("lists up to the requested moment", async () => {
    const ids = await put(7_200, 3_600, 61, 59, 1);
    expect((await pages(`order=oldest&until=${new Date(now + 1).toISOString()}`)).flat()).toEqual(ids);
    const window = `order=oldest&since=${new Date(now - 3_600_000).toISOString()}&until=${new Date(now - 59_000).toISOString()}`;
    expect((await pages(window)).flat()).toEqual(ids.slice(1, 3));
  });

  it("can be followed: the last cursor finds later events", async () => {
    await put(100);
    const first = (await api.call("GET", "/v1/events?instance=acme&order=oldest")).body;
    expect(first).toMatchObject({ more: false, nextCursor: expect.any(String) });
    const path = `/v1/events?instance=acme&order=oldest&cursor=${first.nextCursor}`;
    const nothing = (await api.call("GET", path)).body;
    expect(nothing).toEqual({ items: [], more: false, nextCursor: first.nextCursor });
    const [later] = await put(70);
    expect((await api.call("GET", path)).body.items.map(({ id }: { id: string }) => id)).toEqual([later]);
  });

  it("reads more of a record's events at a time if none has the type, and at most 200", async () => {
    await api.events.put(Array.from({ length: 400 }, (_, at) => eventAt(now - 90_000 - at, "7")));
    const read = vi.spyOn(api.events, "bySubject");
    await pages("subject=person/7&type=company.updated&limit=5");
    expect(read.mock.calls.map(([, , , { limit }]) => limit).slice(0, 4)).toEqual([5, 20, 80, 200]);
    expect(Math.max(...read.mock.calls.map(([, , , { limit }]) => limit))).toBe(200);
  });

  it("lists newest first from inside a burst", async () => {
    const burst = Array.from({ length: 30 }, (_, at) => eventAt(now - 90_000, `b${at}`));
    await api.events.put(burst);
    const ids = burst
      .map(({ envelope }) => envelope.id)
      .sort()
      .reverse();
    expect((await pages("order=newest&limit=4")).flat()).toEqual(ids);
  });

  it("shows one record's history from either end, page by page, within a time range", async () => {
    const events = [9, 8, 7, 6].map((seconds) => eventAt(now - seconds * 1_000, seconds === 8 ? "8" : "7"));
    await api.events.put(events);
    const [first, , second, third] = events.map(({ envelope }) => envelope.id);
    const subject = "subject=person%2F7";
    expect((await pages(`${subject}&limit=2`)).flat()).toEqual([third, second, first]);
    expect((await pages(`${subject}&order=oldest&limit=2&until=2099-01-01T00:00:00Z`)).flat()).toEqual([
      first,
      second,
      third,
    ]);
    const window = `since=${new Date(now - 7_000).toISOString()}&until=${new Date(now - 6_000).toISOString()}`;
    expect((await pages(`${subject}&${window}`)).flat()).toEqual([second]);
  });

  it("shows the history of a record whose first events have expired", async () => {
    const month = 30 * 86_400_000;
    const old = [3, 2, 1].map((seconds) => eventAt(now - month + seconds * 1_000, "7"));
    await api.events.put([...old, eventAt(now, "7")]);
    api.clock.advance(120_000);
    expect((await pages("subject=person/7&order=oldest&limit=2")).flat()).toHaveLength(1);
  });

  it("omits unrequested types, with the wildcards of subscriptions", async () => {
    const company = (at: number) => {
      const { envelope } = eventAt(at, "c");
      const event = {
        ...envelope,
        type: "company.updated" as const,
        subject: { ...envelope.subject, type: "company" as const },
      };
      return { envelope: event, body: JSON.stringify(event) };
    };
    const ping = { ...eventAt(now - 2_000, "p").envelope, type: "bridge.ping" as const };
    const [person, other] = [eventAt(now - 4_000), company(now - 3_000)];
    await api.events.put([person, other, { envelope: ping, body: JSON.stringify(ping) }]);
    for (const [type, expected] of [
      ["person.updated", [person.envelope.id]],
      ["company.*", [other.envelope.id]],
      ["*", [other.envelope.id, person.envelope.id]],
      ["bridge.*", [ping.id]],
      ["person.created", []],
    ] as const) {
      expect([type, (await pages(`type=${type}&limit=1`)).flat()]).toEqual([type, expected]);
    }
  });

  it("reads 2,000 events for one page, and continues from there", async () => {
    await api.events.put(Array.from({ length: 2_100 }, (_, at) => eventAt(now - 90_000 - at, `r${at}`)));
    const { body } = await api.call("GET", "/v1/events?instance=acme&type=company.updated&limit=5");
    expect(body).toMatchObject({ items: [], more: true, nextCursor: expect.any(String) });
    const rest = await api.call("GET", `/v1/events?instance=acme&type=company.updated&cursor=${body.nextCursor}`);
    expect(rest.body).toEqual({ items: [], more: false });
  });

  it("returns the events as they were published", async () => {
    const event = eventAt(now - 90_000);
    await api.events.put([event]);
    expect((await api.call("GET", "/v1/events?instance=acme")).body.items).toEqual([event.envelope]);
    const one = await api.call("GET", `/v1/events/${event.envelope.id}?instance=acme`);
    expect(one.body).toEqual(event.envelope);
  });

  it.each([
    ["/v1/events", 400, "instance"],
    ["/v1/events?instance=acme&since=yesterday", 400, "since"],
    ["/v1/events?instance=acme&order=random", 400, "order"],
    ["/v1/events?instance=acme&subject=7", 400, "subject"],
    ["/v1/events?instance=acme&subject=persons/7", 400, "subject"],
    ["/v1/events?instance=acme&cursor=MTpzdWJfMDA", 400, "cursor"],
    ["/v1/events?instance=acme&type=x", 400, "type"],
    ["/v1/events/evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", 400, "instance"],
    ["/v1/events?instance=initech", 404, undefined],
    ["/v1/events/evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB?instance=acme", 404, undefined],
    ["/v1/events/nonsense?instance=acme", 404, undefined],
    ["/v1/events/evt_ZZZZZZZZZZZZZZZZZZZZZZZZZZ?instance=acme", 404, undefined],
  ])("%s is %i", async (path, status, field) => {
    const answer = await api.call("GET", path);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([status, field]);
  });
});
