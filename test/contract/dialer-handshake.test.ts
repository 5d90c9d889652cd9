import type { RequestListener } from "node:http";
import type { ServerOptions } from "node:https";
import { createServer, TLSSocket } from "node:tls";
import { expect, it } from "vitest";
import { testCertificate } from "./dialer-certificate.ts";
import { failed, listening, rawServer, request, secureDialer, tlsServer } from "./dialer-ground.ts";

const answer: RequestListener = (_message, response) => response.end();

async function postTo(options: ServerOptions, listener = answer) {
  const port = await tlsServer(listener, options);
  return secureDialer().post(request(`https://${testCertificate.hostname}:${port}/`));
}

it.each<[string, ServerOptions]>([
  ["TLS 1.2 over an elliptic curve", { maxVersion: "TLSv1.2" }],
  ["TLS 1.3 over X25519", { minVersion: "TLSv1.3", ecdhCurve: "X25519" }],
  ["TLS 1.3 over P-384", { minVersion: "TLSv1.3", ecdhCurve: "P-384" }],
])("%s is spoken", async (_, options) => {
  expect(await postTo(options)).toMatchObject({ outcome: "answered", status: 200 });
});

it("offers no exchange of keys over a prime, because the receiver chooses its length and we pay for it", async () => {
  let hello = Buffer.alloc(0);
  const port = await rawServer((socket) => {
    socket.on("data", (bytes) => {
      hello = bytes;
      socket.destroy();
    });
  });
  await secureDialer().post(request(`https://${testCertificate.hostname}:${port}/`));
  // Record, message, version and random, then the session's id with its length, then the suites with theirs (RFC 8446, 4.1.2).
  const suites = 44 + (hello[43] ?? 0);
  const offered = hello
    .subarray(suites + 2, suites + 2 + hello.readUInt16BE(suites))
    .toString("hex")
    .match(/.{4}/g);
  // TLS 1.3, elliptic curves of TLS 1.2, and the mark that renegotiation is safe.
  expect(offered?.filter((suite) => !/^(13|c0|cc)|^00ff$/.test(suite))).toEqual([]);
  expect(failed(await postTo({ minVersion: "TLSv1.3", ecdhCurve: "ffdhe3072" }))).toBe("tls");
});

it("a receiver can't ask for another handshake on its connection", async () => {
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

it.each<[string, number, number]>([
  ["of one byte, where it gives up", 1, 2],
  ["of a kilobyte, which it reads to their end", 1_024, 1],
])("a response in TLS records %s", async (_, length, connections) => {
  let opened = 0;
  const body = 4_096;
  const server = createServer(testCertificate, (socket) => {
    opened += 1;
    socket
      .on("error", () => undefined)
      .on("data", (request) => {
        if (!request.includes("POST")) return;
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body}\r\n\r\n`);
        let sent = 0;
        // Each in a record of its own, because writes that wait for another one are joined.
        const send = () => {
          sent += length;
          if (sent <= body && !socket.destroyed) socket.write("x".repeat(length), send);
        };
        send();
      });
  });
  const url = `https://${testCertificate.hostname}:${await listening(server)}/`;
  const dialer = secureDialer();
  for (const round of [1, 2]) expect(failed(await dialer.post(request(`${url}${round}`)))).toBe(200);
  expect(opened).toBe(connections);
});
