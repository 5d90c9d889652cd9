import * as z from "zod";

const onAws = z.object({ requestContext: z.object({ http: z.object({ sourceIp: z.string() }) }) });
const onNode = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/**
 * The address that a request came from, according to API Gateway or Node's server. Headers aren't used, because
 * anybody can set them.
 */
export function addressOf(env: unknown): string | undefined {
  const aws = onAws.safeParse(env);
  if (aws.success) return aws.data.requestContext.http.sourceIp;
  const node = onNode.safeParse(env);
  return node.success ? node.data.incoming.socket.remoteAddress : undefined;
}
