import type * as fc from "fast-check";

/** A reader of external input, and what must be true for any input. */
export type Target = {
  readonly name: string;
  /** How many cases take as long as one of the quickest target. */
  readonly cost: number;
  readonly property: () => fc.IRawProperty<unknown>;
};

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}
