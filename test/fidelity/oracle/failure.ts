/** The kind of mistake, for counting. */
export type FailureKind =
  /** A change wasn't published. */
  | "lost"
  /** Something was published that didn't happen, or was published twice. */
  | "invented"
  | "wrong type"
  /** `data` isn't what the source showed. */
  | "data"
  /** `changes` names too much, too little, or a value that the source never had. */
  | "changes"
  | "time"
  | "order"
  | "late"
  | "removals held";

/** A mistake. `rule` is the page with the rule. */
export type Failure = { readonly kind: FailureKind; readonly rule: string; readonly what: string };
