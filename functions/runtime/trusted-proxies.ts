import { BlockList, isIP } from "node:net";

/** The proxies that an operator listed. What they write into `X-Forwarded-For` is trusted. */
export type TrustedProxies = { readonly includes: (address: string) => boolean };

/** Returns undefined if one of the texts is neither an address nor a range such as `10.0.0.0/8` or `fd00::/8`. */
export function trustedProxies(ranges: readonly string[]): TrustedProxies | undefined {
  const list = new BlockList();
  for (const range of ranges) {
    const [, address = "", prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? [];
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? widest : Number(prefix);
    if (version === 0 || bits > widest) return undefined;
    list.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  }
  return { includes: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6") };
}
