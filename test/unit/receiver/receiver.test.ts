import { Readable } from "node:stream";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { BridgeEvent } from "../../../docs/types/feedhook-events.d.ts";
import { eventBridgeHandler, queueHandler } from "../../../infra/receiver/bus.ts";
import { createMemory } from "../../../infra/receiver/event-memory.ts";
import { expressHandler } from "../../../infra/receiver/express.ts";
import { fetchHandler } from "../../../infra/receiver/fetch.ts";
import type { Delivery } from "../../../infra/receiver/handle-once.ts";
import { lambdaUrlHandler } from "../../../infra/receiver/lambda-url.ts";
import { createReceiver, type ReceiverOptions } from "../../../infra/receiver/receiver.ts";
import { payloadOf } from "../../../shared/delivery/attempt/payload.ts";
import { anEvent } from "../fanout/an-event.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const another = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

function signed(body: string, by = secret, at = new Date()) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign("evt_1", at, body),
  };
}
const person = (id: string, seq: number) =>
  JSON.stringify({ id, type: "person.updated", instance: "acme", subject: { type: "person", id: "p1", seq, part: 0 } });

function opened(options: Partial<ReceiverOptions> = {}) {
  const handled: BridgeEvent[] = [];
  const errors: string[] = [];
  const receiver = createReceiver({
    secret,
    handle: (event) => handled.push(event),
    onError: (error) => errors.push(String(error)),
    ...options,
  });
  const receive = (body: string, headers: Record<string, string> = {}) =>
    receiver.receive({ ...signed(body), ...headers }, body);
  return { receiver, receive, handled, errors };
}

