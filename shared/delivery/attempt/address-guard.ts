import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Private, reserved and special-purpose ranges, which webhooks must not reach. Through 168.63.129.16, a public address,
 * Azure virtual machines reach their host's services and secrets.
 */
const deniedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/**
 * Only global unicast is allowed, except the ranges for Teredo, ORCHID, benchmarking, documentation, 6to4 and AS112. So
 * every form of an IPv4 address inside IPv6 (mapped, compatible, translated) is refused without being decoded.
 */
const allowedV6 = ["2000::/3"];
const deniedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"];

/** Addresses of the connecting machine itself. A mapped IPv4 address in IPv6 counts as the IPv4 address. */
const thisMachineV4 = ["0.0.0.0/8", "127.0.0.0/8"];
const thisMachineV6 = ["::/128", "::1/128"];

const thisMachine4 = blockList(thisMachineV4, "ipv4");
const thisMachine6 = blockList(thisMachineV6, "ipv6");
const denied4 = blockList(deniedV4, "ipv4");
const allowed6 = blockList(allowedV6, "ipv6");
const denied6 = blockList(deniedV6, "ipv6");

/** False for anything that isn't a plain IP address, such as an address with a zone id. */
export function isPublicAddress(address: string): boolean {
  // The family must match the address: for the wrong family, a BlockList returns "not listed" instead of failing.
  if (isIPv4(address)) return !denied4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return allowed6.check(address, "ipv6") && !denied6.check(address, "ipv6");
}

export function isThisMachine(address: string): boolean {
  if (isIPv4(address)) return thisMachine4.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  return thisMachine6.check(address, "ipv6") || thisMachine4.check(address, "ipv6");
}

/** For operators: the refused range that contains `address`, or what is wrong with `address`. */
export function reservedRangeOf(address: string): string | undefined {
  if (isPublicAddress(address)) return undefined;
  if (isIPv4(address)) return deniedV4.find((range) => blockList([range], "ipv4").check(address, "ipv4"));
  if (!isIPv6(address) || address.includes("%")) return "an invalid address";
  return deniedV6.find((range) => blockList([range], "ipv6").check(address, "ipv6")) ?? "a range outside 2000::/3";
}

function blockList(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
