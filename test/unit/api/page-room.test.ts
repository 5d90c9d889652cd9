import { beforeEach, describe, expect, it } from "vitest";
import { PageRoom } from "../../../shared/api/http/cursor.ts";
import { newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { acmeApi, type apiFixture, eventAt, messageTo } from "./api-fixture.ts";

/** What Lambda's answer to API Gateway may have. */
const mostBytes = 6 * 1_024 * 1_024;

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = await acmeApi();
});

/** A page, after a look at what Lambda would have to answer with. */
async function page(path: string) {
  const { status, text, body } = await api.call("GET", path);
  expect(status).toBe(200);
  const answer = { statusCode: 200, headers: { "content-type": "application/json" }, body: text };
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(mostBytes);
  return body;
}

/** Events of 180 kB each, the oldest first. Their quotes are escaped in their bodies, and again in the answer. */
async function putLargeEvents(count: number) {
  const made = Array.from({ length: count }, (_, at) => {
    const { envelope } = eventAt(api.clock.now() - 1_000_000 + at * 1_000, `r${at}`);
    const large = { ...envelope, data: { notes: '"'.repeat(90_000) } };
    return { envelope: large, body: JSON.stringify(large) };
  });
  await api.events.put(made);
  return made.map(({ envelope }) => envelope.id);
}

describe("a page within Lambda's response limit", () => {
  it("is measured as Lambda sends it: the body is a JSON string", () => {
    const room = new PageRoom();
    // Two bytes for each backslash in the item, four in the answer.
    expect(room.takes({ text: "\\".repeat(225_000) })).toBe(true);
    expect(room.takes({ text: "\\".repeat(37_500) })).toBe(false);
    expect(room.takes({ text: "x".repeat(87_500) })).toBe(true);
    expect(room.takes({ text: "é".repeat(12_500) })).toBe(false);
  });

  it("has room for one item, however large, and for none after it", () => {
    const room = new PageRoom();
    expect(room.takes({ text: "x".repeat(5_000_000) })).toBe(true);
    expect(room.takes({})).toBe(false);
  });

  it.each(["newest", "oldest"])("lists events, the %s first, each once", async (order) => {
    const ids = await putLargeEvents(5);
    await page(`/v1/events?instance=acme&order=${order}&limit=200`);
    const pages = await api.pagesOf(`/v1/events?instance=acme&order=${order}&limit=200`);
    const listed = pages.flat().map((event) => event.id);
    expect(listed).toEqual(order === "oldest" ? ids : ids.toReversed());
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it("lists deliveries with their endpoints' responses, each once", async () => {
    const id = await api.subscribe();
    const now = api.clock.now();
    const attempts = Array.from({ length: 5 }, (_, at) => ({ at: now - 1_000 + at, ms: 3, status: 500 }));
    const headers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, '"'.repeat(256)]));
    const failures = attempts.map(({ at }) => ({ at, headers, excerpt: '"'.repeat(1_024) }));
    const events = Array.from({ length: 60 }, (_, at) => eventAt(now - 100_000 + at * 1_000).envelope.id);
    const items = events.map((event) => {
      const row = newDeliveryRow(messageTo(id, event), now, 1_000);
      return { item: { ...row, attempt: 5, state: "expired", attempts, failures } };
    });
    await api.tables.deliveries.put(items);
    await page(`/v1/subscriptions/${id}/deliveries?limit=200`);
    const pages = await api.pagesOf(`/v1/subscriptions/${id}/deliveries?limit=200`);
    const listed = pages.flat().map((delivery) => delivery.event);
    expect(listed).toEqual(events.toReversed());
    expect(pages.length).toBeGreaterThan(1);
  });

  it("returns as many pull events as fit, and the rest at the next poll", async () => {
    const id = await api.subscribe({ kind: "pull" });
    const ids = await putLargeEvents(5);
    for (const event of ids) {
      await api.backlog.add(messageTo(id, event), { due: api.clock.now() + 1_000_000 });
    }
    const polled: string[][] = [];
    do {
      const { items } = await page(`/v1/subscriptions/${id}/poll?limit=100`);
      polled.push(items.map(({ ackId }: { ackId: string }) => ackId));
    } while (polled.at(-1)?.length !== 0);
    expect(polled.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(polled.flat()).toEqual(ids.map((id) => `${id}.0`));
  });
});
