import { setTimeout as sleep } from "node:timers/promises";
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../../api-client/api-types.ts";
import { UnreachableError } from "../cli-errors.ts";

export type ApiClient = Client<paths>;

/** Seconds that a call waits at most, in all, before it repeats what was refused for being too much. */
const patience = 20;
const attempts = 4;

/** A client of the management API with the types of its OpenAPI document. Throws UnreachableError where nobody answers. */
export function createApiClient(url: string, key: string): ApiClient {
  return createClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}`, "user-agent": "feedhook-cli" },
    fetch: (request) => fetchPatiently(request, url),
  });
}

/** Repeats what the bridge refused because it was too much (429): such a request has changed nothing. */
async function fetchPatiently(request: Request, url: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetchOnce(request.clone(), url);
    const wait = Number(answer.headers.get("retry-after") ?? 1);
    if (answer.status !== 429 || attempt === attempts || !(wait <= patience / attempts)) return answer;
    await sleep(wait * 1_000);
  }
}

async function fetchOnce(request: Request, url: string): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(60_000) });
  } catch (cause) {
    throw new UnreachableError(
      `nobody answers at ${url} (${reasonOf(cause)})`,
      "Is the bridge running there? Set FEEDHOOK_URL or choose another profile; `feedhook doctor` looks closer.",
      { cause },
    );
  }
}

/** `fetch failed` says nothing; its cause does. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return error.name === "TimeoutError" ? "no answer in time" : error.message;
}
