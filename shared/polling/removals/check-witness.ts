import type { Source, SourceAnswer, SourceFailure } from "../../source/source.ts";

/** Requests something that existed a moment ago. */
export type WitnessQuestion = () => Promise<SourceAnswer<unknown>>;

/**
 * A list that every instance has. It responds whenever the source does, and replaces the witness if no record can be
 * one.
 */
export const anyList =
  (source: Source): WitnessQuestion =>
  () =>
    source.page({ path: "/company", query: { limit: "1" } });

export type WitnessAnswer =
  | { readonly outcome: "alive" }
  /** Each of the `asked` witnesses returned 404 or 400. */
  | { readonly outcome: "none"; readonly asked: number }
  | { readonly outcome: "stopped"; readonly failure: SourceFailure };

/** The most witnesses that are requested. There are several, because one of them may have been removed since. */
export const mostWitnesses = 3;

/**
 * Requests things that must still exist until one of them responds. If none does, a 404 doesn't prove that a candidate
 * is gone, because the 404 may also come from an unknown instance or lost access (hazards 26, 27). If a witness is
 * unavailable, the next one is requested, because the source may never respond for the first.
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
