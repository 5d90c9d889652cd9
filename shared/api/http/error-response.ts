import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ContentionError, EngineUnavailableError, InvalidInputError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import { problemResponse } from "./problem.ts";
import { RequestError } from "./request-error.ts";

const retryAfter = { "retry-after": "5" };

/** Every error as a problem document. What we didn't expect is logged and tells the caller nothing. */
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
  // Parameters of a content type are read more strictly where the body is.
  if (error instanceof HTTPException && error.status === 415) return problemResponse("unsupported-media-type", path);
  if (error instanceof ContentionError) return problemResponse("conflict", path, { headers: retryAfter });
  // The client ended the connection before its body was there: no one reads what is answered.
  if ("code" in error && error.code === "ECONNRESET") return problemResponse("malformed-json", path);
  logger.error("api.failed", error, { method, path });
  if (error instanceof EngineUnavailableError) return problemResponse("unavailable", path, { headers: retryAfter });
  return problemResponse("internal", path);
}
