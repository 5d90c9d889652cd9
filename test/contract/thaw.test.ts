import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOptions } from "../../functions/runtime/aws/aws-client-options.ts";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { awsAt } from "../support/aws-client.ts";
import { dialer, post } from "./dialer-ground.ts";

/** A server in its own thread, which continues while ours is stopped like a frozen function. */
const serverScript = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const sockets = new Set();
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end("{}"));
});
server.keepAliveTimeout = 60_000;
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
parentPort.on("message", () => {
  const flag = new Int32Array(workerData);
  Atomics.store(flag, 0, sockets.size);
  for (const socket of sockets) socket.resetAndDestroy();
  setTimeout(() => Atomics.notify(flag, 0), 50);
});
`;

/** `freeze` stops this thread until the server has closed every connection, and returns their number. */
async function openServer(): Promise<{ port: number; freeze: () => number }> {
  const shared = new SharedArrayBuffer(4);
  const flag = new Int32Array(shared);
  const worker = new Worker(serverScript, { eval: true, workerData: shared });
  onTestFinished(() => void worker.terminate());
  const [{ port }] = (await once(worker, "message")) as [{ port: number }];
  return {
    port,
    freeze: () => {
      Atomics.store(flag, 0, -1);
      worker.postMessage("hang up");
      while (Atomics.load(flag, 0) === -1) Atomics.wait(flag, 0, -1, 5_000);
      // Until the resets have arrived on our side, unread.
      Atomics.wait(flag, 0, Atomics.load(flag, 0), 100);
      return Atomics.load(flag, 0);
    },
  };
}

const together = <T>(count: number, call: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

describe("connections that died while the function was frozen", () => {
  test("cost an AWS call at most one repeat", async () => {
    const { port, freeze } = await openServer();
    const client = new DynamoDBClient({ ...clientOptions, ...awsAt(`http://127.0.0.1:${port}`) });
    const get = (n: number) => client.send(new GetItemCommand({ TableName: "feeds", Key: { pk: { S: String(n) } } }));
    onTestFinished(() => {
      client.destroy();
    });
    await together(20, get);
    expect(freeze()).toBeGreaterThan(10);
    const answers = await together(20, get);
    expect(answers.map(({ $metadata }) => $metadata.httpStatusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  test("aren't reused for the source", async () => {
    const { port, freeze } = await openServer();
    let now = 0;
    const http = new UndiciSourceHttp({ baseUrl: `http://127.0.0.1:${port}`, timeout: 5_000, now: () => now });
    const get = (n: number) => http.send({ method: "GET", path: `/x${n}`, headers: {} });
    onTestFinished(() => http.close());
    await together(10, get);
    expect(freeze()).toBe(10);
    now += 60_000;
    expect((await together(10, get)).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 10 }, () => "answered"),
    );
  });

  test.each([
    ["a minute", 60_000],
    ["less than connections are kept", 100],
  ])("aren't reused for webhooks after %s: the attempt would count as the endpoint's failure", async (_, pause) => {
    const { port, freeze } = await openServer();
    let now = 0;
    const own = dialer({ clock: { now: () => now } });
    await together(10, () => post(port, {}, own));
    expect(freeze()).toBe(10);
    now += pause;
    expect((await together(10, () => post(port, {}, own))).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 10 }, () => "answered"),
    );
  });
});
