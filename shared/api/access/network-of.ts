import { isIPv4, isIPv6 } from "node:net";

const mapped = ["0", "0", "0", "0", "0", "ffff"];

/**
 * The network that counts as one sender: an IPv4 address itself, or the first 64 bits of an IPv6 address, because even
 * a home connection has all addresses that share these bits. All texts that aren't addresses count as one network.
 */
export function networkOf(address: string | undefined): string {
  const [bare = ""] = (address ?? "").split("%");
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return "unknown";
  // `URL` spells an address in one way: in hex, without leading zeros.
  const [head = "", tail = ""] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(first ?? []), ...Array.from<string>({ length: 8 }).fill("0"), ...(last ?? [])];
  const all = [...groups.slice(0, 8 - (last?.length ?? 0)), ...(last ?? [])];
  if (mapped.every((group, at) => all[at] === group)) return all.slice(6).map(dotted).join(".");
  return `${all.slice(0, 4).join(":")}::/64`;
}

/** The two bytes of an IPv4 address in one group of an IPv6 address. */
function dotted(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 0xff}`;
}
