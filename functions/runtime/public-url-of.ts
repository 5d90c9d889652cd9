import * as z from "zod";

const onAws = z.object({ requestContext: z.object({ domainName: z.string() }) });
const onNode = z.object({ incoming: z.object({ socket: z.object({ localPort: z.int() }) }) });

/** The `Host` header isn't used, because anyone can set it, and the portal's links carry tokens. */
export function publicUrlOf(env: unknown, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const aws = onAws.safeParse(env);
  if (aws.success) return `https://${aws.data.requestContext.domainName}`;
  const node = onNode.safeParse(env);
  return node.success ? `http://127.0.0.1:${node.data.incoming.socket.localPort}` : "http://127.0.0.1";
}
