import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { boundedServer } from "../../infra/node/api/bounded-server.ts";
import { closeServer } from "../../infra/node/close-server.ts";
import { listen } from "../../infra/node/listen.ts";

async function serving(mostConnections: number) {
  const asked: { readonly path: string | undefined; readonly response: ServerResponse }[] = [];
  const server = boundedServer((request, response) => {
    asked.push({ path: request.url, response });
    request.resume();
  }, mostConnections);
  const port = await listen(server, 0);
  onTestFinished(() => closeServer(server, 0));
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let read = "";
    socket.on("error", () => undefined).on("data", (chunk) => (read += chunk.toString()));
    await once(socket, "connect");
    return { socket, read: () => read };
  };
  return { asked, open };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("requests that a client pipelines are handled one after the other, in their order", async () => {
  const { asked, open } = await serving(10);
  const { socket, read } = await open();
  socket.write(Array.from({ length: 600 }, (_, n) => get(`/${n}`)).join(""));
  for (let n = 0; n < 5; n += 1) {
    await vi.waitUntil(() => asked.length === n + 1);
    expect(asked.at(-1)?.path).toBe(`/${n}`);
    asked.at(-1)?.response.end(`answer ${n};`);
    await vi.waitUntil(() => read().includes(`answer ${n};`));
  }
  // The others wait, and go with the connection.
  await vi.waitUntil(() => asked.length === 6);
  socket.destroy();
  await once(socket, "close");
  expect(asked).toHaveLength(6);
});

test("where all connections are taken, the one that waits longest for a request gives way; none with a request does", async () => {
  const { asked, open } = await serving(3);
  const busy = await open();
  busy.socket.write(get("/busy"));
  await vi.waitUntil(() => asked.length === 1);
  const slowBody = await open();
  slowBody.socket.write("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12");
  await vi.waitUntil(() => asked.length === 2);
  const halfOpen = await open();
  halfOpen.socket.write("GET /half HTTP/1.1\r\n");
  const fresh = [await open(), await open()];
  await vi.waitUntil(() => slowBody.socket.destroyed && halfOpen.socket.destroyed);
  expect([busy, ...fresh].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  asked[0]?.response.end("done");
  await vi.waitUntil(() => busy.read().endsWith("done"));
});

test("where every connection has a request, a new one is refused", async () => {
  const { asked, open } = await serving(1);
  const busy = await open();
  busy.socket.write(get("/busy"));
  await vi.waitUntil(() => asked.length === 1);
  const refused = await open();
  await vi.waitUntil(() => refused.socket.destroyed);
  expect(busy.socket.destroyed).toBe(false);
});
