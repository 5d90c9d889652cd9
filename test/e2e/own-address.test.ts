import { request as forward } from "node:http";
import { expect, test } from "vitest";
import { StartProgram } from "./support/start-program.ts";
import { endedWithTest, serveForTest } from "./support/test-scope.ts";

const key = "338b6209476f2248bb81caff3aa157ffb55e7c87e50a166c6edb5f28d52b3f89";
type Answer = {
  status: number;
  body: { id: string; items: { run: number; attempts: { status?: number }[] }[]; errors: unknown };
};

/** A demo that calls its API. */
async function demo() {
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", key));
  const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
  await program.prints(/^✓ .+/gm, 60_000);
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { port: Number(new URL(url).port), call };
}

test("the bridge's own address is refused for a webhook, in every spelling", async () => {
  const { port, call } = await demo();
  const own = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0.0.0.0",
    "0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "LOCALHOST.",
  ];
  for (const host of own) {
    const url = `http://${host}:${port}/v1/subscriptions`;
    const { status, body } = await call("POST", "/v1/subscriptions", { url, eventTypes: ["person.*"] });
    expect([host, status, body.errors]).toEqual([
      host,
      400,
      [{ field: "url", message: "isn't an allowed destination" }],
    ]);
  }
  const elsewhere = { url: `http://127.0.0.1:${port === 4401 ? 4402 : 4401}/hook`, eventTypes: ["person.*"] };
  expect((await call("POST", "/v1/subscriptions", elsewhere)).status).toBe(201);
});

test("a subscription that reaches its own retry route through a proxy causes one delivery, not an endless loop", async () => {
  const { port, call } = await demo();
  const leads: { to?: string } = {};
  let passed = 0;
  const arrived: string[] = [];
  const address = await serveForTest((incoming, outgoing) => {
    const { to: path } = leads;
    if (path === undefined) {
      arrived.push(String(incoming.headers["webhook-id"]));
      incoming.resume().on("end", () => outgoing.end());
      return;
    }
    passed += 1;
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
    const passedOn = forward({ host: "127.0.0.1", port, method: "POST", path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    // The bridge ends before the proxy.
    passedOn.on("error", () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  const url = `${address}/hook`;
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await call("POST", "/v1/subscriptions", { url, headers, eventTypes: ["*"] });
  await expect.poll(() => arrived.length, { timeout: 30_000 }).toBeGreaterThan(0);
  // No event of the demo has this type, so only the loop's own deliveries follow.
  await call("PATCH", `/v1/subscriptions/${body.id}`, { eventTypes: ["bridge.instance_parked"] });
  const deliveries = `/v1/subscriptions/${body.id}/deliveries/${arrived[0]}`;
  const runs = async () => (await call("GET", deliveries)).body.items;
  await expect.poll(async () => (await runs()).length).toBe(1);
  await call("POST", `${deliveries}/retry`);
  await expect.poll(async () => (await runs()).length).toBe(2);
  leads.to = `${deliveries}/retry`;
  expect((await call("POST", leads.to)).status).toBe(202);
  const statuses = async () => (await runs()).flatMap(({ attempts }) => attempts.map(({ status }) => status));
  await expect.poll(statuses, { timeout: 30_000 }).toContain(400);
  expect(await runs()).toHaveLength(3);
  expect(passed).toBeLessThan(20);
});
