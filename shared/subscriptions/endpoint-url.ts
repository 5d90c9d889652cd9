import { isIP } from "node:net";

export type EndpointUrl =
  | { readonly outcome: "ok"; readonly url: string }
  | { readonly outcome: "refused"; readonly message: string };

export type EndpointRules = {
  readonly allowInsecure: boolean;
  /** Host names of the bridge itself. */
  readonly ownDomains?: readonly string[] | undefined;
  /**
   * The bridge's public URL. Only URLs below it are refused, because other URLs on the same host may belong to
   * something else.
   */
  readonly ownUrl?: string | undefined;
};

/** The message for every address that the bridge must not connect to. Naming the rule would describe our network. */
export const destinationNotAllowed = "isn't an allowed destination";

const maxLength = 2_048;
const ports = new Set(["", "443", "8443"]);
const internalSuffixes = [
  "alt",
  "arpa",
  "consul",
  "internal",
  "invalid",
  "local",
  "localhost",
  "localdomain",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
  "onion",
  "svc",
  "test",
];

/**
 * Checks an endpoint's URL without resolving its host name. The address that the name resolves to is checked at every
 * connection. WHATWG `URL` parses the text once and turns each notation of an IPv4 address (`2130706433`, `0x7f.1`,
 * `①②⑦.0.0.1`) into dotted decimal. This normalised URL is the one that is checked, stored, shown and used.
 *
 * `allowInsecure` (for local work only) allows http, every port except 0, and every host, but no URL below `ownUrl`.
 * URLs whose host is within `ownDomains`, and URLs below `ownUrl`, lead to the bridge itself, so deliveries to them
 * would loop.
 */
export function parseEndpointUrl(text: string, { allowInsecure, ownDomains = [], ownUrl }: EndpointRules): EndpointUrl {
  const url = URL.parse(text);
  if (url === null) return refused("must be a valid URL");
  if (url.protocol !== "https:" && !(allowInsecure && url.protocol === "http:")) return refused("must be an https URL");
  if (url.username !== "" || url.password !== "") return refused("must not contain a user name or password");
  if (text.includes("#")) return refused("must not contain a fragment");
  // A dot at the end of a host name doesn't change the host. TLS and the rules below need the name without the dot.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  if (allowInsecure && url.port === "0") return refused("must not use port 0");
  if (!allowInsecure) {
    if (!ports.has(url.port)) return refused("must use port 443 or 8443");
    if (!isPublicName(url.hostname) || isWithin(url.hostname, ownDomains)) return refused(destinationNotAllowed);
  }
  if (ownUrl !== undefined && isBelow(url, new URL(ownUrl))) return refused(destinationNotAllowed);
  return url.href.length > maxLength
    ? refused(`must have at most ${maxLength} characters`)
    : { outcome: "ok", url: url.href };
}

function isPublicName(hostname: string): boolean {
  if (hostname.startsWith("[") || isIP(hostname) !== 0) return false;
  const labels = hostname.split(".");
  if (labels.length < 2 || labels.includes("")) return false;
  return !isWithin(hostname, internalSuffixes);
}

function isWithin(hostname: string, domains: readonly string[]): boolean {
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

function isBelow({ origin, pathname }: URL, base: URL): boolean {
  return origin === base.origin && `${pathname}/`.startsWith(`${base.pathname.replace(/\/$/, "")}/`);
}

function refused(message: string): EndpointUrl {
  return { outcome: "refused", message };
}
