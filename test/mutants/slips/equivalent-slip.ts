/** A slip that no test can notice because it makes no difference, and why. */
export type EquivalentSlip = {
  readonly file: string;
  readonly mutator: string;
  /** How the changed code begins: with swapped statements, the one that comes too early. */
  readonly becomes: string;
  readonly why: string;
};

export const repeated =
  "The message isn't done before both are: it comes again after a process that ended in between, which does both again.";
export const reads = "Two reads, neither of which has an effect or depends on the other.";
export const refusals =
  "Two reads without an effect; of a request that both refuse, the other one's refusal is the answer.";
export const exclusive = "At most one of the two conditions holds.";

export const swapped = (file: string, why: string, ...early: readonly string[]): readonly EquivalentSlip[] =>
  early.map((becomes) => ({ file, mutator: "SwapAwaited", becomes, why }));
