import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { bridgeForTest } from "./support/test-scope.ts";

const operatorKey = "5d41402abc4b2a76b9719d911017c592ae2b1c6f4e8d9037c5a1b3f2e6d8094a";
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function started() {
  const { url, logger, api } = await bridgeForTest({ operatorKey });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const make = (path: string, body: object) => api<{ id: string; key: string }>("POST", path, body);
  /** Sends more than a budget and its refill, several requests at once, and returns the refused responses. */
  const flood = async (send: (n: number) => ReturnType<typeof ask>) => {
    const refused: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n < 200 && refused.length < 20; n += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, async (_, at) => send(20 * n + at)));
      refused.push(...answers.filter(({ status }) => status === 429));
    }
    return refused;
  };
  return { url, ask, make, flood, logger };
}

test("a flood without a valid key is refused, while requests with one and health checks continue from the same address", async () => {
  const { ask, make, flood, logger } = await started();
  const { id } = await make("/v1/partners", { name: "Acme" });
  const { key } = await make(`/v1/partners/${id}/keys`, { name: "k", scopes: ["read"] });
  expect((await ask("/v1/me", bearer(key))).status).toBe(200);
  const forged = key.replace(/.{43}$/, "A".repeat(43));
  const spoofed = (n: number) => ({ "x-forwarded-for": `198.51.100.${n % 250}` });
  const kinds = [
    (n: number) => ask("/v1/openapi.json", spoofed(n)),
    (n: number) => ask("/v1/me", { ...bearer(forged), ...spoofed(n) }),
    (n: number) => ask("/portal", spoofed(n)),
  ];
  const refused = await flood((n) => kinds[n % kinds.length]!(n));
  expect(refused.length).toBeGreaterThanOrEqual(20);
  for (const { headers } of refused) {
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("ratelimit-policy")).toBe('"address";q=600;w=60');
  }
  for (const sent of [bearer(key), bearer(operatorKey)]) expect((await ask("/v1/me", sent)).status).toBe(200);
  expect((await ask("/healthz")).status).toBe(200);
  const [, failures = "0"] =
    /^feedhook_api_keys_refused_total (\d+)$/m.exec((await ask("/metrics", bearer(operatorKey))).text) ?? [];
  expect(Number(failures)).toBeGreaterThan(100);
  const lines = logger.lines.filter(({ event }) => event === "api.keys_refused");
  expect(lines.length).toBeGreaterThanOrEqual(1);
  expect(lines.length).toBeLessThan(5);
  expect(lines[0]?.fields).toMatchObject({ refused: 1, address: "127.0.0.1" });
}, 120_000);

test("a partner's keys share one budget, and documents are compressed, or not sent to a client that has them", async () => {
  const { ask, make, flood } = await started();
  const { id } = await make("/v1/partners", { name: "Acme" });
  const keys: string[] = [];
  for (let n = 0; n < 5; n += 1)
    keys.push((await make(`/v1/partners/${id}/keys`, { name: `k${n}`, scopes: ["read"] })).key);
  const refused = await flood((n) => ask("/v1/me", bearer(keys[n % 5]!)));
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"partner";q=600;w=60');
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect((await ask("/v1/me", bearer(operatorKey))).status).toBe(200);
  expect((await flood(() => ask("/metrics", bearer(keys[0]!)))).length).toBeGreaterThanOrEqual(20);

  for (const encoding of ["br", "gzip"]) {
    const sent = { "accept-encoding": encoding };
    const document = await ask("/v1/openapi.json", sent);
    expect(document.headers.get("content-encoding")).toBe(encoding);
    expect(Number(document.headers.get("content-length"))).toBeLessThan(document.text.length / 10);
    expect(JSON.parse(document.text)).toMatchObject({ openapi: "3.1.0" });
    const again = await ask("/v1/openapi.json", { ...sent, "if-none-match": document.headers.get("etag") ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
}, 120_000);

test("connections without a request leave file descriptors to the bridge", async () => {
  const { url, ask } = await started();
  const { port } = new URL(url);
  const opened = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const socket = connect(Number(port), "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      let isOpen = true;
      socket.on("error", () => (isOpen = false)).on("close", () => (isOpen = false));
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
      return { socket, isOpen: () => isOpen };
    }),
  );
  const openOnes = () => opened.filter(({ isOpen }) => isOpen()).length;
  await vi.waitUntil(() => openOnes() <= 512, 5_000);
  expect(openOnes()).toBe(512);
  // Each of these replaces the connection that has waited longest.
  for (let n = 0; n < 20; n += 1) expect((await ask("/healthz")).status).toBe(200);
  expect((await ask("/readyz")).status).toBe(200);
});

test("an address with a user name in it is refused, even with a key", async () => {
  const { url } = await started();
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(
    `GET http://user:pass@127.0.0.1:${port}/v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${operatorKey}\r\nConnection: close\r\n\r\n`,
  );
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain("pass");
});
