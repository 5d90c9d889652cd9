import { type ApiClient, createApiClient } from "../../api-client/create-api-client.ts";
import { ApiProblemError, UnreachableError } from "../cli-errors.ts";

/** In bytes. Pages and events are far smaller. */
const mostBytes = 64 * 1024 * 1024;
const checkUrl = "Check that FEEDHOOK_URL is the bridge's own URL.";

/** The client's calls throw {@link UnreachableError} if nothing responds. */
export function connect(url: string, key: string, partner?: string): ApiClient {
  return createApiClient({
    ...{ url, key, userAgent: "feedhook-cli" },
    fetch: (request) => fetchFrom(url, partner === undefined ? request : onBehalfOf(partner, request)),
  });
}

export function onBehalfOf(partner: string, request: Request): Request {
  request.headers.set("feedhook-partner", partner);
  return request;
}

async function fetchFrom(url: string, request: Request): Promise<Response> {
  try {
    return bounded(await fetch(request, { signal: AbortSignal.timeout(60_000) }));
  } catch (cause) {
    throw new UnreachableError(
      `there is no response from ${url} (${reasonOf(cause)})`,
      "Check that the bridge is running there, set FEEDHOOK_URL, or choose another profile. `feedhook doctor` runs more checks.",
      { cause },
    );
  }
}

/** Reading more than `mostBytes` of the body throws {@link ApiProblemError}. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= mostBytes) controller.enqueue(chunk);
      else controller.error(new ApiProblemError("unknown", "the response is larger than 64 MiB", checkUrl));
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/** The cause of an error, because `fetch failed` explains nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return error.name === "TimeoutError" ? "no response in time" : error.message;
}
