/** A condition on one value of an event, or what is wrong with the condition. */
export type TestResult = ValueTest | { readonly problem: string };
export type ValueTest = {
  readonly passes: (value: unknown) => boolean;
  /** How many steps it takes to test one value; comparing short texts takes 1. */
  readonly steps: number;
  /** How often it reads a string to its end, however long it is. */
  readonly reads: number;
};

export function test(passes: ValueTest["passes"], { steps = 1, reads = 0 } = {}): ValueTest {
  return { passes, steps, reads };
}
