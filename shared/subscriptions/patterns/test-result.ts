/** A condition on one value of an event, or what is wrong with how it was written. */
export type TestResult = ValueTest | { readonly problem: string };
export type ValueTest = {
  readonly passes: (value: unknown) => boolean;
  /** What trying it on one value costs; a comparison of short texts costs 1. */
  readonly steps: number;
  /** How often it reads a string to its end, however long that is. */
  readonly reads: number;
};

export function test(passes: ValueTest["passes"], { steps = 1, reads = 0 } = {}): ValueTest {
  return { passes, steps, reads };
}
