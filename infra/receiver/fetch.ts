import { readBody } from "./read-body.ts";
import type { Receiver } from "./receiver.ts";

/**
 * A handler for fetch requests in a Next.js route (`export const POST = fetchHandler(receiver)`), Hono, Bun, Deno or a
 * worker. It responds with 413 to a body that is too long for a webhook, because anyone can send such a body unsigned.
 */
export function fetchHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(chunksOf(request));
    if (body === undefined) return new Response(null, { status: 413 });
    const { status } = await receiver.receive(Object.fromEntries(request.headers), body);
    return new Response(null, { status });
  };
}

/** Not every runtime can iterate over a body. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}
