import { FeedhookError } from "../../kernel/errors.ts";
import type { FieldError, ProblemName } from "./problem.ts";

/** Ends a request with a problem; routes throw it so that their success path reads straight. */
export class RequestError extends FeedhookError {
  readonly code = "request_refused";
  readonly problem: ProblemName;
  readonly errors: readonly FieldError[] | undefined;

  constructor(problem: ProblemName, detail: string, errors?: readonly FieldError[]) {
    super(detail);
    this.problem = problem;
    this.errors = errors;
  }

  static invalid(errors: readonly FieldError[]): RequestError {
    return new RequestError("invalid-request", countOf(errors), errors);
  }

  static notFound(what: string): RequestError {
    return new RequestError("not-found", `${what} does not exist`);
  }
}

function countOf({ length }: readonly FieldError[]): string {
  return length === 1 ? "1 field is wrong" : `${length} fields are wrong`;
}
