import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import {
  acceptingServer,
  closeAll,
  dialer,
  drip,
  failed,
  httpServer,
  idle,
  post,
  rawServer,
  request,
} from "./dialer-ground.ts";

describe("a POST", () => {
  it("arrives unchanged with 200 KB, and returns the response", async () => {
    const body = Buffer.from(`{"name":"Ærø","long":"${"x".repeat(200_000)}"}`);
    let seen: { message: IncomingMessage; body: Buffer } | undefined;
    const port = await httpServer((message, response) => {
      void buffer(message).then((received) => {
        seen = { message, body: received };
        response.writeHead(202, { "retry-after": "7", "webhook-delivery": "disable" }).end("thank you");
      });
    });
    const outcome = await dialer().post(request(`http://localhost:${port}/hook?a=b%20c`, { body }));
    expect(outcome).toMatchObject({
      outcome: "answered",
      status: 202,
      headers: { retryAfter: "7", webhookDelivery: "disable" },
      excerpt: "thank you",
    });
    expect(seen?.body.equals(body)).toBe(true);
    expect(seen?.message).toMatchObject({ method: "POST", url: "/hook?a=b%20c" });
    expect(seen?.message.headers).toMatchObject({
      host: `localhost:${port}`,
      "accept-encoding": "identity",
      "content-length": String(body.length),
      "content-type": "application/json",
      "webhook-id": "evt_1",
    });
  });

  it("shows the headers of a non-2xx response, bounded and without secrets, and the start of its body", async () => {
    const port = await httpServer((message, response) => {
      message.resume().on("end", () => {
        const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x-${n}`, "y".repeat(300)]));
        response.setHeader("set-cookie", ["session=s3cret", "other=1"]);
        response
          .writeHead(500, { "x-request-id": "r-7", authorization: "Bearer s3cret", ...many })
          .end("e".repeat(5_000));
      });
    });
    const outcome = await post(port);
    if (outcome.outcome !== "answered") throw new Error("no answer");
    const { shown = {}, excerpt = "" } = outcome;
    expect(outcome.status).toBe(500);
    expect(Object.keys(shown)).toHaveLength(20);
    expect(shown).toMatchObject({ "x-request-id": "r-7", "x-0": "y".repeat(256) });
    expect(JSON.stringify(outcome)).not.toContain("s3cret");
    expect(excerpt).toBe("e".repeat(1_024));
  });
});

/** Ms: far below any time limit except the deadline, and far above a busy machine's delay. */
const soon = 15_000;

it("a clock that is set back during a POST makes none of its times negative", async () => {
  let time = 1_000_000;
  const clock = { now: () => (time -= 1_000) };
  const port = await httpServer((_, response) => response.end());
  const { ms, timing } = await dialer({ clock }).post(request(`http://127.0.0.1:${port}/`));
  expect({ ms, timing }).toEqual({ ms: 0, timing: { dns: 0, connect: 0, firstByte: 0 } });
});

describe("a misbehaving endpoint", () => {
  it("never responds: the deadline ends the POST", async () => {
    const port = await httpServer((message) => message.resume());
    const outcome = await post(port, { deadline: 200 });
    expect(failed(outcome)).toBe("timeout");
    expect(outcome.ms).toBeGreaterThanOrEqual(190);
    expect(outcome.ms).toBeLessThan(soon);
  });

  it("drips its headers: the deadline covers the whole exchange, not each pause", async () => {
    const port = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
      drip(socket, "x", 20);
    });
    expect(failed(await post(port, { deadline: 250 }))).toBe("timeout");
  });

  it("drips its body: the status counts at the deadline, and the connection closes", async () => {
    const closed = Promise.withResolvers<undefined>();
    const port = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      drip(socket, "x", 20);
      socket.on("close", () => {
        closed.resolve(undefined);
      });
    });
    const outcome = await post(port, { deadline: 1_500 });
    expect(failed(outcome)).toBe(200);
    expect(outcome.ms).toBeLessThan(soon);
    await closed.promise;
  });

  it("sends an endless body: 64 KiB are read, then the connection closes", async () => {
    let sent = 0;
    const closed = Promise.withResolvers<undefined>();
    const port = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n");
      const pour = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 97))) sent += 16_384;
      };
      socket.on("drain", pour).on("close", () => {
        closed.resolve(undefined);
      });
      pour();
    });
    expect(failed(await post(port))).toBe(200);
    await closed.promise;
    expect(sent).toBeLessThan(50_000_000);
  });

  it("wraps little data in many bytes: the bytes read count, not only the body", async () => {
    let read = 0;
    const closed = Promise.withResolvers<undefined>();
    const chunk = Buffer.from(`1;${"x".repeat(1_000)}\r\na\r\n`.repeat(16));
    const port = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const pour = setInterval(() => {
        if (!socket.destroyed) read += socket.write(chunk) ? chunk.length : 0;
      }, 5);
      socket.on("close", () => {
        clearInterval(pour);
        closed.resolve(undefined);
      });
    });
    const outcome = await post(port, { deadline: 3_000 });
    expect(failed(outcome)).toBe(200);
    await closed.promise;
    expect(read).toBeLessThan(4 * 64 * 1_024);
  });

  it.each([
    ["resets before the answer", (socket: Socket) => socket.resetAndDestroy(), "connect"],
    ["closes before the answer", (socket: Socket) => socket.end(), "connect"],
    ["doesn't speak HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), "protocol"],
    [
      "sends headers without end",
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n`),
      "protocol",
    ],
    [
      "resets amid the body",
      (socket: Socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () =>
          setTimeout(() => socket.resetAndDestroy(), 50),
        );
      },
      200,
    ],
  ])("%s", async (_, misbehave, expected) => {
    const port = await rawServer((socket) => {
      socket.once("data", () => misbehave(socket));
    });
    expect(failed(await post(port))).toBe(expected);
  });

  it("isn't running", async () => {
    const port = await rawServer(() => undefined);
    await closeAll();
    expect(failed(await post(port))).toBe("connect");
  });

  it("closed the kept connection: the next POST opens a new one", async () => {
    let hungUp = Promise.withResolvers<undefined>();
    const port = await httpServer((message, response) => {
      message.resume().on("end", () => {
        response.end("ok", () =>
          setTimeout(() => {
            message.socket.destroy();
            hungUp.resolve(undefined);
          }, 10),
        );
      });
    });
    const one = dialer();
    for (let n = 0; n < 3; n += 1) {
      expect(failed(await post(port, {}, one))).toBe(200);
      await hungUp.promise;
      hungUp = Promise.withResolvers();
      await idle();
    }
  });

  it("keeps sending after its response: the next POST doesn't read that as its own", async () => {
    const sockets = new Set<Socket>();
    let wentOn = Promise.withResolvers<undefined>();
    const port = await rawServer((socket) => {
      sockets.add(socket);
      socket.on("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        setTimeout(() => {
          socket.write("HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n", () => {
            wentOn.resolve(undefined);
          });
        }, 5);
      });
    });
    const one = dialer();
    for (let n = 0; n < 3; n += 1) {
      expect(failed(await post(port, {}, one))).toBe(200);
      await wentOn.promise;
      wentOn = Promise.withResolvers();
      await idle();
    }
    expect(sockets.size).toBe(3);
  });

  it("keeps connections for at most a second: they aren't reused", async () => {
    const { port, ports } = await acceptingServer(httpServer, { "keep-alive": "timeout=1" });
    const one = dialer();
    for (let n = 0; n < 2; n += 1) {
      expect(failed(await post(port, {}, one))).toBe(200);
      await idle();
    }
    expect(new Set(ports).size).toBe(2);
  });

  it("gets no byte of a POST whose deadline passed before it connected", async () => {
    const release = Promise.withResolvers<readonly string[]>();
    const { port, ports } = await acceptingServer();
    const one = dialer({ resolve: () => release.promise });
    expect(failed(await one.post(request(`http://late.example.test:${port}/`, { deadline: 100 })))).toBe("timeout");
    release.resolve(["127.0.0.1"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(ports).toEqual([]);
  });
});
