import dns from "node:dns";
import dnsPromises from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { resolveByDns, resolveBySystem } from "../../shared/adapters/http/dialer-resolve.ts";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { NameServer } from "../support/name-server.ts";
import { dialer, request } from "./dialer-ground.ts";
import { slowServer } from "./slow-handshake.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Longer than the 250 ms after which Node tries a name's next address, and shorter than a repeated handshake. */
const late = 500;

test("a webhook reaches a distant endpoint whose other addresses are unreachable", async () => {
  const { port, wake } = await slowServer();
  // Nothing listens on the IPv6 address, as from a function, which has no IPv6 route.
  const far = dialer({ resolve: async () => ["127.0.0.1", "::1"] });
  const outcome = far.post(request(`http://far.test:${port}/`));
  await sleep(late);
  wake();
  expect(await outcome).toMatchObject({ outcome: "answered", status: 200 });
});

test("only IPv4 addresses are looked up on a machine without an IPv6 route", async () => {
  await using names = new NameServer();
  const server = await names.listen();
  names.zone["far.test"] = { sets: [["192.0.2.1", "2001:db8::1"]] };
  expect(await resolveByDns("ipv4", [server])("far.test")).toEqual(["192.0.2.1"]);
  expect(names.asked).toEqual(["A far.test"]);
});

test("a distant source is reached when its name has addresses of both families", async () => {
  const families: unknown[] = [];
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  vi.spyOn(dns, "lookup").mockImplementation(((_name: string, options: dns.LookupOptions, done: unknown) => {
    const { family = 0, all } = options;
    families.push(family);
    const found = both.filter((one) => family === 0 || one.family === family);
    const [first] = found;
    if (typeof done !== "function" || first === undefined) throw new Error("another kind of look-up");
    if (all === true) done(null, found);
    else done(null, first.address, first.family);
  }) as typeof dns.lookup);
  const { port, wake } = await slowServer();
  const http = new UndiciSourceHttp({ baseUrl: `http://far.test:${port}`, timeout: 5_000, addressFamily: "ipv4" });
  const answer = http.send({ method: "GET", path: "/x", headers: {} });
  await sleep(late);
  wake();
  expect(await answer).toMatchObject({ outcome: "answered", status: 200 });
  expect(families).toEqual([4]);
  await http.close();
});

test("the system's own names are found in the chosen families", async () => {
  vi.spyOn(dnsPromises, "lookup").mockImplementation((async (_name: string, { all, family }: dns.LookupOptions) => {
    expect(all).toBe(true);
    return family === 4 ? [{ address: "127.0.0.1", family }] : [{ address: "127.0.0.1" }, { address: "::1" }];
  }) as typeof dnsPromises.lookup);
  syncBuiltinESMExports();
  expect(await resolveBySystem("ipv4")("localhost")).toEqual(["127.0.0.1"]);
  expect(await resolveBySystem("both")("localhost")).toEqual(["127.0.0.1", "::1"]);
});

test("a name that no resolver knows has no address", async () => {
  await using names = new NameServer();
  const none = "none.invalid has no address";
  await expect(resolveByDns("both", [await names.listen()])("none.invalid")).rejects.toThrow(none);
  const bySystem = resolveBySystem("both")("none.invalid");
  await expect(bySystem).rejects.toMatchObject({ message: none, cause: { code: "ENOTFOUND" } });
});
