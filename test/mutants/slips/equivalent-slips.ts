/** A slip that no test can notice, since it makes no difference, and why. */
export type EquivalentSlip = {
  readonly file: string;
  readonly mutator: string;
  /** How the changed code begins, as `.stryker/slips/mutants.json` has it in `replacement`. */
  readonly becomes: string;
  readonly why: string;
};

export const equivalentSlips: readonly EquivalentSlip[] = [];
