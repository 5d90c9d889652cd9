import { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { resolveByDns } from "../../shared/adapters/http/dialer-resolve.ts";
import { destinationVetting } from "../../shared/adapters/http/vet-destination.ts";
import { isPublicAddress } from "../../shared/delivery/attempt/address-guard.ts";
import { parseEndpointUrl } from "../../shared/subscriptions/endpoint-url.ts";
import { hostileAnswers, hostileUrls, ownDomains, publicAnswers } from "../support/hostile-destinations.ts";
import { NameServer } from "../support/name-server.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { testCertificate } from "./dialer-certificate.ts";
import {
  acceptingServer,
  dialer,
  drip,
  failed,
  httpServer,
  idle,
  post,
  rawServer,
  request,
  sayingServer,
  secureDialer,
  tlsServer,
} from "./dialer-ground.ts";

let names: NameServer;
let server: string;
beforeEach(async () => {
  names = new NameServer();
  server = await names.listen();
});
afterEach(() => names[Symbol.asyncDispose]());

const resolve = () => resolveByDns("both", [server]);
const vetting = (logger = new SilentLogger()) =>
  destinationVetting({ logger, allowInsecure: false, resolve: resolve() });
const guarded = () => dialer({ allowInsecure: false, resolve: resolve() });
const name = "hooks.example.com";

it("the suite covers at least 150 hostile destinations", () => {
  expect(new Set(hostileUrls).size + new Set(hostileAnswers.map((answer) => answer.join())).size).toBeGreaterThan(150);
});

it.each(hostileUrls)("%j is refused before any DNS lookup", async (url) => {
  expect(parseEndpointUrl(url, { allowInsecure: false, ownDomains }).outcome).toBe("refused");
  expect(names.asked).toEqual([]);
});

describe("a name that resolves to", () => {
  it.each(hostileAnswers.map((answer) => [answer.join(" and "), answer] as const))("%s", async (_, answer) => {
    names.zone[name] = { sets: [[...answer]] };
    const { port, ports } = await acceptingServer(tlsServer);
    const outcome = await guarded().post(request(`https://${name}:${port}/`));
    expect(failed(outcome)).toBe("blocked");
    expect(JSON.stringify(outcome)).not.toContain(`${answer[0]}"`);
    expect(ports).toEqual([]);
    const logger = new SilentLogger();
    expect(await vetting(logger)(`https://${name}/`)).toBe("refused");
    // Operators see the range, because the address itself in a log would reveal the network.
    expect(JSON.stringify(logger)).not.toContain(`"${answer.at(-1)}"`);
    expect([...names.asked].sort()).toEqual([`A ${name}`, `A ${name}`, `AAAA ${name}`, `AAAA ${name}`]);
  });

  it.each(publicAnswers.map((answer) => [answer.join(" and "), answer] as const))(
    "%s may be reached",
    async (_, answer) => {
      names.zone[name] = { sets: [[...answer]] };
      expect(await vetting()(`https://${name}/`)).toBe("allowed");
      expect([...(await resolve()(name))].sort()).toEqual([...answer].sort());
      expect(answer.every(isPublicAddress)).toBe(true);
    },
  );

  it.each([
    ["an internal name", "db.internal", ["10.0.0.5"]],
    ["localhost by another name", "loop.example.net", ["127.0.0.1"]],
    ["the metadata service by another name", "meta.example.net", ["169.254.169.254"]],
    ["IPv6 loopback by another name", "loop6.example.net", ["::1"]],
  ])("%s, through an alias", async (_, cname, set) => {
    names.zone[name] = { sets: [], cname };
    names.zone[cname] = { sets: [set] };
    expect(failed(await guarded().post(request(`https://${name}/`)))).toBe("blocked");
  });

  it("is refused without dialling, and nothing is accepted for later", async () => {
    expect(await vetting()(`https://${name}/`)).toBe("unresolved");
    expect(failed(await guarded().post(request(`https://${name}/`)))).toBe("dns");
  });

  it.each([
    ["is vetted again for each connection", "127.0.0.2", { connection: "close" }, "blocked", 4],
    // On the existing connection, which leads to the vetted address.
    ["isn't resolved between vetting and connecting", "10.0.0.1", {}, 200, 2],
  ])("a good address first and a bad one later %s", async (_, bad, headers, second, lookups) => {
    const { port } = await acceptingServer(tlsServer, headers);
    const { hostname } = testCertificate;
    names.zone[hostname] = { sets: [["127.0.0.1"], [bad], [bad]] };
    const one = secureDialer({ resolve: resolve() });
    expect(failed(await one.post(request(`https://${hostname}:${port}/`)))).toBe(200);
    await idle();
    expect(failed(await one.post(request(`https://${hostname}:${port}/`)))).toBe(second);
    expect(names.asked).toHaveLength(lookups);
  });
});

describe("environment variables", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"])(
    "%s changes nothing",
    async (variable) => {
      const proxy = await acceptingServer();
      const { port } = await acceptingServer();
      vi.stubEnv(variable, variable === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${proxy.port}`);
      expect(failed(await post(port))).toBe(200);
      expect(proxy.ports).toEqual([]);
    },
  );

  it("NODE_TLS_REJECT_UNAUTHORIZED=0 doesn't make a stranger's certificate valid", async () => {
    const { port } = await acceptingServer(tlsServer);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const stranger = dialer({ allowInsecure: false, resolve: async () => ["127.0.0.1"], permits: () => true });
    expect(failed(await stranger.post(request(`https://${testCertificate.hostname}:${port}/`)))).toBe("tls");
  });
});

