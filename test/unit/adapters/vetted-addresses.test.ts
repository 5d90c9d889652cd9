import { describe, expect, test } from "vitest";
import { AddressRefusedError, vettedAddresses } from "../../../shared/adapters/http/dialer-connector.ts";
import { NameNotResolvedError } from "../../../shared/adapters/http/dialer-resolve.ts";
import { destinationVetting } from "../../../shared/adapters/http/vet-destination.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const target = { hostname: "many.test", port: 443 };
const own = { permits: (address: string) => address !== "10.0.0.1", ownPort: () => undefined };
const addresses = (length: number) => Array.from({ length }, (_, n) => `203.0.${n >> 8}.${n & 255}`);
const v4 = addresses(150);
const v6 = Array.from({ length: 100 }, (_, n) => `2001:4860::${n.toString(16)}`);

test("a connection tries a few addresses of each family, however many of them it knows", async () => {
  const resolve = async () => [...v4, ...v6];
  expect(await vettedAddresses(target, { ...own, resolve })).toEqual([...v4.slice(0, 4), ...v6.slice(0, 4)]);
  const most = async () => addresses(256);
  expect(await vettedAddresses(target, { ...own, resolve: most })).toHaveLength(4);
});

test("addresses beyond those it tries are checked too", async () => {
  const resolve = async () => [...v4, "10.0.0.1"];
  await expect(vettedAddresses(target, { ...own, resolve })).rejects.toThrow(AddressRefusedError);
});

test("a name with thousands of addresses isn't used, because checking them would cost more than a connection", async () => {
  let checked = 0;
  const permits = () => {
    checked += 1;
    return true;
  };
  const resolve = async () => addresses(4_000);
  await expect(vettedAddresses(target, { ...own, permits, resolve })).rejects.toThrow(NameNotResolvedError);
  expect(checked).toBe(0);
});

test.each<[string, string, readonly string[], string]>([
  ["has no address", "none.test", [], "none.test has no address"],
  ["has one address too many", "many.test", addresses(257), "many.test has too many addresses"],
  ["leads into a reserved network", "in.test", ["10.0.0.1"], "in.test resolves to 10.0.0.0/8"],
  ["leads where it may not", "out.test", ["1.1.1.1"], "out.test resolves to a network that isn't permitted"],
  ["is an address", "10.0.0.1", ["203.0.113.1"], "10.0.0.1 resolves to 10.0.0.0/8"],
  ["leads back to the bridge", "loop.test", ["203.0.113.1", "127.0.0.1"], "loop.test leads to the bridge itself"],
])("a name that %s is refused by a sentence", async (_, hostname, addresses, sentence) => {
  const permits = (address: string) => !["10.0.0.1", "1.1.1.1"].includes(address);
  const refused = vettedAddresses(
    { hostname, port: 443 },
    { permits, ownPort: () => 443, resolve: async () => addresses },
  );
  await expect(refused).rejects.toThrow(sentence);
});

test("this machine's other ports, and the bridge's port on other machines, are allowed", async () => {
  const allowed = (address: string, port: number) =>
    vettedAddresses(
      { hostname: "a.test", port },
      { permits: () => true, ownPort: () => 443, resolve: async () => [address] },
    );
  expect(await allowed("127.0.0.1", 444)).toEqual(["127.0.0.1"]);
  expect(await allowed("203.0.113.1", 443)).toEqual(["203.0.113.1"]);
});

describe("whether a URL leads to an allowed address", () => {
  const vet = (resolve: () => Promise<readonly string[]>, patience?: number) => {
    const logger = new SilentLogger();
    const given = { logger, allowInsecure: false, resolve, ...(patience === undefined ? {} : { patience }) };
    return { logger, vetted: destinationVetting(given)("https://a.test/") };
  };

  test("is unknown if its name doesn't resolve in time, or at all", async () => {
    expect(await vet(() => new Promise(() => undefined), 5).vetted).toBe("unresolved");
    expect(await vet(async () => Promise.reject(new Error("SERVFAIL"))).vetted).toBe("unresolved");
    expect(await vet(async () => []).vetted).toBe("unresolved");
  });

  test("leaves no timer behind", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    await vet(async () => ["1.1.1.1"], 600_000).vetted;
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test("is logged for operators if it doesn't", async () => {
    const { logger, vetted } = vet(async () => ["10.0.0.1"]);
    expect(await vetted).toBe("refused");
    expect(logger.lines).toMatchObject([
      { event: "destination.refused", fields: { detail: "a.test resolves to 10.0.0.0/8" } },
    ]);
    const good = vet(async () => ["1.1.1.1"]);
    expect([await good.vetted, good.logger.lines]).toEqual(["allowed", []]);
  });
});
