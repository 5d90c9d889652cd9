import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ContentionError, EngineUnavailableError, InvalidInputError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import { problemResponse } from "./problem.ts";
import { RequestError } from "./request-error.ts";

const retryAfter = { "retry-after": "5" };

/** Turns every error into a problem document. An unexpected error is logged, and the caller learns nothing about it. */
export function errorResponse(error: Error, { req }: Context, logger: Logger): Response {
  const { path, method } = req;
  if (error instanceof RequestError) {
    const { problem, message, errors, retryAfter: seconds } = error;
    const headers = seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } };
    return problemResponse(problem, path, { detail: message, ...headers, ...(errors === undefined ? {} : { errors }) });
  }
  if (error instanceof InvalidInputError) {
    const errors = error.issues.map(({ path: field, message }) => ({ field, message }));
    return problemResponse("invalid-request", path, { errors });
  }
  if (error instanceof HTTPException && error.status === 400) return problemResponse("malformed-json", path);
  // The body parser is stricter about a content type's parameters than the check before it.
  if (error instanceof HTTPException && error.status === 415) return problemResponse("unsupported-media-type", path);
  if (error instanceof ContentionError) return problemResponse("conflict", path, { headers: retryAfter });
  // The client closed the connection before its body arrived, so it doesn't read the response.
  if ("code" in error && error.code === "ECONNRESET") return problemResponse("malformed-json", path);
  logger.error("api.failed", error, { method, path });
  if (error instanceof EngineUnavailableError) return problemResponse("unavailable", path, { headers: retryAfter });
  return problemResponse("internal", path);
}
