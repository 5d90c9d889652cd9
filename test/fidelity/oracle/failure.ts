/** What kind of mistake it is, for counting. */
export type FailureKind =
  /** Nothing was published of a change. */
  | "lost"
  /** Something was published that didn't happen, or once more. */
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

/** Something that is not as it should be. `rule`: the page that says how. */
export type Failure = { readonly kind: FailureKind; readonly rule: string; readonly what: string };
