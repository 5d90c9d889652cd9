import { setTimeout as sleep } from "node:timers/promises";
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./api-types.ts";

export type { components, paths } from "./api-types.ts";

/** Has one method per HTTP method, with types from the OpenAPI document. */
export type ApiClient = Client<paths>;

export type ApiClientOptions = {
  /** The bridge's address: `https://bridge.example.com`. */
  readonly url: string;
  /** The API key of a partner or an operator. */
  readonly key: string;
  readonly userAgent?: string;
  /** The default is the global `fetch` with a timeout of one minute. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** The maximum total time (seconds) that a call waits between its attempts. */
const patience = 20;
const attempts = 4;

/**
 * A client for the management API: `const { data, error } = await client.GET("/v1/subscriptions")`. `error` is the
 * API's problem response. A call rejects only if there is no response.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { url, key, userAgent = "feedhook-client" } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request, { signal: AbortSignal.timeout(60_000) }));
  return createClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}`, "user-agent": userAgent },
    fetch: (request) => sendPatiently(request, send),
  });
}

/** Retries are safe, because a request that gets a 429 changes nothing. */
async function sendPatiently(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  let left = patience;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(request.clone());
    const wait = Number(answer.headers.get("retry-after") ?? 1);
    if (answer.status !== 429 || attempt === attempts || !(wait <= left)) return answer;
    left -= wait;
    await sleep(wait * 1_000);
  }
}
