import { isIPv4, isIPv6 } from "node:net";

const mapped = ["0", "0", "0", "0", "0", "ffff"];

/**
 * The network that an address belongs to, as far as one sender may have all of it: the first 64 bits of an IPv6 address, since every
 * connection has so many of its own, and an IPv4 address itself. What isn't an address is one network.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ""] = (address ?? "").split("%");
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  // A URL spells an address in one way: in hex, without leading zeros.
  const [head = "", tail = ""] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(first ?? []), ...Array.from<string>({ length: 8 }).fill("0"), ...(last ?? [])];
  const all = [...groups.slice(0, 8 - (last?.length ?? 0)), ...(last ?? [])];
  if (mapped.every((group, at) => all[at] === group)) return all.slice(6).map(dotted).join(".");
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** Two bytes of an IPv4 address, out of a group of an IPv6 address that holds it. */
function dotted(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 0xff}`;
}
