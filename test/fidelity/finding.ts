import type { Failure } from "./oracle/failure.ts";

/** One failure with everything needed to understand it. */
export type Finding = Failure & {
  readonly of: string;
  readonly transition: string;
  /** What the source showed before and after, as text. */
  readonly was: string;
  readonly is: string;
  readonly events: readonly string[];
};
