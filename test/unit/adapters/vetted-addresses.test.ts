import { expect, test } from "vitest";
import { AddressRefusedError, vettedAddresses } from "../../../shared/adapters/http/dialer-connector.ts";
import { NameNotResolvedError } from "../../../shared/adapters/http/dialer-resolve.ts";

const target = { hostname: "many.test", port: 443 };
const own = { permits: (address: string) => address !== "10.0.0.1", ownPort: () => undefined };
const v4 = Array.from({ length: 150 }, (_, n) => `203.0.113.${n}`);
const v6 = Array.from({ length: 100 }, (_, n) => `2001:4860::${n.toString(16)}`);

test("a connection tries a few addresses of each family, however many of them it knows", async () => {
  const resolve = async () => [...v4, ...v6];
  expect(await vettedAddresses(target, { ...own, resolve })).toEqual([...v4.slice(0, 4), ...v6.slice(0, 4)]);
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
  const resolve = async () => Array.from({ length: 4_000 }, (_, n) => `203.0.${n >> 8}.${n & 255}`);
  await expect(vettedAddresses(target, { ...own, permits, resolve })).rejects.toThrow(NameNotResolvedError);
  expect(checked).toBe(0);
});
