import type { Clock } from "../../kernel/ports/clock.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../source/source.ts";
import type { PassEnd } from "../feed-reader.ts";
import { lighterLimit, type PageLimit, raisedLimit, rememberedLimit, smallerLimit } from "../rows/page-limit.ts";

/**
 * Limits page sizes to what the source can deliver. A page that is too large is requested again at once in smaller
 * ones; after a timeout the smaller size waits for the next visit, because this visit's time is spent. The size is
 * remembered on the feed and raised by a step per hour, so that one bad day doesn't make a list slow for good.
 */
export class SizedSource implements Source {
  readonly #source: Source;
  readonly #clock: Clock;
  readonly #standing: PageLimit | undefined;
  #lowered: PageLimit | undefined;

  constructor(source: Source, clock: Clock, standing: PageLimit | undefined) {
    this.#source = source;
    this.#clock = clock;
    this.#standing = standing;
  }

  one(request: SourceRequest): ReturnType<Source["one"]> {
    return this.#source.one(request);
  }

  async page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    const asked = Number(request.query?.["limit"]);
    if (!Number.isInteger(asked)) return this.#source.page(request);
    let limit = Math.min(asked, (this.#lowered ?? this.#standing)?.size ?? asked);
    for (;;) {
      const sized = limit === asked ? request : { ...request, query: { ...request.query, limit: String(limit) } };
      const answer = await this.#source.page(sized);
      if (answer.outcome !== "unavailable" || answer.heavy === undefined) return answer;
      const smaller = answer.heavy === "too_large" ? lighterLimit(limit) : smallerLimit(limit);
      if (smaller === undefined) return answer;
      this.#lowered = rememberedLimit(smaller, this.#clock.now());
      if (answer.heavy === "timeout") return answer;
      limit = smaller;
    }
  }

  /** The change that the visit makes to the feed's page limit; undefined where it makes none. */
  patch(end: PassEnd): { readonly pageLimit: PageLimit | undefined } | undefined {
    if (this.#lowered !== undefined) return { pageLimit: this.#lowered };
    const wentWell = end.outcome === "done" || end.outcome === "yielded";
    return wentWell && this.#standing ? raisedLimit(this.#standing, this.#clock.now()) : undefined;
  }
}
