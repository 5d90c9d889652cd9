/** A condition on one value of an event, or what is wrong with how it was written. */
export type TestResult = { readonly passes: ValueTest } | { readonly problem: string };
export type ValueTest = (value: unknown) => boolean;

export function test(passes: ValueTest): TestResult {
  return { passes };
}
