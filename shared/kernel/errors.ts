/** A `FeedhookError` has a stable `code` to branch on, and says whether a retry can help. */
export abstract class FeedhookError extends Error {
  abstract readonly code: string;
  readonly retryable: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The base of an error class that only adds its code. */
export function errorWith(code: string) {
  return class extends FeedhookError {
    readonly code = code;
  };
}

/** Input from a person or another program is wrong. `issues` never contains values, because a value may be a secret. */
export class InvalidInputError extends FeedhookError {
  readonly code = "invalid_input";
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(what: string, issues: readonly { readonly path: string; readonly message: string }[]) {
    super(`${what}: ${issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")}`);
    this.issues = issues;
  }
}

/** A DynamoDB item above 400 KB, an SQS message above 1 MiB, or an event above 256 KB. */
export class ItemTooLargeError extends errorWith("item_too_large") {}

/** The engine throttled us, is unavailable, or timed out. */
export class EngineUnavailableError extends FeedhookError {
  readonly code = "engine_unavailable";
  override readonly retryable = true;
}

/** A resource of the machine is exhausted, and a person must act. The message is complete without a stack. */
export class MachineLimitError extends EngineUnavailableError {}

/** Workers pause until space is free on the disk. */
export class StoreFullError extends MachineLimitError {}

export class FilesExhaustedError extends MachineLimitError {
  constructor(options?: ErrorOptions) {
    super("this process can't open more files: raise its limit (ulimit -n 4096, or LimitNOFILE=)", options);
  }
}

/** A compare-and-set lost too many times. The next message or call tries again. */
export class ContentionError extends FeedhookError {
  readonly code = "contention";
  override readonly retryable = true;
}

/** A bug or a wrong restore left stored data in a shape that this version doesn't know. Never skip it silently. */
export class CorruptItemError extends errorWith("corrupt_item") {}

/** The key, the tenant or the id is wrong, bytes were changed, or the data key is missing. */
export class UnsealError extends errorWith("unseal_failed") {}

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** The code of a fault that Node, a library or the system reports, such as `ENOSPC`. */
export function faultCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export const isFilesExhausted = (code: string | undefined): boolean => code === "EMFILE" || code === "ENFILE";

export const isTlsFault = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/.test(code);
