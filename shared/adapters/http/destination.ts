import { isIP } from "node:net";
import type { Target } from "./dialer-connector.ts";

/** An endpoint's address, taken apart for the request and for the connection. */
export type Destination = {
  readonly origin: string;
  /** As the header says it. */
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly target: Target;
};

/** Undefined where nothing may be sent to: not https, or an address in place of a name, unless `allowInsecure`. */
export function destinationOf(text: string, allowInsecure: boolean): Destination | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  const { protocol, port, origin, host } = url;
  // IPv6 literals stand in brackets, which sockets don't know.
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "https:";
  if (allowInsecure ? !isSecure && protocol !== "http:" : !isSecure || isIP(hostname) !== 0) return undefined;
  const target = { protocol, hostname, port: port === "" ? (isSecure ? 443 : 80) : Number(port) };
  return { origin, host, path: `${url.pathname}${url.search}`, target };
}
