import { once } from "node:events";
import { IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { boundedServer } from "../../infra/node/api/bounded-server.ts";
import { closeServer, listen } from "../../infra/node/listen.ts";

const here = "192.0.2.1";
const elsewhere = "192.0.2.2";
const mostBody = 1_000;

async function serving(connections: number, answerTimeout?: number) {
  const asked: {
    readonly path: string | undefined;
    readonly request: IncomingMessage & { readonly rawBody?: Buffer };
    readonly response: ServerResponse;
  }[] = [];
  const server = boundedServer((request, response) => asked.push({ path: request.url, request, response }), {
    ...{ connections, body: mostBody },
    ...(answerTimeout !== undefined && { answerTimeout }),
  });
  const port = await listen(server, 0);
  onTestFinished(() => closeServer(server, 0));
  // Only Linux has more than one local address to connect from.
  let from = here;
  let newest: Socket | undefined;
  server.prependListener("connection", (socket) => {
    newest = Object.defineProperty(socket, "remoteAddress", { value: from });
  });
  const open = async (address = here) => {
    from = address;
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let read = "";
    socket.on("error", () => undefined).on("data", (chunk) => (read += chunk.toString()));
    await Promise.all([once(socket, "connect"), once(server, "connection")]);
    return { socket, read: () => read };
  };
  /** A connection whose request the listener has received and not responded to. */
  const busy = async (address?: string) => {
    const before = asked.length;
    const client = await open(address);
    client.socket.write(get("/busy"));
    await vi.waitUntil(() => asked.length === before + 1);
    return { ...client, response: asked.at(-1)?.response };
  };
  const unread = async (address?: string) => {
    const client = await busy(address);
    client.socket.pause();
    client.response?.end(Buffer.alloc(16 * 1_048_576));
    return client;
  };
  return { asked, open, busy, unread, bytesRead: () => newest?.bytesRead };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
const ended = ({ socket }: { readonly socket: Socket }) => vi.waitUntil(() => socket.destroyed);

test("a pipelining client gets its first response, and its other requests aren't handled", async () => {
  const { asked, open } = await serving(10);
  const { socket, read } = await open();
  socket.write(Array.from({ length: 10_000 }, (_, n) => get(`/${n}`)).join(""));
  await vi.waitUntil(() => asked.length === 1);
  await setTimeout(50);
  asked[0]?.response.end("first");
  await ended({ socket });
  expect(read()).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[^]*\r\n\r\nfirst$/);
  expect(asked.map(({ path }) => path)).toEqual(["/0"]);
});

test("a client that pipelines endlessly isn't read further", async () => {
  const { asked, busy, bytesRead } = await serving(10);
  const client = await busy();
  client.socket.write(get("/next").repeat(500_000));
  await setTimeout(200);
  expect(bytesRead()).toBeLessThan(256 * 1_024);
  expect(asked).toHaveLength(1);
});

test("a request pipelined during a response ends the connection after that response", async () => {
  const { asked, busy } = await serving(10);
  const client = await busy();
  client.response?.write("one, ");
  await vi.waitUntil(() => client.read().includes("one, "));
  client.socket.write(get("/second"));
  await setTimeout(50);
  client.response?.end("two");
  await ended(client);
  expect(client.read()).toContain("two\r\n0\r\n\r\n");
  expect(asked).toHaveLength(1);
});

test("a connection serves many sequential requests", async () => {
  const { asked, open } = await serving(10);
  const { socket, read } = await open();
  for (let n = 0; n < 5; n += 1) {
    socket.write(get(`/${n}`));
    await vi.waitUntil(() => asked.length === n + 1);
    asked[n]?.response.end(`answer ${n};`);
    await vi.waitUntil(() => read().endsWith(`answer ${n};`));
  }
});

test("when all connections are taken, the one that waits longest for its client is closed, never one whose request is being handled", async () => {
  const { open, busy, unread } = await serving(4);
  const handled = await busy();
  const slowBody = await open();
  slowBody.socket.write(post("/slow", "12", 10));
  const halfOpen = await open();
  halfOpen.socket.write("GET /half HTTP/1.1\r\n");
  const full = await unread();
  const fresh = [await open()];
  await ended(slowBody);
  fresh.push(await open());
  await ended(halfOpen);
  fresh.push(await open());
  await vi.waitUntil(() => full.response?.destroyed);
  expect([handled, ...fresh].map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false]);
  handled.response?.end("done");
  await vi.waitUntil(() => handled.read().endsWith("done"));
});

