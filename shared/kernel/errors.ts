/** The base of every Feedhook error. It has a stable `code` to branch on, and says whether a retry can help. */
export abstract class FeedhookError extends Error {
  abstract readonly code: string;
  readonly retryable: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * Input from a person or another program is wrong. `issues` contains fields and reasons, never values, because a value
 * may be a secret.
 */
export class InvalidInputError extends FeedhookError {
  readonly code = "invalid_input";
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(what: string, issues: readonly { readonly path: string; readonly message: string }[]) {
    super(`${what}: ${issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")}`);
    this.issues = issues;
  }
}

/**
 * An item, a message or an event is too large (a DynamoDB item above 400 KB, an SQS message above 1 MiB, an event above
 * 256 KB).
 */
export class ItemTooLargeError extends FeedhookError {
  readonly code = "item_too_large";
}

/** A temporary fault of the engine: it throttled us, is unavailable, or timed out. */
export class EngineUnavailableError extends FeedhookError {
  readonly code = "engine_unavailable";
  override readonly retryable = true;
}

/** A resource of the machine is exhausted, and a person must act. The message is complete without a stack. */
export class MachineLimitError extends EngineUnavailableError {}

/** The disk is full. Workers pause until space is free. */
export class StoreFullError extends MachineLimitError {}

/** This process or machine can't open more files or connections. */
export class FilesExhaustedError extends MachineLimitError {
  constructor(options?: ErrorOptions) {
    super("this process can't open more files: raise its limit (ulimit -n 4096, or LimitNOFILE=)", options);
  }
}

/** A compare-and-set lost too many times, and its worker gave up. The next message or call tries again. */
export class ContentionError extends FeedhookError {
  readonly code = "contention";
  override readonly retryable = true;
}

/**
 * Stored data has a shape that this version doesn't know, because of a bug or a wrong restore. Never skip it silently.
 */
export class CorruptItemError extends FeedhookError {
  readonly code = "corrupt_item";
}

/** A sealed value can't be opened: wrong key, wrong owner, or changed bytes. */
export class UnsealError extends FeedhookError {
  readonly code = "unseal_failed";
}

/** The message of anything that was thrown, even if it isn't an Error. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

const filesExhausted: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

/** Whether a system error's code says that this process or machine can't open more files or connections. */
export const isFilesExhausted = (code: string): boolean => filesExhausted.has(code);
