/** A condition on one value of an event, or the problem with the condition. */
export type TestResult = ValueTest | { readonly problem: string };
export type ValueTest = {
  readonly passes: (value: unknown) => boolean;
  /** The steps that testing one value takes; comparing short texts takes 1. */
  readonly steps: number;
  /** The number of times it reads a string to its end, however long. */
  readonly reads: number;
};

export function test(passes: ValueTest["passes"], { steps = 1, reads = 0 } = {}): ValueTest {
  return { passes, steps, reads };
}
