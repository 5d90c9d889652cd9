import { EngineUnavailableError, faultCodeOf, InvalidInputError, ItemTooLargeError } from "../../kernel/errors.ts";

const retryableNames = new Set([
  "InternalException",
  "InternalFailure",
  "InternalServerError",
  "KMSInternalException",
  "LimitExceededException",
  "OverLimit",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestThrottled",
  "RequestTimeout",
  "ServiceUnavailable",
  "ThrottledException",
  "Throttling",
  "ThrottlingException",
  "TimeoutError",
  "TooManyRequestsException",
]);
const isOfConnection = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/;
const tooLarge = /size (to update )?has exceeded|message must be shorter|longer than the maximum/i;

/**
 * Whether a later try may succeed: the service throttled the request, was unavailable, timed out, or wasn't reached.
 * The SDK's own retries have already failed.
 */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (retryableNames.has(error.name)) return true;
  if (isOfConnection.test(faultCodeOf(error) ?? "")) return true;
  return (responseStatusOf(error) ?? 0) >= 500;
}

/** Translates an AWS error into a kernel error. An error that has no counterpart is returned unchanged. */
export function asEngineFault(what: string, error: unknown): unknown {
  if (isRetryable(error)) return new EngineUnavailableError(`${what} is unavailable`, { cause: error });
  if (!(error instanceof Error)) return error;
  const refused = error.name === "ValidationException" || error.name === "BatchRequestTooLong";
  if (
    refused &&
    /item size|BatchRequestTooLong/i.test(`${error.name} ${error.message}`) &&
    tooLarge.test(error.message)
  ) {
    return new ItemTooLargeError(`${what}: ${error.message}`, { cause: error });
  }
  if (refused) return new InvalidInputError(what, [{ path: "", message: error.message }]);
  return error;
}

export async function withEngineFaults<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asEngineFault(what, error);
  }
}

/** The HTTP status of the response that an error of the SDK reports; undefined if there was no response. */
export function responseStatusOf(error: Error): number | undefined {
  const metadata = "$metadata" in error ? error.$metadata : undefined;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}
