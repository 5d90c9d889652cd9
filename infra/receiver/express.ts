import { readBody } from "./read-body.ts";
import type { Receiver, WebhookHeaders } from "./receiver.ts";

/** The handler uses this part of a request in Node, Express, Connect or a Next.js API route. */
export type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly headers: WebhookHeaders;
  /** Set if middleware has already read the body. */
  readonly body?: unknown;
};
export type NodeResponse = { statusCode: number; end(text?: string): unknown };

/**
 * A handler for Express: `app.post("/hook", expressHandler(receiver))`. It reads the body, or uses what `express.raw`
 * has read. If a JSON parser has read the body, the signed bytes are lost, and the handler responds with 500 and the
 * reason.
 */
export function expressHandler(receiver: Receiver): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    let body: Uint8Array | string;
    try {
      body = await bodyOf(request);
    } catch {
      // The sender disconnected before the end of the body. The response is lost, and the event is sent again.
      response.statusCode = 400;
      response.end();
      return;
    }
    if (typeof body === "string") {
      response.statusCode = body === tooLong ? 413 : 500;
      response.end(body);
      return;
    }
    const { status } = await receiver.receive(request.headers, body);
    response.statusCode = status;
    response.end();
  };
}

const parsedBefore =
  "The body was already parsed, so its signature can't be checked. Put this route before any body parser.";
const tooLong = "The body is too long for a webhook.";

/** Returns the bytes, or the reason why there are none. */
async function bodyOf(request: NodeRequest): Promise<Uint8Array | string> {
  if (request.body instanceof Uint8Array) return request.body;
  // Parsers of Express 4 leave `{}` as the body if they had nothing to read.
  const isUnread =
    request.body === undefined || (isEmpty(request.body) && Reflect.get(request, "readableEnded") !== true);
  if (!isUnread) return parsedBefore;
  return (await readBody(request)) ?? tooLong;
}

function isEmpty(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length === 0;
}
