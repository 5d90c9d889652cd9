import { afterEach, beforeEach, expect, it } from "vitest";
import { createHandlers } from "../../infra/node/create-handlers.ts";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { deliveryMessage } from "../../shared/fanout/delivery-message.ts";
import { SubscriptionProjection } from "../../shared/subscriptions/subscription-projection.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";
import { HeldSyncs } from "../support/held-syncs.ts";
import { engineOfTest, eventually } from "../support/node-engine.ts";
import { storeEvents, subscribe } from "../support/subscribe.ts";
import { anEvent } from "../unit/fanout/an-event.ts";

const syncs = new HeldSyncs();
let engine: NodeEngine;
beforeEach(() => {
  engine = engineOfTest().engine;
});
afterEach(() => {
  syncs.end();
});

/** A subscription to `url`, and the message of an event's first delivery to it. */
async function delivering(url: string, ordered: boolean): Promise<string> {
  const { subscription } = await subscribe(engine, url, ordered ? { ordered } : {});
  const [event] = await storeEvents(engine, anEvent());
  const delivery = {
    subscription: subscription.id,
    partner: "prt_operator",
    instance: "acme",
    event: event?.envelope.id,
  };
  return JSON.stringify({ ...delivery, run: "0", attempt: 1 });
}

const recordsOf = (body: string) => ({
  Records: [{ messageId: "1", body, attributes: { ApproximateReceiveCount: "1" } }],
});

const message = { body: "a message" };
const row = { pk: "dlv#1", sk: "row" };

it("a send or write resolves only after its sync, except an unsynced one", async () => {
  syncs.begin();
  const reported: string[] = [];
  void engine
    .queue("deliver")
    .send([message])
    .then(() => reported.push("sent"));
  void engine
    .table("deliveries")
    .put([{ item: row }])
    .then(() => reported.push("written"));
  await eventually(() => syncs.asked.length === 1);
  expect(reported).toEqual([]);
  syncs.asked[0]!(null);
  await eventually(() => reported.length === 2);
});

it("fanout queues deliveries without waiting for the disk", async () => {
  const { instance, event } = deliveryMessage.parse(JSON.parse(await delivering("http://127.0.0.1:9/dead", false)));
  await new SubscriptionProjection(engine.table("subscriptions")).rebuild(instance);
  const handlers = createHandlers(engine);
  syncs.begin();
  const body = JSON.stringify({ instance, id: event, type: anEvent().type });
  expect(await handlers.fanout(recordsOf(body))).toEqual({ batchItemFailures: [] });
  expect(await engine.queue("deliver").depth()).toMatchObject({ ready: 1 });
});

it("deliver records a failed attempt and schedules the next without waiting for the disk", async () => {
  const body = await delivering("http://127.0.0.1:9/dead", false);
  const handlers = createHandlers(engine);
  syncs.begin();
  expect(await handlers.deliver(recordsOf(body))).toEqual({ batchItemFailures: [] });
  const { delayed, ready } = await engine.queue("deliver").depth();
  expect(delayed + ready).toBe(1);
});

it("an ordered delivery is posted only once its place in the order and everything before it are on disk", async () => {
  let posts = 0;
  const receiver = await serveForTest((request, response) => {
    posts += 1;
    request.resume();
    response.end();
  });
  const body = await delivering(`${receiver}/`, true);
  const handlers = createHandlers(engine);
  syncs.begin();
  await handlers.deliver(recordsOf(body));
  let inOrder: string | undefined;
  await eventually(async () => {
    const [taken] = await engine.queue("deliver").receive(1);
    inOrder = taken?.body;
    return inOrder !== undefined;
  });
  const ended = handlers.deliver(recordsOf(inOrder!));
  await eventually(() => syncs.asked.length === 1);
  expect(posts).toBe(0);
  syncs.asked[0]!(null);
  await eventually(() => posts === 1);
  // From here on, everything is on disk as soon as it is requested.
  syncs.end();
  for (const sync of syncs.asked.slice(1)) sync(null);
  await ended;
});