describe("a hostile response", () => {
  it.each(["gzip", "br", "deflate", "zstd"])(
    "%s isn't decompressed, even if it claims to be small",
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(20_000_000));
      const port = await httpServer((message, response) => {
        message.resume().on("end", () => response.writeHead(200, { "content-encoding": encoding }).end(bomb));
      });
      const before = process.memoryUsage().arrayBuffers;
      const outcome = await post(port);
      expect(outcome).toMatchObject({ outcome: "answered", status: 200 });
      expect(outcome).not.toHaveProperty("excerpt");
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
    },
  );

  it.each([301, 302, 303, 307, 308])("%i isn't followed", async (status) => {
    const inside = await acceptingServer();
    const port = await httpServer((message, response) => {
      message
        .resume()
        .on("end", () => response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end());
    });
    expect(failed(await post(port))).toBe(status);
    expect(inside.ports).toEqual([]);
  });

  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const shortest = "a:\r\n".repeat(16_000);
  it.each([
    ["a large head", `HTTP/1.1 200 OK\r\nb: ${"x".repeat(16_400)}\r\n${shortest}\r\n`, "protocol", 17 * 1_024],
    ["a head of short fields", `HTTP/1.1 200 OK\r\n${shortest}\r\n`, "protocol", 4 * 1_024],
    ["a large trailer", `${chunked}0\r\nb: ${"x".repeat(16_400)}\r\n${shortest}\r\n`, 200, 4 * 1_024],
    ["a trailer of short fields", `${chunked}0\r\n${shortest}\r\n`, 200, 4 * 1_024],
    ["a body in chunks of a byte", chunked + "1\r\nx\r\n".repeat(9_000), 200, 4 * 1_024],
  ] as const)("%s is parsed only up to its bound", async (_, text, expected, most) => {
    // Each part costs a callback, and undici turns each field behind its own bound into an error.
    const read = vi.spyOn(Socket.prototype, "read");
    onTestFinished(() => {
      read.mockRestore();
    });
    expect(failed(await post(await sayingServer(text)))).toBe(expected);
    const given = read.mock.results.flatMap(({ value }): number[] => (Buffer.isBuffer(value) ? [value.length] : []));
    expect(given.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(most);
  });

  it("a many-line body that arrives with its head is read whole", async () => {
    const body = "\n".repeat(3_000);
    const port = await sayingServer(`HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(await post(port)).toMatchObject({ status: 400, excerpt: body.slice(0, 1_024) });
  });

  const after = (hints: string) => sayingServer(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`);

  it("large informational responses count like the final one", async () => {
    const port = await after(`HTTP/1.1 103 Early Hints\r\n${"a:\r\n".repeat(3_000)}\r\n`.repeat(16));
    expect(failed(await post(port))).toBe("protocol");
  });

  it("endless informational responses end the exchange after the first few", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\n\r\n";
    expect(await post(await after(hints.repeat(16)))).toMatchObject({ status: 200 });
    expect(await post(await after(hints.repeat(17)))).toMatchObject({
      ...{ class: "protocol", detail: "too many informational responses" },
    });
  });

  it("dripping informational responses end at the deadline", async () => {
    const port = await rawServer((socket) => {
      drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", 50);
    });
    expect(failed(await post(port, { deadline: 300 }))).toBe("timeout");
  });

  it("a silent name server takes no longer than the deadline", async () => {
    const never = dialer({ resolve: () => new Promise(() => undefined) });
    const outcome = await never.post(request("http://slow.example.com/", { deadline: 200 }));
    expect(failed(outcome)).toBe("timeout");
    // The lookup alone would never end.
    expect(outcome.ms).toBeLessThan(15_000);
  });
});

it("an attempt's timing reports every step for a new connection, and omits the skipped steps for a reused one", async () => {
  const port = await tlsServer((message, response) => {
    message.resume().on("end", () => setTimeout(() => response.end("ok"), 30));
  });
  names.zone[testCertificate.hostname] = { sets: [["127.0.0.1"]] };
  const one = secureDialer({ resolve: resolve() });
  const first = await one.post(request(`https://${testCertificate.hostname}:${port}/`));
  expect(Object.keys(first.timing).sort()).toEqual(["connect", "dns", "firstByte", "tls"]);
  expect(first.timing.firstByte).toBeGreaterThanOrEqual(25);
  const sum = Object.values(first.timing).reduce((total, ms) => total + ms, 0);
  expect(sum).toBeLessThanOrEqual(first.ms + 2);
  await idle();
  expect(Object.keys((await one.post(request(`https://${testCertificate.hostname}:${port}/`))).timing)).toEqual([
    "firstByte",
  ]);
});
