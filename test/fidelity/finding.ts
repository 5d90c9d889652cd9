import type { Failure } from "./oracle/failure.ts";

/** One failure with all that somebody needs to see it. */
export type Finding = Failure & {
  readonly of: string;
  readonly transition: string;
  /** What the source showed before and after, as text. */
  readonly was: string;
  readonly is: string;
  readonly events: readonly string[];
};
