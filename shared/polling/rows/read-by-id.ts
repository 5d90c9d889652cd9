import type { JsonObject } from "../../kernel/json.ts";
import type { Moment, SourceFailure } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { checkWitness, type WitnessQuestion } from "../removals/check-witness.ts";
import { patience } from "./unanswered.ts";

/** What a read by id said of a record. */
export type ReadById = { readonly id: string; readonly body: JsonObject; readonly moment: Moment };

/** `passedOver`: nothing can be read of it now. `unanswered` and `too_large` say that it is there nevertheless. */
export type OneById =
  | ({ readonly outcome: "read" } & ReadById)
  | { readonly outcome: "passedOver"; readonly id: string; readonly reason: "none" | "unanswered" | "too_large" };

/** `witnesses` gives what must be there, none of it among the ids that weren't answered. */
export type ReadingById = {
  readonly ids: AsyncIterable<string> | Iterable<string>;
  readonly pathOf: (id: string) => string;
  readonly witnesses: (unanswered: readonly string[]) => readonly WitnessQuestion[];
};

/**
 * Asks the source for records by id, one after the other; returns why it couldn't go on, undefined at the end. One that isn't answered is
 * passed over once the feed has failed often enough, and with each further failure one more in a row, for those that stand together.
 * It is given only after the source answered something else, so that in an outage the reader stays where it is.
 */
export async function* readById(
  { feed, source }: Visit,
  { ids, pathOf, witnesses }: ReadingById,
): AsyncGenerator<OneById, SourceFailure | undefined, undefined> {
  const mostUnanswered = feed.failures - patience + 1;
  let unanswered: { readonly id: string; readonly failure: SourceFailure }[] = [];
  for await (const id of ids) {
    const answer = await source.one({ path: pathOf(id) });
    const isTooLarge = answer.outcome === "unavailable" && answer.heavy === "too_large";
    if (answer.outcome === "unavailable" && !isTooLarge && unanswered.length < mostUnanswered) {
      unanswered.push({ id, failure: answer });
      continue;
    }
    // Whether one is gone or can't be read is for the walks and the lists to say.
    const isNone =
      answer.outcome === "notFound" || answer.outcome === "badRequest" || answer.outcome === "unprocessable";
    if (answer.outcome !== "ok" && !isNone && !isTooLarge)
      return answer.outcome === "exhausted" ? (unanswered[0]?.failure ?? answer) : answer;
    yield* unanswered.map(passedOver);
    unanswered = [];
    if (answer.outcome === "ok") yield { outcome: "read", id, body: answer.value, moment: answer.moment };
    else yield { outcome: "passedOver", id, reason: isTooLarge ? "too_large" : "none" };
  }
  const [first] = unanswered;
  // Unless it is only the last ones that the source doesn't answer.
  if (first !== undefined && (await checkWitness(witnesses(unanswered.map(({ id }) => id)))).outcome !== "alive")
    return first.failure;
  yield* unanswered.map(passedOver);
  return undefined;
}

const passedOver = ({ id }: { readonly id: string }): OneById => ({ outcome: "passedOver", id, reason: "unanswered" });
