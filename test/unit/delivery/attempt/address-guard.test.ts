import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress, isThisMachine, reservedRangeOf } from "../../../../shared/delivery/attempt/address-guard.ts";

describe("a webhook's allowed addresses", () => {
  it.each([
    // This machine and this network.
    ...["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "::", "::1"],
    // Private networks.
    ...["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd00:ec2::254"],
    // Shared and link-local addresses, with the metadata of clouds.
    ...["100.64.0.1", "100.100.100.200", "169.254.169.254", "169.254.100.1", "168.63.129.16", "fe80::1"],
    ...["fe80::1%eth0", "fec0::1"],
    // Ranges for protocols, documentation and tests.
    ...["192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"],
    ...["198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7", "100::1", "2001::1", "2001:10::1"],
    ...["2001:db8::1", "2620:4f:8000::1", "3fff::1", "5f00::1"],
    // Multicast and reserved ranges.
    ...["224.0.0.1", "240.0.0.1", "255.255.255.255", "4000::1", "ff02::1"],
    // IPv4 in IPv6.
    ...["::127.0.0.1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1"],
    ...["64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1"],
    // Other spellings.
    ...["", "localhost", "127.1", "0177.0.0.1", "2130706433", "8.8.8.8 ", "[2606:4700::1111]"],
    ...["2a00:1450:4001::1%1"],
  ])("exclude %o", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...["1.1.1.1", "8.8.8.8", "99.255.255.255", "100.63.255.255", "100.128.0.0", "168.63.129.15"],
    ...["168.63.129.17", "172.15.255.255", "172.32.0.0", "192.167.255.255", "198.20.0.0", "223.255.255.255"],
    ...["2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "3ffe::1"],
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it("exclude every IPv6 spelling of an IPv4 address", () => {
    const prefixes = fc.constantFrom("::", "::ffff:", "::ffff:0:", "64:ff9b::");
    fc.assert(
      fc.property(prefixes, fc.ipV4(), (prefix, address) => {
        expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
      }),
    );
  });
});

it.each([
  ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.1"].map((one) => [one, true]),
  ...["10.0.0.1", "8.8.8.8", "126.255.255.255", "::2", "::ffff:10.0.0.1", "fe80::1"].map((one) => [one, false]),
  ...["2606:4700::1111", "localhost", ""].map((one) => [one, false]),
] as [string, boolean][])("%o is an address of the connecting machine: %s", (address, expected) => {
  expect(isThisMachine(address)).toBe(expected);
});

it.each([
  ["8.8.8.8", undefined],
  ["2606:4700::1111", undefined],
  ["10.1.2.3", "10.0.0.0/8"],
  ["169.254.169.254", "169.254.0.0/16"],
  ["2002:7f00:1::1", "2002::/16"],
  ["fe80::1", "a range outside 2000::/3"],
  ["::ffff:10.0.0.1", "a range outside 2000::/3"],
  ["2a00:1450:4001::1%1", "an invalid address"],
  ["localhost", "an invalid address"],
])("operators see why %o is refused: %s", (address, range) => {
  expect(reservedRangeOf(address)).toBe(range);
});
