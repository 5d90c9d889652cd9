import { createHash, randomBytes } from "node:crypto";
import type { NodeEngine } from "../../infra/node/node-engine.ts";
import { requestApi } from "../../infra/node/request-api.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { startProgram } from "../e2e/support/processes.ts";
import { testContext } from "../support/test-context.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { runElsewhere } from "./run-elsewhere.ts";

const operatorKey = randomBytes(32).toString("hex");
export const operatorKeyHash = createHash("sha256").update(operatorKey).digest("hex");

/** Enough for a replay at the default quota of 200 per second that outlasts a pass. */
const events = 8_000;
const largeEvents = 20;

/**
 * Another partner on the same machine: a program that sends as many requests with the partner's key as it may, a replay
 * at the partner's quota, and a receiver that ends each TLS connection after its response. `stop` returns how many
 * requests got which response.
 */
export async function startNeighbour(engine: NodeEngine, port: number) {
  const receiver = await startProgram("test/bench/closing-receiver-main.ts", []);
  runElsewhere(receiver);
  const hook = receiver.ready;
  const url = `http://127.0.0.1:${port}`;
  const ask = async (key: string, method: string, path: string, body?: unknown) =>
    (await requestApi(url, key, method, path, body)) as Record<string, string>;
  await ask(operatorKey, "PUT", "/v1/instances/neighbours", {
    credentials: { clientId: "id", clientSecret: "secret" },
  });
  const { id: partner = "" } = await ask(operatorKey, "POST", "/v1/partners", { name: "A", instances: ["neighbours"] });
  const { key = "" } = await ask(operatorKey, "POST", `/v1/partners/${partner}/keys`, { name: "a", scopes: ["admin"] });
  const types = { eventTypes: ["person.*"] };
  const { id: push = "" } = await ask(key, "POST", "/v1/subscriptions", { ...types, url: `${hook}/neighbour` });
  const { id: pull = "" } = await ask(key, "POST", "/v1/subscriptions", { ...types, kind: "pull" });
  for (let n = 2; n < 100; n += 1)
    await ask(key, "POST", "/v1/subscriptions", { ...types, url: `${hook}/neighbour?${n}` });
  const now = engine.clock.now();
  const stored = Array.from({ length: events }, (_, n) => {
    const at = now - 300_000 - n * 3_000;
    const list = Array.from({ length: n < largeEvents ? 25_000 : 10 }, (__, element) => `value-${element}`.slice(0, 7));
    const event = { detectedAt: new Date(at).toISOString(), instance: "neighbours", data: { list } };
    const envelope = anEvent({ ...event, id: idOf(n, at) });
    return { envelope, body: JSON.stringify(envelope) };
  });
  const store = new EventStore({ ...testContext(), clock: engine.clock, events: engine.table("events") });
  for (let at = 0; at < stored.length; at += 20) await store.put(stored.slice(at, at + 20));
  const since = new Date(now - 8 * 3_600_000).toISOString();
  const replay = { dryRun: false, eventTypes: ["*"], since, until: new Date(now).toISOString(), perSecond: 200 };
  await ask(key, "POST", `/v1/subscriptions/${push}/replays`, replay);
  const program = await startProgram("test/bench/neighbour-main.ts", [
    url,
    key,
    partner,
    push,
    pull,
    stored[0]?.envelope.id ?? "",
  ]);
  runElsewhere(program);
  return {
    stop: async () => {
      await program.kill("SIGTERM");
      await receiver.kill("SIGTERM");
      return [...program.errors, ...receiver.errors].join(", ");
    },
  };
}
