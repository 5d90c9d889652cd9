import type { RequestListener } from "node:http";
import type { ServerOptions } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer, TLSSocket } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { testCertificate } from "./dialer-certificate.ts";
import { failed, idle, listening, rawServer, request, secureDialer, tlsServer } from "./dialer-ground.ts";

const urlOf = (port: number) => `https://${testCertificate.hostname}:${port}/`;
const answer: RequestListener = (_message, response) => response.end();

async function postTo(options: ServerOptions, listener = answer) {
  const port = await tlsServer(listener, options);
  return secureDialer().post(request(urlOf(port)));
}

it.each<[string, ServerOptions]>([
  ["TLS 1.2 over an elliptic curve", { maxVersion: "TLSv1.2" }],
  ["TLS 1.3 over X25519", { minVersion: "TLSv1.3", ecdhCurve: "X25519" }],
  ["TLS 1.3 over P-384", { minVersion: "TLSv1.3", ecdhCurve: "P-384" }],
])("%s is spoken", async (_, options) => {
  expect(await postTo(options)).toMatchObject({ outcome: "answered", status: 200 });
});

/** The cipher suites in a client's hello, in hexadecimal. */
async function offeredSuites(connect: (port: number) => Promise<unknown>) {
  let hello = Buffer.alloc(0);
  const port = await rawServer((socket) => {
    socket.on("data", (bytes) => {
      hello = bytes;
      socket.destroy();
    });
  });
  await connect(port);
  // Record, message, version and random, then the session id with its length, then the suites with theirs (RFC 8446,
  // 4.1.2).
  const suites = 44 + (hello[43] ?? 0);
  return hello
    .subarray(suites + 2, suites + 2 + hello.readUInt16BE(suites))
    .toString("hex")
    .match(/.{4}/g);
}

/** TLS 1.3, the elliptic curves of TLS 1.2, and the marker for safe renegotiation. */
const overCurves = /^(13|c0|cc)|^00ff$/;

it("finite-field key exchange isn't offered, because the receiver would choose its length at our expense", async () => {
  const offered = await offeredSuites((port) => secureDialer().post(request(urlOf(port))));
  expect(offered?.filter((suite) => !overCurves.test(suite))).toEqual([]);
  expect(failed(await postTo({ minVersion: "TLSv1.3", ecdhCurve: "ffdhe3072" }))).toBe("tls");
});

it("finite-field key exchange isn't offered to the source either, because an impostor needs no certificate for it", async () => {
  const offered = await offeredSuites(async (port) => {
    const http = new UndiciSourceHttp({ baseUrl: `https://127.0.0.1:${port}`, timeout: 5_000 });
    await http.send({ method: "GET", path: "/x", headers: {} });
    await http.close();
  });
  expect(offered?.filter((suite) => !overCurves.test(suite))).toEqual([]);
});

it("a receiver can't request another handshake on its connection", async () => {
  let renewed = 0;
  await postTo({ maxVersion: "TLSv1.2" }, ({ socket }, response) => {
    if (!(socket instanceof TLSSocket)) throw new Error("TLS only");
    socket.renegotiate({}, (error) => {
      if (error === null) renewed += 1;
      response.end();
    });
  });
  expect(renewed).toBe(0);
});

it.each<[string, number, ReturnType<typeof failed>]>([
  ["of five certificates is read", 5, 200],
  ["that is longer than any authority issues is refused before it is checked", 40, "tls"],
])("a chain %s", async (_, length, expected) => {
  const outcome = await postTo({ cert: `${testCertificate.cert}\n`.repeat(length) });
  expect(failed(outcome)).toBe(expected);
  if (outcome.outcome === "failed") expect(outcome.detail).toBe("more than 12 KB of TLS in addition to content");
});

/**
 * A server whose responses have a body of `length` bytes, in TLS records of `record` bytes, and its number of
 * connections.
 */
async function recordServer(length: number, record: number) {
  const seen = { connections: 0 };
  const server = createServer(testCertificate, (socket) => {
    seen.connections += 1;
    socket
      .on("error", () => undefined)
      .on("data", (request) => {
        if (!request.includes("POST")) return;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
        let left = length;
        // Each in a separate record, because writes that wait for another one are joined.
        const send = () => {
          const size = Math.min(record, left);
          left -= size;
          if (size > 0 && !socket.destroyed) socket.write("x".repeat(size), send);
        };
        send();
      });
  });
  return { url: urlOf(await listening(server)), seen };
}

it.each<[string, number, number, number]>([
  ["of one byte, where it gives up", 4_096, 1, 2],
  ["of 64 bytes, where it gives up", 60_000, 64, 2],
  ["of 512 bytes, which it reads to their end", 60_000, 512, 1],
  ["of a kilobyte, which it reads to their end", 60_000, 1_024, 1],
  ["of the greatest length, which it reads to their end", 60_000, 16_384, 1],
])("a response in TLS records %s", async (_, length, record, connections) => {
  const { url, seen } = await recordServer(length, record);
  const dialer = secureDialer();
  for (const round of [1, 2]) expect(failed(await dialer.post(request(`${url}${round}`)))).toBe(200);
  expect(seen.connections).toBe(connections);
});

it("TLS overhead is counted per response, so a connection can serve requests for its whole life", async () => {
  const { url, seen } = await recordServer(64, 1);
  const dialer = secureDialer();
  for (let round = 0; round < 30; round += 1) {
    expect(failed(await dialer.post(request(`${url}${round}`)))).toBe(200);
    await idle();
  }
  expect(seen.connections).toBe(1);
});

it("a handshake doesn't wait for another group's crowd", async () => {
  const port = await tlsServer(answer);
  const url = urlOf(port);
  const dialer = secureDialer();
  const order: string[] = [];
  const post = async (group: string) => {
    expect(failed(await dialer.post(request(url, { group, deadline: 30_000 })))).toBe(200);
    order.push(group);
  };
  await Promise.all([...Array.from({ length: 60 }, () => post("crowd")), post("other")]);
  expect(order.indexOf("other")).toBeLessThan(20);
});

it("a new connection to a known receiver continues its TLS session, which halves the handshake", async () => {
  const reused: boolean[] = [];
  const port = await tlsServer(({ socket }, response) => {
    if (socket instanceof TLSSocket) reused.push(socket.isSessionReused());
    response.writeHead(204, { connection: "close" }).end();
  });
  const dialer = secureDialer();
  for (let post = 0; post < 2; post += 1) {
    expect(failed(await dialer.post(request(urlOf(port))))).toBe(204);
    await idle();
  }
  expect(reused).toEqual([false, true]);
});

it("a receiver that resets its connection after its response doesn't end the process", async () => {
  const crashes: unknown[] = [];
  const note = (error: unknown) => crashes.push(error);
  process.on("uncaughtException", note);
  onTestFinished(() => {
    process.off("uncaughtException", note);
  });
  const port = await rawServer((tcp) => {
    const tls = new TLSSocket(tcp, { isServer: true, cert: testCertificate.cert, key: testCertificate.key });
    tls.on("error", () => undefined);
    tls.on("data", () => {
      tls.write("HTTP/1.1 204 No Content\r\n\r\n", () => setTimeout(() => tcp.resetAndDestroy()));
    });
  });
  const [own, url] = [secureDialer(), urlOf(port)];
  // Only some of the resets arrive at the critical moment.
  for (let post = 0; post < 200 && crashes.length === 0; post += 1) await own.post(request(url));
  await sleep(50);
  expect(crashes).toEqual([]);
});
