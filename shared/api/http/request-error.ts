import { FeedhookError } from "../../kernel/errors.ts";
import type { FieldError, ProblemName } from "./problem.ts";

/** The most errors in one response: a request body can contain tens of thousands of invalid values. */
export const mostErrors = 50;

/** Ends a request with a problem. Routes throw it, so that their code contains only the success path. */
export class RequestError extends FeedhookError {
  readonly code = "request_refused";
  readonly problem: ProblemName;
  readonly errors: readonly FieldError[] | undefined;
  /** Seconds to wait before sending the request again. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemName, detail: string, errors?: readonly FieldError[], retryAfter?: number) {
    super(detail);
    this.problem = problem;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  static invalid(errors: readonly FieldError[]): RequestError {
    return new RequestError("invalid-request", countOf(errors), errors.slice(0, mostErrors));
  }

  /** `seconds`: the time until the request may be sent again. */
  static tooSoon(detail: string, seconds: number): RequestError {
    return new RequestError("too-many-requests", detail, undefined, seconds);
  }

  static notFound(what: string): RequestError {
    return new RequestError("not-found", `${what} doesn't exist.`);
  }
}

function countOf({ length }: readonly FieldError[]): string {
  return length === 1 ? "1 field is invalid." : `${length} fields are invalid.`;
}