test("a network that takes all connections loses some of its own: another network's upload and idle connections stay", async () => {
  const { open } = await serving(40);
  const others = [await open(), await open(), await open()];
  others[0]?.socket.write(post("/slow", "12", 10));
  const greedy: Socket[] = [];
  for (let n = 0; n < 60; n += 1) greedy.push((await open(elsewhere)).socket);
  await vi.waitUntil(() => greedy.filter((socket) => !socket.destroyed).length === 37);
  expect(others.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});

test("many networks with one connection each don't displace a client with several connections that got responses", async () => {
  const { asked, busy, open } = await serving(40);
  const client = [await busy(), await busy(), await busy()];
  for (const { response } of asked) response.end("answer");
  await vi.waitUntil(() => client.every(({ read }) => read().endsWith("answer")));
  const others: Socket[] = [];
  for (let n = 0; n < 60; n += 1) others.push((await open(`198.51.100.${n}`)).socket);
  await vi.waitUntil(() => others.filter((socket) => !socket.destroyed).length === 37);
  expect(client.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});

test("if the largest network waits for the bridge, its newest connection closes and another network's idle one stays", async () => {
  const { busy, open } = await serving(20);
  const idle = await open();
  const greedy: Awaited<ReturnType<typeof busy>>[] = [];
  for (let n = 0; n < 19; n += 1) greedy.push(await busy(elsewhere));
  const refused = await open(elsewhere);
  await ended(refused);
  const other = await busy();
  await vi.waitUntil(() => greedy[18]?.socket.destroyed);
  expect([...greedy.slice(0, 18), idle, other].filter(({ socket }) => socket.destroyed)).toEqual([]);
});

test("a request is handled once its body has arrived, however the body is split", async () => {
  const { asked, open } = await serving(10);
  const { socket } = await open();
  socket.write("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.write("1\r\na\r\n".repeat(60));
  await setTimeout(50);
  expect(asked).toEqual([]);
  socket.write("0\r\n\r\n");
  await vi.waitUntil(() => asked.length === 1);
  expect(asked[0]?.request.rawBody?.toString()).toBe("a".repeat(60));
});

test("an oversized body is passed on with one byte more than allowed, and the connection continues after the response", async () => {
  const { asked, open } = await serving(10);
  const { socket, read } = await open();
  socket.write(post("/large", "a".repeat(100_000)));
  await vi.waitUntil(() => asked.length === 1);
  expect(asked[0]?.request.rawBody).toHaveLength(mostBody + 1);
  asked[0]?.response.end("too large;");
  await vi.waitUntil(() => read().endsWith("too large;"));
  socket.write(get("/next"));
  await vi.waitUntil(() => asked.length === 2);
});

test("an endless body gets a response once it is far too large, and its connection ends", async () => {
  const { asked, open } = await serving(10);
  const client = await open();
  client.socket.write(post("/endless", "a".repeat(5_000_000), 10_000_000));
  await vi.waitUntil(() => asked.length === 1);
  asked[0]?.response.end("too large");
  await ended(client);
});

test("a body in too many tiny pieces gets its own response, and its connection ends", async () => {
  const { asked, open } = await serving(10);
  const client = await open();
  client.socket.write("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const parsed = vi.spyOn(IncomingMessage.prototype, "push");
  onTestFinished(() => {
    parsed.mockRestore();
  });
  client.socket.write("1\r\na\r\n".repeat(10_000));
  await ended(client);
  expect(client.read()).toMatch(/^HTTP\/1\.1 400 /);
  expect(parsed.mock.calls.length).toBeLessThan(2_000);
  expect(asked).toEqual([]);
});

test("a body in too many pieces that ends in the same read isn't handled", async () => {
  const { asked, open } = await serving(10);
  const client = await open();
  const pieces = `${"1\r\na\r\n".repeat(100)}0\r\n\r\n`;
  client.socket.write(`POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`);
  await ended(client);
  expect(client.read()).toMatch(/^HTTP\/1\.1 400 /);
  await setTimeout(50);
  expect(asked).toHaveLength(0);
});

test.each([
  { what: "an unknown Expect", text: "GET /x HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n" },
  { what: "no Host", text: "GET /x HTTP/1.1\r\n\r\n" },
  { what: "a malformed line", text: "GET /x HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n" },
])("a client that pipelines requests with $what ends only its own connection", async ({ text }) => {
  const { asked, open, busy } = await serving(10);
  const client = await open();
  client.socket.pause();
  client.socket.write(text.repeat(3_000));
  await vi.waitUntil(() => asked.length === 1 || client.socket.destroyed);
  asked[0]?.response.end("answer");
  client.socket.resume();
  await ended(client);
  expect((await busy()).socket.destroyed).toBe(false);
});

test("a client that doesn't read its response loses its connection", async () => {
  const { unread } = await serving(10, 100);
  const { response } = await unread();
  await vi.waitUntil(() => response?.destroyed);
  expect(response?.writableFinished).toBe(false);
});
