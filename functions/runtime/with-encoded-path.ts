/* oxlint-disable typescript/no-deprecated -- Hono 5 moves this type to a separate package. */
import type { LambdaEvent } from "hono/aws-lambda";

/**
 * Encodes the path of a request from API Gateway's HTTP API, which passes it decoded. Hono builds a URL from the path,
 * in which the `#` in a feed's id would begin a fragment. A request from a REST API keeps the path that its client
 * sent.
 *
 * If a client's path contains an encoded `/`, the decoded path has one more segment. No route matches it, so the
 * response is 404.
 */
export function withEncodedPath(event: LambdaEvent): LambdaEvent {
  return "rawPath" in event ? { ...event, rawPath: event.rawPath.split("/").map(encoded).join("/") } : event;
}

/** The gateway decodes everything except `%25`, which must not be encoded again. A bare `%` is encoded. */
function encoded(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replaceAll("%2525", "%25");
}
