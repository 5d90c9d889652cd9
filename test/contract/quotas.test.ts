import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createContainer } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { createApiServices } from "../../functions/runtime/services/api.ts";
import { eventStore } from "../../functions/runtime/services/publishing.ts";
import { replays } from "../../functions/runtime/services/recovery.ts";
import { createApi } from "../../shared/api/create-api.ts";
import { replayMessage } from "../../shared/delivery/replay/replay-job.ts";
import type { QueueName } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { MemoryQueue } from "../support/memory-queue.ts";
import { noRedrive } from "../support/no-redrive.ts";
import { openTestEngine } from "../support/node-engine.ts";
import { eventAt } from "../unit/api/api-fixture.ts";
import type { TableHarness } from "./table-contract.ts";
import { openDynamoTables } from "./table-engines.ts";

const operatorKey = "58cb4d0947f69e261ae48784da88bbe4c6e5f7ffa8e505fb116531be0dd3ed2a";
const probe = { queueDepths: async () => ({}), deliveriesByState: async () => undefined };

const text = z.string().default("");
const answerBody = z.object({ id: text, key: text, type: text, detail: text });

describe.each([
  ["SQLite", undefined],
  ["DynamoDB", openDynamoTables],
] as const)("a partner's quotas on %s", (_, openStore) => {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  const test = openTestEngine(clock);
  const queues = new Map<QueueName, MemoryQueue>();
  const queue = (name: QueueName) => {
    const known = queues.get(name) ?? new MemoryQueue();
    queues.set(name, known);
    return known;
  };
  let store: TableHarness | undefined;
  let engine: Engine;
  let api: ReturnType<typeof createApi>;

  beforeAll(async () => {
    store = await openStore?.(clock);
    engine = {
      ...test.engine,
      ...{ queue, clock, sleeper: clock, table: store?.table ?? ((name) => test.engine.table(name)) },
      settings: {
        ...test.engine.settings,
        operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
      },
    };
    const services = createApiServices(createContainer(engine), { probe, redrive: noRedrive });
    api = createApi(services);
    await call("PUT", "/v1/instances/acme", { credentials: { clientId: "id", clientSecret: "secret" } });
  });
  afterAll(async () => {
    await store?.close();
    test.remove();
  });

  const call = async (method: string, path: string, body?: object, key = operatorKey) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await api.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return { status: answer.status, body: answerBody.parse(text === "" ? {} : JSON.parse(text)) };
  };

  /** A partner that may send 20 per second, with a subscription. */
  const newPartner = async (name: string, quotas: object = { replayPerSecond: 20 }) => {
    const { id } = (await call("POST", "/v1/partners", { name, instances: ["acme"], quotas })).body;
    const made = await call("POST", `/v1/partners/${id}/keys`, { name: "own", scopes: ["manage"] });
    const { key } = made.body;
    const settings = { url: "https://hooks.example.com/in", eventTypes: ["*"] };
    const subscription = (await call("POST", "/v1/subscriptions", settings, key)).body.id;
    const path = `/v1/subscriptions/${subscription}/replays`;
    return {
      subscribe: () => call("POST", "/v1/subscriptions", settings, key),
      unsubscribe: (one: string) => call("DELETE", `/v1/subscriptions/${one}`, undefined, key),
      subscription,
      start: (perSecond: number) => call("POST", path, { dryRun: false, perSecond }, key),
      change: (replay: string, action: string) => call("POST", `${path}/${replay}/${action}`, undefined, key),
    };
  };

  /** Stores events that a replay finds. */
  const storeEvents = async (count: number) => {
    const events = createContainer(engine).get(eventStore);
    const at = clock.now();
    await events.put(Array.from({ length: count }, (_unused, number) => eventAt(at + number, String(number))));
    clock.advance(600_000);
  };

  const madeOf = (answers: readonly { readonly status: number }[]) =>
    answers.filter(({ status }) => status === 201 || status === 202).length;

  it("hold when all requests arrive at once", async () => {
    const { subscribe, start } = await newPartner("Soylent", { subscriptions: 3, replayPerSecond: 20 });
    const subscribed = await Promise.all(Array.from({ length: 12 }, subscribe));
    expect(madeOf(subscribed)).toBe(2);
    expect(new Set(subscribed.map(({ body }) => body.type))).toEqual(
      new Set(["", "urn:feedhook:problem:quota-exceeded"]),
    );
    expect(madeOf(await Promise.all(Array.from({ length: 12 }, () => start(10))))).toBe(2);
  });

  it("free one place per removed subscription, even with concurrent removals", async () => {
    const { subscribe, unsubscribe, subscription } = await newPartner("Hooli", { subscriptions: 2 });
    expect((await subscribe()).status).toBe(201);
    expect((await subscribe()).status).toBe(409);
    await Promise.all(Array.from({ length: 5 }, () => unsubscribe(subscription)));
    expect(madeOf(await Promise.all(Array.from({ length: 5 }, subscribe)))).toBe(1);
  });

  it("hold when paused replays resume at once", async () => {
    const { start, change } = await newPartner("Wonka");
    const ids = [];
    for (let number = 0; number < 4; number += 1) {
      const { id } = (await start(20)).body;
      await change(id, "pause");
      ids.push(id);
    }
    const resumed = await Promise.all(ids.map((id) => change(id, "resume")));
    expect(resumed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("limit the combined rate of all replays each second", async () => {
    queue("recover").take();
    await storeEvents(120);
    const { start } = await newPartner("Acme");
    expect((await start(15)).status).toBe(202);
    expect((await start(5)).status).toBe(202);
    const messages = queue("recover")
      .take()
      .flatMap((body) => replayMessage.safeParse(body).data ?? []);
    expect(messages).toHaveLength(2);
    for (const message of messages) await createContainer(engine).get(replays).run(message);
    const perSecond = new Map<number, number>();
    for (const { delaySeconds = 0 } of queue("deliver-slow").sent.splice(0)) {
      const second = Math.floor(delaySeconds);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    const seconds = [...perSecond.values()];
    expect(Math.max(...seconds)).toBe(20);
    // Eight seconds of the faster one, which is then done, beside ten of the slower one.
    expect(seconds.reduce((sum, count) => sum + count, 0)).toBe(120 + 50);
  });

  it("refuse a replay above the free quota, name what is left, and count only the partner's own", async () => {
    const acme = await newPartner("Globex");
    const other = await newPartner("Initech");
    expect((await acme.start(21)).body).toMatchObject({ type: "urn:feedhook:problem:quota-exceeded" });
    const first = await acme.start(15);
    expect(first.status).toBe(202);
    const refused = await acme.start(10);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining("20 deliveries per second. Available now: 5."),
    ]);
    expect((await other.start(20)).status).toBe(202);
    expect((await acme.start(5)).status).toBe(202);
    expect((await acme.start(1)).status).toBe(409);
  });
});
