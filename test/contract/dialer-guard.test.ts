import { describe, expect, it } from "vitest";
import { testCertificate } from "./dialer-certificate.ts";
import {
  acceptingServer,
  dialer,
  failed,
  httpServer,
  rawServer,
  request,
  secureDialer,
  tlsServer,
} from "./dialer-ground.ts";

describe("a POST's destination", () => {
  const url = (port: number) => `https://${testCertificate.hostname}:${port}/`;

  it("may be https at a vetted address, with the name in TLS and Host", async () => {
    let host: string | undefined;
    const port = await tlsServer((message, response) => {
      host = message.headers.host;
      message.resume().on("end", () => response.end("ok"));
    });
    expect(failed(await secureDialer().post(request(url(port))))).toBe(200);
    expect(host).toBe(`${testCertificate.hostname}:${port}`);
  });

  it.each([
    ["localhost", ["127.0.0.1"]],
    ["a name with two addresses", ["93.184.215.14", "127.0.0.1"]],
    ["another loopback address", ["127.1.2.3"]],
    ["no address in particular", ["0.0.0.0"]],
    ["loopback in IPv6", ["::1"]],
    ["no address in IPv6", ["::"]],
    ["loopback mapped into IPv6", ["::ffff:127.0.0.1"]],
    ["the same in hexadecimal", ["::ffff:7f00:1"]],
  ])("may not be the bridge's own port by %s, even if any network is allowed", async (_, addresses) => {
    const { port, ports } = await acceptingServer();
    const resolve = async () => addresses;
    const own = dialer({ resolve, ownPort: () => port });
    expect(failed(await own.post(request(`http://hooks.example.test:${port}/`)))).toBe("blocked");
    expect(ports).toEqual([]);
    const elsewhere = dialer({ resolve: async () => ["127.0.0.1"], ownPort: () => port + 1 });
    expect(failed(await elsewhere.post(request(`http://hooks.example.test:${port}/`)))).toBe(200);
  });

  it.each([
    ["have another name's certificate", tlsServer, "other.example.test"],
    ["be a server that doesn't speak TLS", httpServer, testCertificate.hostname],
  ])("may not %s", async (_, open, hostname) => {
    const { port } = await acceptingServer(open);
    expect(failed(await secureDialer().post(request(`https://${hostname}:${port}/`)))).toBe("tls");
  });

  it.each([
    "not a URL",
    "http://hooks.example.test/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://8.8.8.8/",
  ])("may not be %s: only https and a host name are allowed", async (address) => {
    let resolved = 0;
    const one = secureDialer({
      resolve: async () => {
        resolved += 1;
        return ["127.0.0.1"];
      },
    });
    const detail = "not https, or an IP address instead of a host name";
    const blocked = { outcome: "failed", class: "blocked", detail, ms: 0, timing: {} };
    expect(await one.post(request(address))).toEqual(blocked);
    expect(resolved).toBe(0);
  });

  /** Returns one value at the check of the resolved addresses, and another at the check of the connection. */
  const later = <T>(first: T, second: T) => {
    let calls = 0;
    return () => ((calls += 1) === 1 ? first : second);
  };
  it.each([
    ["forbidden", "resolves to 127.0.0.0/8", () => ({ permits: later(true, false) })],
    ["the bridge's own", "leads to the bridge itself", (port: number) => ({ ownPort: later(undefined, port) })],
  ])("may not turn out to be %s once it is connected", async (_, detail, rules) => {
    const bytes: Buffer[] = [];
    const closed = Promise.withResolvers<undefined>();
    const port = await rawServer((socket) => {
      socket.on("data", (some) => bytes.push(some));
      socket.on("close", () => {
        closed.resolve(undefined);
      });
    });
    const outcome = await secureDialer(rules(port)).post(request(url(port)));
    expect(outcome).toMatchObject({ class: "blocked", detail: `${testCertificate.hostname} ${detail}` });
    await closed.promise;
    expect(bytes).toEqual([]);
  });

  it.each([
    ["nowhere", async () => []],
    ["to a failure", async () => Promise.reject(new Error("SERVFAIL"))],
  ])("a name that resolves %s", async (_, resolve) => {
    const outcome = await secureDialer({ resolve }).post(request(url(443)));
    expect(failed(outcome)).not.toBe(200);
    expect(outcome.outcome).toBe("failed");
  });

  it("never throws, whatever it is asked to send", async () => {
    const odd = request("http://127.0.0.1:9/", { headers: { "bad header": "x\ny" } });
    expect((await dialer().post(odd)).outcome).toBe("failed");
  });
});
