import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type DialerOptions, UndiciDialer } from "../../shared/adapters/http/dialer.ts";
import type { DialOutcome, DialRequest } from "../../shared/delivery/dialer.ts";
import { testCertificate } from "./dialer-certificate.ts";

const clock = { now: () => Date.now() };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const httpServer = (answer: RequestListener) => listening(createServer(answer));
const tlsServer = (answer: RequestListener) =>
  listening(createTlsServer({ cert: testCertificate.cert, key: testCertificate.key }, answer) as unknown as Server);

/** A server that is given raw sockets, for what no HTTP library would send. */
async function rawServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onSocket(socket);
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listening(server);
}

function dialer(options: Partial<DialerOptions> = {}): UndiciDialer {
  const made = new UndiciDialer({ clock, allowInsecure: true, connectTimeout: 5_000, ...options });
  closers.unshift(() => made.close());
  return made;
}

/** As in production, but a name leads to this machine and our own authority is trusted. */
const secureDialer = (options: Partial<DialerOptions> = {}) =>
  dialer({
    allowInsecure: false,
    resolve: async () => ["127.0.0.1"],
    permits: (address) => address === "127.0.0.1",
    authorities: testCertificate.cert,
    ...options,
  });

const request = (url: string, fields: Partial<DialRequest> = {}): DialRequest => ({
  url,
  headers: { "content-type": "application/json", "webhook-id": "evt_1" },
  body: Buffer.from('{"a":1}'),
  deadline: 5_000,
  ...fields,
});

/** A connection is given back a turn of the event loop after its answer. */
const idle = () => new Promise((resolve) => setTimeout(resolve, 10));

