import * as z from "zod";

const onAws = z.object({ requestContext: z.object({ http: z.object({ sourceIp: z.string() }) }) });
const onNode = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** Where a request came from, as API Gateway or Node's server says. What a header says anybody could have written. */
export function addressOf(env: unknown): string | undefined {
  const aws = onAws.safeParse(env);
  if (aws.success) return aws.data.requestContext.http.sourceIp;
  const node = onNode.safeParse(env);
  return node.success ? node.data.incoming.socket.remoteAddress : undefined;
}
