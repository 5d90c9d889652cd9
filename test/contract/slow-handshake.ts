import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/**
 * A server that accepts no connection until `wake` and then responds with 200. Its thread sleeps, and connections fill
 * the kernel's small backlog: the next handshake waits for its retransmission a second later, as over a very long
 * distance.
 */
const server = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const http = createServer((_request, response) => response.end("{}"));
http.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
  parentPort.postMessage(http.address().port);
  parentPort.once("message", () => {
    parentPort.postMessage("asleep");
    Atomics.wait(new Int32Array(workerData), 0, 0);
  });
});`;

export type SlowServer = { readonly port: number; readonly wake: () => void };

export async function slowServer(): Promise<SlowServer> {
  const signal = new SharedArrayBuffer(4);
  const worker = new Worker(server, { eval: true, workerData: signal });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [port] = (await once(worker, "message")) as [number];
  worker.postMessage("sleep");
  await once(worker, "message");
  // Until one isn't accepted, because the kernel's backlog is full.
  for (let full = false; !full; ) full = !(await isTaken(port));
  return {
    port,
    wake: () => {
      Atomics.store(new Int32Array(signal), 0, 1);
      Atomics.notify(new Int32Array(signal), 0);
    },
  };
}

async function isTaken(port: number): Promise<boolean> {
  const socket: Socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("error", () => undefined);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 200, false));
  const taken = await Promise.race([once(socket, "connect").then(() => true), late]);
  if (!taken) socket.destroy();
  return taken;
}
