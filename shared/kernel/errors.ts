/** What every error of Feedhook tells: a stable `code` to branch on, and whether trying the same thing again can help. */
export abstract class FeedhookError extends Error {
  abstract readonly code: string;
  readonly retryable: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Input that a person or program gave us is wrong. `issues` name fields and reasons, never values: a value may be a secret. */
export class InvalidInputError extends FeedhookError {
  readonly code = "invalid_input";
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(what: string, issues: readonly { readonly path: string; readonly message: string }[]) {
    super(`${what}: ${issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")}`);
    this.issues = issues;
  }
}

/** An item is larger than the engines allow (DynamoDB 400 KB, SQS 1 MiB, EventBridge 1 MB a request). */
export class ItemTooLargeError extends FeedhookError {
  readonly code = "item_too_large";
}

/** The engine below answered with a fault that passes (throttled, unavailable, timed out). */
export class EngineUnavailableError extends FeedhookError {
  readonly code = "engine_unavailable";
  override readonly retryable = true;
}

/** A compare-and-set lost so often that going on would be a busy loop; the work is taken up again by its next message. */
export class ContentionError extends FeedhookError {
  readonly code = "contention";
  override readonly retryable = true;
}

/** Stored data doesn't have the shape this version knows: a bug or a wrong restore, never something to skip silently. */
export class CorruptItemError extends FeedhookError {
  readonly code = "corrupt_item";
}

/** A sealed value could not be opened: wrong key, wrong owner, or changed bytes. */
export class UnsealError extends FeedhookError {
  readonly code = "unseal_failed";
}
