import { expect, it, test } from "vitest";
import { requestHeadersOf } from "../../../../shared/api/deliveries/delivery-view.ts";
import { mostBytes } from "../../../../shared/delivery/attempt/connector.ts";
import { pingMessage } from "../../../../shared/delivery/ping/ping-message.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { answered, aSubscription, subscribed } from "../delivery-world.ts";

const destination = {
  kind: "sqs" as const,
  target: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
  roleArn: "arn:aws:iam::123456789012:role/feedhook-destination-orders",
  externalId: "feedhook-mine",
};
const toQueue = (fields: Partial<Subscription> = {}) =>
  subscribed({ url: undefined, secrets: [], destination, ...fields });

test("an event is sent to its destination as it is stored, and nothing is posted", async () => {
  const w = toQueue();
  const message = w.message(1, { data: { name: "Ærø" } });
  expect(await w.run(message)).toEqual(["fulfilled"]);
  expect(w.posts).toEqual([]);
  expect(w.handed).toMatchObject([{ destination, subscription: "sub_1", marks: {}, deadline: expect.any(Number) }]);
  expect(w.handed[0]?.body.toString()).toBe(w.events.get(message.event)?.body);
  expect(w.rows()).toMatchObject([{ state: "delivered", attempts: [{ status: 200 }] }]);
});

test("it has the subscription's format and payload, and the marks of a replay", async () => {
  const w = toQueue({ format: "cloudevents", payload: "thin" });
  await w.run({ ...w.message(), run: "rpl_1" });
  const [{ body, marks } = { body: "", marks: {} }] = w.handed;
  expect(JSON.parse(body.toString())).toMatchObject({ specversion: "1.0", type: "feedhook.person.updated" });
  expect(JSON.parse(body.toString()).data).not.toHaveProperty("data");
  expect(marks).toEqual({ "webhook-replay": "true" });
});

it.each([403, 404, 429, 500])("is retried, held and drained like a webhook after %d", async (status) => {
  const w = toQueue();
  w.awsAnswer = () => answered(status);
  for (const n of [1, 2, 3, 4, 5]) await w.run(w.message(n));
  expect(w.rows().every(({ state }) => state === "waiting")).toBe(true);
  expect(w.endpoint()).toMatchObject({ health: { state: "open" }, failure: { status } });
  expect(w.endpoints.get("sub_1")?.status, "a queue that is gone may be there again").toBe("active");
  await w.run(w.message(6));
  expect(w.handed, "the circuit is open").toHaveLength(5);
  w.awsAnswer = () => answered(200);
  await w.run(pingMessage("prt_1", "sub_1", w.clock.now()));
  await w.sweep();
  for (let next = w.queued(); next.length > 0; next = w.queued()) {
    w.clock.advance(600_000);
    await w.run(...next.map(({ message }) => message));
    await w.sweep();
  }
  const kept = w.rows().filter(({ run }) => run === "0");
  expect(kept.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "delivered"));
});

test("an event that is too large goes without its data; if that is too large, too, it isn't sent", async () => {
  const w = toQueue();
  const changes = (to: string) => [{ field: "note", from: null, to }];
  await w.run(w.message(1, { data: { note: "x".repeat(mostBytes) }, changes: changes("y") }));
  expect(JSON.parse(w.handed[0]?.body.toString() ?? "")).toMatchObject({ changes: changes("y") });
  expect(w.handed[0]?.body.toString()).not.toContain("xxx");
  await w.run(w.message(2, { changes: changes("y".repeat(mostBytes)) }));
  expect(w.handed).toHaveLength(1);
  const refused = w.rows().find(({ failures }) => failures !== undefined);
  expect(refused?.failures).toMatchObject([{ excerpt: expect.stringMatching(/^The event is \d+ bytes even without/) }]);
  expect(
    w
      .rows()
      .map(({ attempts: [first] }) => first?.status)
      .toSorted(),
  ).toEqual([200, 413]);
});

test("a timeout in the fast lane moves it to the slow lane", async () => {
  const w = toQueue();
  w.awsAnswer = ({ deadline }) =>
    deadline > 5_000 ? answered(200) : { outcome: "failed", class: "timeout", ms: deadline, timing: {} };
  await w.run(w.message());
  const [{ message } = w.queued()[0]!] = w.queued();
  expect(message.slow).toBe(true);
  await w.run(message);
  expect(w.rows()).toMatchObject([{ state: "delivered" }]);
});

test("an attempt to a destination shows no request headers", () => {
  const row = { event: "evt_1", run: "0" };
  const attempt = { at: 1, ms: 1, status: 200 };
  expect(requestHeadersOf(row, attempt, aSubscription({ url: undefined, destination }))).toBeUndefined();
  expect(requestHeadersOf(row, attempt, aSubscription())).toMatchObject({ "webhook-id": "evt_1" });
});

test("a delivery to a destination that comes after a newer event of its record is marked as late", async () => {
  const w = toQueue({ ordered: true });
  for (const [n, seq] of [12, 11].entries()) {
    await w.run(w.message(n + 1, { subject: { type: "person", id: "7", seq, part: 1 } }));
    w.clock.advance(7_000);
    for (const { message } of w.queued()) await w.run(message);
  }
  expect(w.handed.map(({ marks }) => marks)).toEqual([{}, { "webhook-late": "true" }]);
  expect(w.rows().flatMap(({ attempts }) => attempts.map(({ late }) => late))).toContain(true);
});
