import type { Receiver } from "./receiver.ts";

/**
 * A handler of fetch requests, for a Next.js route (`export const POST = fetchHandler(receiver)`), Hono, Bun, Deno or a
 * worker.
 */
export function fetchHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const { status } = await receiver.receive(Object.fromEntries(request.headers), body);
    return new Response(null, { status });
  };
}