describe("a receiver", () => {
  test("handles genuine events once, and drops those older than what it handled of a record", async () => {
    const { receive, handled } = opened();
    expect(await receive(person("evt_1", 2))).toEqual({ status: 204, outcome: "handled" });
    expect(await receive(person("evt_1", 2))).toEqual({ status: 204, outcome: "duplicate" });
    expect(await receive(person("evt_0", 1))).toEqual({ status: 204, outcome: "stale" });
    // Another part of the same change isn't older.
    expect(await receive(person("evt_2", 2))).toEqual({ status: 204, outcome: "handled" });
    expect(handled.map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
  });

  test("responds even if onError throws", async () => {
    const onError = () => {
      throw new Error("the logger is closed");
    };
    const { receive } = opened({ onError });
    expect(await receive("{}", signed("[]"))).toEqual({ status: 401, outcome: "refused" });
    const consume = queueHandler({ handle: () => undefined, onError });
    expect(await consume({ Records: [{ messageId: "m1", body: "{" }] })).toEqual({
      batchItemFailures: [{ itemIdentifier: "m1" }],
    });
  });

  test("keeps older events on request", async () => {
    const { receive, handled } = opened({ dropStale: false });
    await receive(person("evt_1", 2));
    await receive(person("evt_0", 1));
    expect(handled).toHaveLength(2);
  });

  test("drops a replay of a handled event, unless it is configured to handle replays", async () => {
    const replay = { "webhook-replay": "true" };
    const [drops, handles] = [opened(), opened({ handleReplays: true })];
    for (const { receive } of [drops, handles]) await receive(person("evt_1", 1));
    expect(await drops.receive(person("evt_1", 1), replay)).toMatchObject({ outcome: "duplicate" });
    expect(await handles.receive(person("evt_1", 1), replay)).toMatchObject({ outcome: "handled" });
  });

  test("drops an example, and handles it flagged on request", async () => {
    const deliveries: Delivery[] = [];
    const handle = (_: BridgeEvent, delivery: Delivery) => deliveries.push(delivery);
    const [drops, handles] = [opened({ handle }), opened({ handle, handleExamples: true })];
    const example = JSON.stringify({ ...JSON.parse(person("evt_exm", 1)), type: "person.removed", example: true });
    expect(await drops.receive(example)).toEqual({ status: 204, outcome: "example" });
    expect(deliveries).toEqual([]);
    expect(await handles.receive(example)).toEqual({ status: 204, outcome: "handled" });
    await handles.receive(person("evt_1", 1));
    expect(deliveries.map(({ isExample }) => isExample)).toEqual([true, false]);
  });

  test("accepts no empty secret", () => {
    expect(() => opened({ secret: "" })).toThrow("secret is empty");
    expect(() => opened({ secret: [] })).toThrow("secret is empty");
  });

  test("accepts no private key and no misspelt public key, and doesn't repeat them", () => {
    const bytes = "c2Vj".repeat(11);
    for (const wrong of ["whpk_", `whpk_${bytes}`, "whpk_c2Vj cmV0!", `whsk_${bytes}${bytes}`]) {
      expect(() => opened({ secret: wrong })).toThrow(
        /^(?:secret is a private key|the public key is invalid)(?!.*c2Vj)/,
      );
    }
  });

  test("returns 500 if the handler fails, so that the event comes again and is handled then", async () => {
    let isBroken = true;
    const { receive, errors } = opened({
      handle: () => {
        if (isBroken) throw new Error("the database is away");
      },
    });
    expect(await receive(person("evt_1", 1))).toEqual({ status: 500, outcome: "failed" });
    expect(errors).toEqual(["Error: the database is away"]);
    isBroken = false;
    expect(await receive(person("evt_1", 1))).toEqual({ status: 204, outcome: "handled" });
  });

  test("handles an event once if it comes twice at the same time", async () => {
    let count = 0;
    const { receive } = opened({
      handle: async () => {
        count += 1;
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    const body = person("evt_1", 1);
    const outcomes = (await Promise.all([receive(body), receive(body)])).map(({ outcome }) => outcome);
    expect([count, outcomes]).toEqual([1, ["handled", "duplicate"]]);
  });

  test("reads both formats of a subscription as the same event", async () => {
    const envelope = anEvent();
    const stored = { envelope, body: JSON.stringify(envelope) };
    const { receive, handled } = opened({ memory: { judge: () => "new", remember: () => undefined } });
    for (const format of ["envelope", "cloudevents"] as const) {
      await receive(payloadOf(stored, { format, payload: "full" }).body.toString());
    }
    expect(handled).toEqual([envelope, envelope]);
  });

  test("forgets the oldest first", () => {
    const memory = createMemory(2);
    const events = [1, 2, 3].map((n) => JSON.parse(person(`evt_${n}`, n)) as BridgeEvent);
    for (const event of events) void memory.remember(event);
    expect(events.map((event) => memory.judge(event))).toEqual(["stale", "duplicate", "duplicate"]);
  });
});

describe("an adapter", () => {
  const body = person("evt_1", 1);
  const bytes = Buffer.from(body);

  test("for fetch handlers returns the status", async () => {
    const { receiver, handled } = opened();
    const post = (headers: Record<string, string>) =>
      fetchHandler(receiver)(new Request("http://receiver.test/hook", { method: "POST", headers, body }));
    expect((await post(signed(body))).status).toBe(204);
    expect((await post(signed(body, another))).status).toBe(401);
    expect(handled).toHaveLength(1);
  });

  test("for fetch handlers stops reading a body that is too long for a webhook", async () => {
    const { receiver } = opened();
    let [pulled, cancelled] = [0, false];
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        if (pulled === 100) controller.close();
        else controller.enqueue(new Uint8Array(100_000));
      },
      cancel() {
        cancelled = true;
      },
    });
    const init = { method: "POST", headers: signed(body), body: endless, duplex: "half" as const };
    expect((await fetchHandler(receiver)(new Request("http://receiver.test/hook", init))).status).toBe(413);
    expect([pulled < 15, cancelled]).toEqual([true, true]);
  });

  test("for Express reads the body itself, or uses what express.raw has read", async () => {
    const { receiver, handled } = opened();
    const post = async (stream: Buffer[], parsed?: unknown) => {
      const request = Object.assign(Readable.from(stream), { headers: signed(body), body: parsed });
      const response = { statusCode: 0, text: "", end: (text = "") => (response.text = text) };
      await expressHandler(receiver)(request, response);
      return [response.statusCode, response.text];
    };
    expect(await post([bytes.subarray(0, 10), bytes.subarray(10)])).toEqual([204, ""]);
    expect(await post([], bytes)).toEqual([204, ""]);
    expect(await post([bytes], {})).toEqual([204, ""]);
    expect(await post([], JSON.parse(body))).toEqual([500, expect.stringContaining("was already parsed")]);
    expect(await post([Buffer.alloc(1_100_000)])).toEqual([413, expect.stringContaining("too long")]);
    expect(handled).toHaveLength(1);
    const broken = async function* () {
      yield bytes;
      throw new Error("aborted");
    };
    const response = { statusCode: 0, end: () => undefined };
    await expressHandler(receiver)(Object.assign(broken(), { headers: {} }), response);
    expect(response.statusCode).toBe(400);
  });

  test("for a Lambda function URL accepts bodies in either encoding", async () => {
    const { receiver } = opened();
    const handler = lambdaUrlHandler(receiver);
    const headers = signed(body);
    expect(await handler({ headers, body, isBase64Encoded: false })).toEqual({ statusCode: 204 });
    expect(await handler({ headers, body: bytes.toString("base64"), isBase64Encoded: true })).toEqual({
      statusCode: 204,
    });
    expect(await handler({ headers, isBase64Encoded: false })).toEqual({ statusCode: 401 });
  });

  test("for a queue fails only the failing events", async () => {
    const errors: unknown[] = [];
    const seen: string[] = [];
    const handler = queueHandler({
      handle: ({ id }) => {
        if (id === "evt_bad") throw new Error("no");
        seen.push(id);
      },
      onError: (error) => errors.push(error),
    });
    const record = (messageId: string, text: string) => ({ messageId, body: text });
    const onBus = (id: string) => JSON.stringify({ detail: JSON.parse(person(id, 1)) });
    const Records = [
      record("a", onBus("evt_1")),
      record("b", onBus("evt_bad")),
      record("c", "no JSON"),
      record("d", '{"detail":{}}'),
      record("e", onBus("evt_2")),
    ];
    const failures = ["b", "c", "d"].map((itemIdentifier) => ({ itemIdentifier }));
    expect(await handler({ Records })).toEqual({ batchItemFailures: failures });
    expect([seen, errors.length]).toEqual([["evt_1", "evt_2"], 3]);
  });

  test("for an EventBridge target rejects if the handler fails, so that Lambda calls again", async () => {
    const seen: string[] = [];
    const handler = eventBridgeHandler({ handle: ({ id }) => seen.push(id) });
    await handler({ detail: JSON.parse(body) });
    await handler({ detail: JSON.parse(body) });
    expect(seen).toEqual(["evt_1"]);
    await expect(handler("no message")).rejects.toThrow("isn't a Feedhook event");
  });
});
