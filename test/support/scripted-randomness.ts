import { SeededRandomness } from "./seeded-randomness.ts";

/** Returns these fractions one after another, and then 0. */
export class ScriptedRandomness extends SeededRandomness {
  readonly #fractions: number[];

  constructor(...fractions: number[]) {
    super();
    this.#fractions = fractions;
  }

  override fraction(): number {
    return this.#fractions.shift() ?? 0;
  }
}
