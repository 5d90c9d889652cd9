import { FeedhookError } from "../../shared/kernel/errors.ts";

/** docs/cli.md lists these codes. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3, unauthorized: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that the user may be able to fix; `nextStep` says how. */
export abstract class CliError extends FeedhookError {
  abstract readonly exitCode: ExitCode;
  readonly nextStep: string | undefined;

  constructor(message: string, nextStep?: string, options?: ErrorOptions) {
    super(message, options);
    this.nextStep = nextStep;
  }
}

/** The command line, or a file that it names, is invalid. */
export class UsageError extends CliError {
  readonly code = "usage";
  readonly exitCode = exitCodes.usage;
}

export class DeclinedError extends CliError {
  readonly code = "declined";
  readonly exitCode = exitCodes.failed;
}

export class UnreachableError extends CliError {
  readonly code = "unreachable";
  readonly exitCode = exitCodes.unreachable;
}

/** The key is missing, or the bridge rejects it. `problem` is as in {@link ApiProblemError}. */
export class UnauthorizedError extends CliError {
  readonly code = "unauthorized";
  readonly exitCode = exitCodes.unauthorized;
  readonly problem: "unauthorized" | "forbidden";

  constructor(message: string, nextStep: string, problem: "unauthorized" | "forbidden" = "unauthorized") {
    super(message, nextStep);
    this.problem = problem;
  }
}

/** `problem` is the last part of the problem's type, which docs/partner-guide.md lists. */
export class ApiProblemError extends CliError {
  readonly code = "api_problem";
  readonly exitCode = exitCodes.failed;
  readonly problem: string;

  constructor(problem: string, message: string, nextStep?: string) {
    super(message, nextStep);
    this.problem = problem;
  }
}