const failed = (outcome: DialOutcome) => (outcome.outcome === "failed" ? outcome.class : outcome.status);

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe("a POST", () => {
  it("arrives as it was given, 200 KB of it, and the answer comes back", async () => {
    const body = Buffer.from(`{"name":"Ærø","long":"${"x".repeat(200_000)}"}`);
    let seen: { message: IncomingMessage; body: Buffer } | undefined;
    const port = await httpServer((message, response) => {
      void bodyOf(message).then((received) => {
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

  it("follows no redirect, and gives it as the answer", async () => {
    let requests = 0;
    const port = await httpServer((_, response) => {
      requests += 1;
      response.writeHead(308, { location: "/elsewhere" }).end();
    });
    expect(failed(await dialer().post(request(`http://127.0.0.1:${port}/`)))).toBe(308);
    expect(requests).toBe(1);
  });

  it("keeps the connection for the next one", async () => {
    const ports = new Set<number | undefined>();
    const port = await httpServer((message, response) => {
      ports.add(message.socket.remotePort);
      message.resume().on("end", () => response.end("ok"));
    });
    const one = dialer();
    for (let n = 0; n < 5; n += 1) {
      await one.post(request(`http://127.0.0.1:${port}/`));
      await idle();
    }
    expect(ports.size).toBe(1);
  });

  it.each([
    ["nothing", "", undefined],
    ["a long text", "é".repeat(2_000), "é".repeat(512)],
    ["bytes that aren't text", Buffer.from([0xff, 0xfe, 0x00, 0x41]), undefined],
    ["control characters", "a\u0000b", undefined],
    ["lines", "a\r\n\tb", "a\r\n\tb"],
  ])("tells how the answer begins: %s", async (_, body, excerpt) => {
    const port = await httpServer((message, response) => message.resume().on("end", () => response.end(body)));
    const outcome = await dialer().post(request(`http://127.0.0.1:${port}/`));
    expect(outcome).toMatchObject({ outcome: "answered", status: 200 });
    expect(outcome.outcome === "answered" ? outcome.excerpt : "").toBe(excerpt);
  });
});

describe("an endpoint that misbehaves", () => {
  it("never answers: the deadline ends it", async () => {
    const port = await httpServer((message) => message.resume());
    const outcome = await dialer().post(request(`http://127.0.0.1:${port}/`, { deadline: 200 }));
    expect(failed(outcome)).toBe("timeout");
    expect(outcome.ms).toBeGreaterThanOrEqual(190);
    expect(outcome.ms).toBeLessThan(1_000);
  });

  it("drips its headers: the deadline is for the whole, not for a pause", async () => {
    const port = await rawServer((socket) => {
      const drip = setInterval(() => socket.write("x"), 20);
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
      socket.on("close", () => {
        clearInterval(drip);
      });
    });
    expect(failed(await dialer().post(request(`http://127.0.0.1:${port}/`, { deadline: 250 })))).toBe("timeout");
  });

  it("drips its body: the status counts at the deadline, and the connection is closed", async () => {
    const closed = Promise.withResolvers<undefined>();
    const port = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => {
        clearInterval(drip);
        closed.resolve(undefined);
      });
    });
    const outcome = await dialer().post(request(`http://127.0.0.1:${port}/`, { deadline: 250 }));
    expect(failed(outcome)).toBe(200);
    expect(outcome.ms).toBeLessThan(1_000);
    await closed.promise;
  });

  it("sends without end: 64 KiB are read, then the connection is closed", async () => {
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
    expect(failed(await dialer().post(request(`http://127.0.0.1:${port}/`)))).toBe(200);
    await closed.promise;
    expect(sent).toBeLessThan(50_000_000);
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
    expect(failed(await dialer().post(request(`http://127.0.0.1:${port}/`)))).toBe(expected);
  });

  it("isn't there", async () => {
    const port = await rawServer(() => undefined);
    for (const close of closers.splice(0)) await close();
    expect(failed(await dialer().post(request(`http://127.0.0.1:${port}/`)))).toBe("connect");
  });

  it("closed the kept connection meanwhile: the next POST takes a new one", async () => {
    const port = await httpServer((message, response) => {
      message.resume().on("end", () => {
        response.end("ok", () => setTimeout(() => message.socket.destroy(), 10));
      });
    });
    const one = dialer();
    for (let n = 0; n < 3; n += 1) {
      expect(failed(await one.post(request(`http://127.0.0.1:${port}/`)))).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });

  it("after a pause of the process no kept connection is trusted", async () => {
    const ports = new Set<number | undefined>();
    const port = await httpServer((message, response) => {
      ports.add(message.socket.remotePort);
      message.resume().on("end", () => response.end("ok"));
    });
    let frozen = 0;
    const one = dialer({ clock: { now: () => Date.now() + frozen } });
    await one.post(request(`http://127.0.0.1:${port}/`));
    frozen = 60_000;
    await one.post(request(`http://127.0.0.1:${port}/`));
    expect(ports.size).toBe(2);
  });

  it("gets no byte of a POST whose deadline passed before it was connected", async () => {
    const release = Promise.withResolvers<readonly string[]>();
    let requests = 0;
    const port = await httpServer((_, response) => {
      requests += 1;
      response.end();
    });
    const one = dialer({ resolve: () => release.promise });
    expect(failed(await one.post(request(`http://late.example.test:${port}/`, { deadline: 100 })))).toBe("timeout");
    release.resolve(["127.0.0.1"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toBe(0);
  });
});

describe("where a POST may go", () => {
  const url = (port: number) => `https://${testCertificate.hostname}:${port}/`;

  it("https to a vetted address, with the name in TLS and Host", async () => {
    let host: string | undefined;
    const port = await tlsServer((message, response) => {
      host = message.headers.host;
      message.resume().on("end", () => response.end("ok"));
    });
    expect(failed(await secureDialer().post(request(url(port))))).toBe(200);
    expect(host).toBe(`${testCertificate.hostname}:${port}`);
  });

  it("not to a certificate that nobody vouches for", async () => {
    const port = await tlsServer((_, response) => response.end("ok"));
    const options = { resolve: async () => ["127.0.0.1"], permits: () => true, allowInsecure: false };
    expect(failed(await dialer(options).post(request(url(port))))).toBe("tls");
  });

  it("not to a certificate of another name", async () => {
    const port = await tlsServer((_, response) => response.end("ok"));
    expect(failed(await secureDialer().post(request(`https://other.example.test:${port}/`)))).toBe("tls");
  });

  it("not over TLS to what doesn't speak it", async () => {
    const port = await httpServer((_, response) => response.end("ok"));
    expect(failed(await secureDialer().post(request(url(port))))).toBe("tls");
  });

  it.each([
    "http://hooks.example.test/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://8.8.8.8/",
  ])("not to %s: neither http nor an address in place of a name", async (address) => {
    let resolved = 0;
    const one = secureDialer({
      resolve: async () => {
        resolved += 1;
        return ["127.0.0.1"];
      },
    });
    expect(failed(await one.post(request(address)))).toBe("blocked");
    expect(resolved).toBe(0);
  });

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["the metadata service", ["169.254.169.254"]],
    ["a private address", ["10.1.2.3"]],
    ["loopback in IPv6", ["::1"]],
    ["loopback mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["one public and one private address", ["93.184.215.14", "192.168.1.1"]],
  ])("not to a name that leads to %s", async (_, addresses) => {
    let requests = 0;
    const port = await tlsServer((_message, response) => {
      requests += 1;
      response.end();
    });
    const guarded = dialer({ allowInsecure: false, resolve: async () => addresses });
    const outcome = await guarded.post(request(url(port)));
    expect(failed(outcome)).toBe("blocked");
    expect(JSON.stringify(outcome)).not.toContain(addresses[0]);
    expect(requests).toBe(0);
  });

  it("a name that changes its mind is resolved once per connection, and connected to what was vetted", async () => {
    const port = await tlsServer((message, response) => message.resume().on("end", () => response.end("ok")));
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const resolved: string[] = [];
    const rebinding = secureDialer({
      resolve: async () => {
        const answer = answers.shift() ?? ["127.0.0.2"];
        resolved.push(...answer);
        return answer;
      },
    });
    expect(failed(await rebinding.post(request(url(port))))).toBe(200);
    await idle();
    expect(failed(await rebinding.post(request(url(port))))).toBe(200);
    expect(resolved).toEqual(["127.0.0.1"]);
    const anew = secureDialer({ resolve: async () => ["127.0.0.2"] });
    expect(failed(await anew.post(request(url(port))))).toBe("blocked");
  });

  it.each([
    ["nowhere", async () => []],
    ["to a failure", async () => Promise.reject(new Error("SERVFAIL"))],
  ])("a name that leads %s", async (_, resolve) => {
    const outcome = await secureDialer({ resolve }).post(request(url(443)));
    expect(failed(outcome)).not.toBe(200);
    expect(outcome.outcome).toBe("failed");
  });

  it("a name that doesn't exist", async () => {
    expect(failed(await dialer().post(request("http://does-not-exist.invalid/")))).toBe("dns");
  });

  it("never throws, whatever it is asked to send", async () => {
    const odd = request("http://127.0.0.1:9/", { headers: { "bad header": "x\ny" } });
    expect((await dialer().post(odd)).outcome).toBe("failed");
  });
});
