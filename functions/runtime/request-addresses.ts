import { isIP } from "node:net";
import * as z from "zod";
import type { TrustedProxies } from "./trusted-proxies.ts";

const onHttpApi = z.object({ requestContext: z.object({ http: z.object({ sourceIp: z.string() }) }) });
/** Behind a firewall, the API is a REST API. */
const onRestApi = z.object({ requestContext: z.object({ identity: z.object({ sourceIp: z.string() }) }) });
const onNode = z.object({
  incoming: z.object({
    socket: z.object({ remoteAddress: z.string() }),
    headers: z.object({ "x-forwarded-for": z.string().optional() }).optional(),
  }),
});

/** The maximum number of hops of `X-Forwarded-For` that are read. No chain of proxies is longer. */
const mostHops = 20;

/**
 * The address of a request's client: as reported by API Gateway, or the other end of the connection to Node's server.
 * If the other end is a trusted proxy, the client's address is the last one in `X-Forwarded-For` that isn't a trusted
 * proxy. The client could have written everything before that address. If the header ends or has a malformed hop before
 * such an address is found, the result is the trusted proxy that was read last.
 */
export function addressOf(env: unknown, proxies?: TrustedProxies): string | undefined {
  const http = onHttpApi.safeParse(env);
  if (http.success) return http.data.requestContext.http.sourceIp;
  const rest = onRestApi.safeParse(env);
  if (rest.success) return rest.data.requestContext.identity.sourceIp;
  const node = onNode.safeParse(env);
  if (!node.success) return undefined;
  const { socket, headers } = node.data.incoming;
  const hops = (headers?.["x-forwarded-for"] ?? "").split(",").slice(-mostHops);
  let address = plainAddress(socket.remoteAddress) ?? socket.remoteAddress;
  while (proxies?.includes(address) === true) {
    const hop = plainAddress(hops.pop() ?? "");
    if (hop === undefined) break;
    address = hop;
  }
  return address;
}

/** An address without port, brackets, and the prefix of a mapped IPv4 address; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bare = trimmed] = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed) ?? /^([\d.]+):\d+$/.exec(trimmed) ?? [];
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? undefined : address;
}

const ownOnAws = z.object({ requestContext: z.object({ domainName: z.string() }) });
const ownOnNode = z.object({ incoming: z.object({ socket: z.object({ localPort: z.int() }) }) });

/** The `Host` header isn't used, because anyone can set it, and the portal's links carry tokens. */
export function publicUrlOf(env: unknown, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const aws = ownOnAws.safeParse(env);
  if (aws.success) return `https://${aws.data.requestContext.domainName}`;
  const node = ownOnNode.safeParse(env);
  return node.success ? `http://127.0.0.1:${node.data.incoming.socket.localPort}` : "http://127.0.0.1";
}
