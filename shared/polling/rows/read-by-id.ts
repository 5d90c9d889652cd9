import type { JsonObject } from "../../kernel/json.ts";
import type { Moment, SourceFailure } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { checkWitness, isTooLarge, patience, type WitnessQuestion } from "./check-witness.ts";

export type ReadById = { readonly id: string; readonly body: JsonObject; readonly moment: Moment };

/** `skipped`: the record can't be read now. `none`: the source doesn't find the id, or refuses it. */
export type OneById =
  | ({ readonly outcome: "ok" } & ReadById)
  | { readonly outcome: "skipped"; readonly id: string; readonly reason: "none" | "unanswered" | "too_large" };

/** `witnesses` returns requests for things that must exist; the ids that got no response aren't among them. */
export type ReadingById = {
  readonly ids: AsyncIterable<string> | Iterable<string>;
  readonly pathOf: (id: string) => string;
  readonly witnesses: (unanswered: readonly string[]) => readonly WitnessQuestion[];
};

/**
 * Returns why the reading stopped early, or undefined if it reached the end. A record without a response is passed over
 * when the feed has failed often enough. With each further failure, one more consecutive record can be passed over.
 * Such a record is yielded only after the source has responded to another request, so the reader stops during an
 * outage.
 */
export async function* readById(
  { feed, source }: Visit,
  { ids, pathOf, witnesses }: ReadingById,
): AsyncGenerator<OneById, SourceFailure | undefined, undefined> {
  const mostUnanswered = feed.failures - patience + 1;
  let unanswered: { readonly id: string; readonly failure: SourceFailure }[] = [];
  for await (const id of ids) {
    const answer = await source.one({ path: pathOf(id) });
    const tooLarge = isTooLarge(answer);
    if (answer.outcome === "unavailable" && !tooLarge && unanswered.length < mostUnanswered) {
      unanswered.push({ id, failure: answer });
      continue;
    }
    // Walks and lists decide whether a record is gone or unreadable.
    const isNone =
      answer.outcome === "notFound" || answer.outcome === "badRequest" || answer.outcome === "unprocessable";
    if (answer.outcome !== "ok" && !isNone && !tooLarge)
      return answer.outcome === "exhausted" ? (unanswered[0]?.failure ?? answer) : answer;
    yield* unanswered.map(passedOver);
    unanswered = [];
    if (answer.outcome === "ok") yield { outcome: "ok", id, body: answer.value, moment: answer.moment };
    else yield { outcome: "skipped", id, reason: tooLarge ? "too_large" : "none" };
  }
  const [first] = unanswered;
  // A witness shows whether the source fails only for these last records.
  if (first !== undefined && (await checkWitness(witnesses(unanswered.map(({ id }) => id)))).outcome !== "ok")
    return first.failure;
  yield* unanswered.map(passedOver);
  return undefined;
}

const passedOver = ({ id }: { readonly id: string }): OneById => ({ outcome: "skipped", id, reason: "unanswered" });
