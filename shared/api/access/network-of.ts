import { isIPv4, isIPv6 } from "node:net";

const mapped = ["0", "0", "0", "0", "0", "ffff"];

/**
 * Returns an IPv4 address unchanged, but only the first 64 bits of an IPv6 address, because even a home connection has
 * all addresses that share these bits.
 */
export function networkOf(address = ""): string {
  const bare = address.replace(/%.*/, "");
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  // `URL` spells an address in one way: in hex, without leading zeros.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const omitted = 8 - groupsOf(spelled).length;
  const all = groupsOf(spelled.replace("::", `:${"0:".repeat(omitted)}`));
  if (mapped.every((group, at) => all[at] === group)) return all.slice(6).map(dotted).join(".");
  return `${all.slice(0, 4).join(":")}::/64`;
}

const groupsOf = (spelled: string) => spelled.split(":").filter((group) => group !== "");

/** `7f01` becomes `127.1`. */
function dotted(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 0xff}`;
}
