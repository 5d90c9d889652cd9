import type { DialOutcome, FailureClass } from "../../../delivery/attempt/dialer.ts";
import { FeedhookError, faultCodeOf, isFilesExhausted } from "../../../kernel/errors.ts";
import { responseStatusOf } from "../engine-fault.ts";

/** A destination that can't be used. `status` means the same as the status of a webhook's response. */
export class DestinationError extends FeedhookError {
  readonly code = "destination_refused";
  readonly status: number;
  /** AWS's error code, or ours. */
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

/** A response that isn't the service's, such as a gateway's page. Its status can't mean that the event was accepted. */
export function unreadable(status: number): DestinationError {
  const own = status < 300 ? 502 : status;
  return new DestinationError(own, "UnreadableResponse", "The response isn't in the service's format.");
}

const gone = /^(AWS\.SimpleQueueService\.NonExistentQueue|QueueDoesNotExist|ResourceNotFoundException|NoSuchBucket)$/;
const denied =
  /AccessDenied|Unauthori|^Kms|^KMS|InvalidClientTokenId|ExpiredToken|UnrecognizedClient|RegionDisabled|OptInRequired|SignatureDoesNotMatch/;
const throttled = /Throttl|TooManyRequests|SlowDown|LimitExceeded|OverLimit/;

/**
 * Returns the status with which an endpoint would report the fault that an AWS error code names. For unknown codes,
 * returns `status`, the status of AWS's own response.
 */
export function statusOf(code: string, status = 500): number {
  if (gone.test(code)) return 404;
  if (throttled.test(code)) return 429;
  return denied.test(code) ? 403 : status;
}

/** The maximum number of characters of an error that a partner sees. */
const mostShown = 1_000;

type Failure =
  | Omit<DialOutcome & { outcome: "answered" }, "ms" | "timing">
  | Omit<DialOutcome & { outcome: "failed" }, "ms" | "timing">;

/** Translates an error of the SDK into the outcome of the attempt. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DestinationError) return answered(error);
  if (!(error instanceof Error)) return { outcome: "failed", class: "protocol", detail: String(error) };
  const status = responseStatusOf(error);
  if (status !== undefined && error instanceof SyntaxError) return answered(unreadable(status));
  // Pass on the service's own message, because the destination's owner needs it to find the cause.
  if (status !== undefined)
    return answered(new DestinationError(statusOf(error.name, status), error.name, error.message));
  const code = faultCodeOf(error) ?? error.name;
  return {
    outcome: "failed",
    class: classOf(code),
    detail: isFilesExhausted(code) ? code : `${code} ${error.message}`,
  };
}

function answered({ status, reason, message }: DestinationError): Failure {
  return { outcome: "answered", status, headers: {}, excerpt: `${reason}: ${message}`.slice(0, mostShown) };
}

function classOf(code: string): FailureClass {
  if (code === "TimeoutError" || code === "AbortError" || code === "ETIMEDOUT") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns";
  // The bridge has no credentials, and only the operator can fix that.
  if (code === "CredentialsProviderError") return "blocked";
  if (code.includes("CERT") || code.startsWith("ERR_TLS")) return "tls";
  return code.startsWith("E") ? "connect" : "protocol";
}
