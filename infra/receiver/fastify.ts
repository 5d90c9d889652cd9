import type { Receiver, WebhookHeaders } from "./receiver.ts";

type Done = (error: Error | null, body?: unknown) => void;
type FastifyRequest = { readonly headers: WebhookHeaders; readonly body: unknown };
type FastifyReply = { code(status: number): FastifyReply; send(text?: string): unknown };

export type FastifyScope = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { readonly parseAs: "buffer" },
    parse: (request: never, body: Buffer, done: Done) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
};

/**
 * A plugin for Fastify: `app.register(fastifyPlugin(receiver), { path: "/hook" })`. Only the plugin's route gets its
 * body as bytes. The application's other routes still get parsed bodies.
 */
export function fastifyPlugin(
  receiver: Receiver,
): (scope: FastifyScope, options: { readonly path?: string }) => Promise<void> {
  return async (scope, { path = "/" }) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(path, async ({ headers, body }, reply) => {
      const { status } = await receiver.receive(headers, body instanceof Uint8Array ? body : "");
      return reply.code(status).send();
    });
    return Promise.resolve();
  };
}
