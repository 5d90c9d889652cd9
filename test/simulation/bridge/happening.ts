import type { SeededRandomness } from "../../support/seeded-randomness.ts";
import type { Deed } from "./people.ts";

/** `at`: ms after the beginning of the history. */
export type Happening = Deed & { readonly at: number };

const minute = 60_000;

/** Between `least` and `least + more` deeds of one kind, at random times of the first `minutes` minutes. */
export function scattered(
  randomness: SeededRandomness,
  what: string,
  { least, more, minutes }: { readonly least: number; readonly more: number; readonly minutes: number },
): readonly Happening[] {
  return Array.from({ length: least + Math.floor(randomness.fraction() * more) }, () => ({
    at: Math.floor(randomness.fraction() * minutes * minute),
    what,
    choice: randomness.fraction(),
    detail: randomness.fraction(),
  }));
}
