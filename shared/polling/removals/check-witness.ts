import type { Source, SourceAnswer, SourceFailure } from "../../source/source.ts";

/** Asks for something that was there a moment ago. */
export type WitnessQuestion = () => Promise<SourceAnswer<unknown>>;

/** A list that every instance has answers whenever the source does: it stands in where no record can be the witness. */
export const anyList =
  (source: Source): WitnessQuestion =>
  () =>
    source.page({ path: "/company", query: { limit: "1" } });

export type WitnessAnswer =
  | { readonly outcome: "alive" }
  /** None of the `asked` witnesses is there any more. */
  | { readonly outcome: "none"; readonly asked: number }
  | { readonly outcome: "stopped"; readonly failure: SourceFailure };

/** How many witnesses are asked for: one of them may itself be gone by now. */
export const mostWitnesses = 3;

/**
 * Asks for things that must still be there until one of them answers. Unless one does, a 404 may as well come from an
 * unknown instance or from lost access (hazards 26, 27), and a candidate that answered it isn't proven to be gone. A witness
 * that gets no answer may be one that the source never answers, so the next one is asked.
 */
export async function checkWitness(witnesses: readonly WitnessQuestion[]): Promise<WitnessAnswer> {
  let failure: SourceFailure | undefined;
  for (const ask of witnesses) {
    const answer = await ask();
    if (answer.outcome === "ok") return { outcome: "alive" };
    if (answer.outcome === "notFound" || answer.outcome === "badRequest") continue;
    failure = answer;
    if (answer.outcome !== "unavailable") break;
  }
  if (failure !== undefined) return { outcome: "stopped", failure };
  return { outcome: "none", asked: witnesses.length };
}
