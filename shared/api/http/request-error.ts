import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ContentionError, EngineUnavailableError, FeedhookError, InvalidInputError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import { mostErrors } from "./field-errors.ts";
import { type FieldError, type ProblemName, problemResponse } from "./problem.ts";

/** Ends a request with a problem. Routes and middlewares throw it, so their code contains only the success path. */
export class RequestError extends FeedhookError {
  readonly code = "request_refused";
  readonly problem: ProblemName;
  readonly errors: readonly FieldError[] | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemName, detail: string, errors?: readonly FieldError[], retryAfter?: number) {
    super(detail);
    this.problem = problem;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** `count`: the number of invalid fields, if `errors` lists only the first of them. */
  static invalid(errors: readonly FieldError[], count = errors.length): RequestError {
    return new RequestError("invalid-request", countText(count), errors.slice(0, mostErrors));
  }

  static tooSoon(detail: string, seconds: number): RequestError {
    return new RequestError("too-many-requests", detail, undefined, seconds);
  }

  static notFound(what: string): RequestError {
    return new RequestError("not-found", `${what} doesn't exist.`);
  }
}

function countText(count: number): string {
  return count === 1 ? "1 field is invalid." : `${count} fields are invalid.`;
}

const retryAfter = { "retry-after": "5" };

/** Logs an unexpected error, and tells the caller nothing about it. */
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
  // `requireJson` accepts a body without a content type if no header gives the body's length. Such a body is noticed
  // when it is read.
  if (error instanceof HTTPException && error.status === 415) return problemResponse("unsupported-media-type", path);
  if (error instanceof ContentionError) return problemResponse("conflict", path, { headers: retryAfter });
  // The client closed the connection before its body arrived, so it doesn't read the response.
  if ("code" in error && error.code === "ECONNRESET") return problemResponse("malformed-json", path);
  logger.error("api.failed", error, { method, path });
  if (error instanceof EngineUnavailableError) return problemResponse("unavailable", path, { headers: retryAfter });
  return problemResponse("internal", path);
}
