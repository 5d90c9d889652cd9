import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { UndiciDialer } from "../../shared/adapters/http/dialer.ts";
import { acceptingServer, dialer, failed, httpServer, idle, post, request } from "./dialer-ground.ts";

describe("an endpoint", () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ["for up to 4 s between two POSTs", [0, 4_000, 8_001, 4_000], [1, 1, 2, 3]],
    [
      "for a minute in all",
      [...Array.from({ length: 15 }, (_, n) => n * 4_000), 59_999, 60_000],
      [...Array(16).fill(1), 2],
    ],
  ])("is dialled again unless its connection was kept %s", async (_, moments, expected) => {
    const { port, ports } = await acceptingServer();
    let now = 0;
    const one = dialer({ clock: { now: () => now } });
    for (now of moments) {
      await post(port, {}, one);
      await idle();
    }
    const distinct = [...new Set(ports)];
    expect(ports.map((each) => distinct.indexOf(each) + 1)).toEqual(expected);
  });

  it("isn't used any more: its idle connection closes when another endpoint is used", async () => {
    const closed = Promise.withResolvers<undefined>();
    const unused = await httpServer((message, response) => {
      message.socket.on("close", () => {
        closed.resolve(undefined);
      });
      response.end("ok");
    });
    const used = await acceptingServer();
    let now = 0;
    const one = dialer({ clock: { now: () => now } });
    await post(unused, {}, one);
    await idle();
    now = 4_001;
    await post(used.port, {}, one);
    await closed.promise;
  });
});

describe("a dialer", () => {
  it("keeps each of the connections that an endpoint got at once", async () => {
    const ports = new Set<number | undefined>();
    const port = await httpServer((message, response) => {
      ports.add(message.socket.remotePort);
      message.resume().on("end", () => setTimeout(() => response.end("ok"), 10));
    });
    const one = dialer();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([1, 2].map(() => post(port, {}, one)));
      await idle();
    }
    expect(ports.size).toBe(2);
  });

  it("that closes waits for its requests, and then closes every connection", async () => {
    const held: ServerResponse[] = [];
    let open = 0;
    const port = await httpServer(({ url, socket }, response) => {
      if (url === "/held") held.push(response);
      else response.end("ok");
      open += 1;
      socket.on("close", () => (open -= 1));
    });
    const one = new UndiciDialer({ clock: { now: () => 0 }, allowInsecure: true });
    const posts = ["/held", "/"].map((path) => one.post(request(`http://127.0.0.1:${port}${path}`)));
    await posts[1];
    await expect.poll(() => held.length).toBe(1);
    let isClosed = false;
    const closing = one.close().then(() => (isClosed = true));
    await idle();
    expect(isClosed).toBe(false);
    held[0]?.end("ok");
    expect((await Promise.all(posts)).map(failed)).toEqual([200, 200]);
    await closing;
    await expect.poll(() => open).toBe(0);
  });
});
