import * as z from "zod";

const onHttpApi = z.object({ requestContext: z.object({ http: z.object({ sourceIp: z.string() }) }) });
/** The API is one where a firewall stands before it. */
const onRestApi = z.object({ requestContext: z.object({ identity: z.object({ sourceIp: z.string() }) }) });
const onNode = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/**
 * The address that a request came from, according to API Gateway or Node's server. Headers aren't used, because
 * anybody can set them.
 */
export function addressOf(env: unknown): string | undefined {
  const http = onHttpApi.safeParse(env);
  if (http.success) return http.data.requestContext.http.sourceIp;
  const rest = onRestApi.safeParse(env);
  if (rest.success) return rest.data.requestContext.identity.sourceIp;
  const node = onNode.safeParse(env);
  return node.success ? node.data.incoming.socket.remoteAddress : undefined;
}
