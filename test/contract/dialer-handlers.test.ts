import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import type { SqsEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { ProjectionIntents } from "../../shared/subscriptions/projection-intents.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { memoryEngine } from "../support/memory-engine.ts";
import { storeEvents, subscribe } from "../support/subscribe.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { httpServer } from "./dialer-ground.ts";

/** The three handlers with in-memory engines; the test advances time. */
class Ground {
  readonly clock = new FakeClock(Date.now());
  readonly engine = memoryEngine({
    clock: this.clock,
    settings: {
      allowInsecureEndpoints: true,
      timings: { ...defaultTimings, messageRetries: [1_000], backlogRetries: [60_000, 60_000] },
    },
  });
  readonly fanout = createFanoutHandler(this.engine);
  readonly deliver = createDeliverHandler(this.engine);
  readonly recover = createRecoverHandler(this.engine);

  /** A subscription to the receiver, and the secret that was shown. */
  async subscribe(url: string) {
    await this.engine.table("subscriptions").put([{ item: { pk: "registry", sk: "instance#acme" } }]);
    const { subscription, secret = "" } = await subscribe(this.engine, url);
    return { id: subscription.id, secret };
  }

  async publish(n: number) {
    const envelope = anEvent({ id: idOf(n, Date.now()) });
    await storeEvents(this.engine, envelope);
    return { envelope, message: { instance: envelope.instance, id: envelope.id, type: envelope.type } };
  }

  /** Passes a queue's messages to its handler until it is empty, skipping delays. */
  async drain(queue: "deliver" | "recover"): Promise<void> {
    const messages = this.engine.queue(queue);
    for (let sent = messages.take(); sent.length > 0; sent = messages.take()) {
      expect(await this[queue](sqs(sent))).toEqual({ batchItemFailures: [] });
    }
  }
}

function sqs(messages: readonly unknown[]): SqsEvent {
  return {
    Records: messages.map((message, at) => ({
      messageId: `message-${at}`,
      body: typeof message === "string" ? message : JSON.stringify(message),
      attributes: { ApproximateReceiveCount: "1" },
    })),
  };
}

type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string };

async function receiver(statuses: number[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const port = await httpServer((message: IncomingMessage, response) => {
    void textOf(message).then((body) => {
      seen.push({ headers: message.headers, body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  return { url: `http://127.0.0.1:${port}/hook`, seen };
}

describe("the handlers of fan-out, delivery and recovery", () => {
  it("deliver an event to a subscriber, who can verify it with the secret that was shown", async () => {
    const ground = new Ground();
    const { url, seen } = await receiver([]);
    const { secret } = await ground.subscribe(url);
    const { envelope, message } = await ground.publish(1);
    expect(await ground.fanout(sqs([message, message]))).toEqual({ batchItemFailures: [] });
    await ground.drain("deliver");
    expect(seen).toHaveLength(1);
    const { headers, body } = seen[0]!;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(envelope);
    expect(headers).toMatchObject({ "webhook-id": envelope.id, "user-agent": expect.stringMatching(/^Feedhook\/\d/) });
  });

  it("deliver it through retries and the backlog", async () => {
    const ground = new Ground();
    const { url, seen } = await receiver([500, 503]);
    await ground.subscribe(url);
    const { message } = await ground.publish(1);
    await ground.fanout(sqs([message]));
    await ground.drain("deliver");
    expect(seen).toHaveLength(2);
    ground.clock.advance(70_000);
    expect(await ground.recover(sqs([{ kind: "sweep" }]))).toEqual({ batchItemFailures: [] });
    await ground.drain("recover");
    await ground.drain("deliver");
    expect(seen).toHaveLength(3);
    // The counts of its attempts are in the same table.
    const rows = ground.engine.table("deliveries").items.filter(({ pk }) => !pk.endsWith("#statistics"));
    expect(rows).toMatchObject([{ state: "delivered", attempts: [{ status: 500 }, { status: 503 }, { status: 200 }] }]);
  });

  it("deliver events for a subscription whose copies are missing because a worker died", async () => {
    const ground = new Ground();
    const { url, seen } = await receiver([]);
    const { id } = await ground.subscribe(url);
    const table = ground.engine.table("subscriptions");
    const intents = new ProjectionIntents({ ...ground.engine, table, timings: defaultTimings });
    await intents.begin({ kind: "subscription", partner: "prt_operator", id, fresh: false });
    await table.remove({ pk: "instance#acme", sk: `subscription#${id}` });
    ground.clock.advance(60_000);
    expect(await ground.recover(sqs([{ kind: "sweep" }]))).toEqual({ batchItemFailures: [] });
    await ground.fanout(sqs([(await ground.publish(1)).message]));
    await ground.drain("deliver");
    expect(seen).toHaveLength(1);
  });

  it("report only the messages of a batch that must be retried", async () => {
    const ground = new Ground();
    const { url, seen } = await receiver([]);
    await ground.subscribe(url);
    const { message } = await ground.publish(1);
    const unknown = { ...message, id: idOf(9, Date.now()) };
    expect(await ground.fanout(sqs(["not JSON", message, { ...message, id: 7 }, unknown]))).toEqual({
      batchItemFailures: ["message-0", "message-2", "message-3"].map((itemIdentifier) => ({ itemIdentifier })),
    });
    const [delivery] = ground.engine.queue("deliver").take();
    expect(await ground.deliver(sqs([delivery, { subscription: "sub_1" }]))).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-1" }],
    });
    expect(await ground.recover(sqs([{ kind: "else" }]))).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    expect(seen).toHaveLength(1);
  });
});
