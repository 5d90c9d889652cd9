import type { Clock } from "../../kernel/ports/clock.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../source/source.ts";
import type { PassEnd } from "../feed-reader.ts";
import { OversizedRow } from "../rows/oversized-row.ts";
import { lighterLimit, type PageLimit, raisedLimit, rememberedLimit, smallerLimit } from "../rows/page-limit.ts";

/**
 * Limits page sizes to what the source can deliver. A page that is too large is requested again at once in smaller
 * ones; after a timeout the smaller size waits for the next visit, because this visit's time is spent. The size is
 * remembered on the feed and raised by a step per hour, so that one bad day doesn't make a list slow for good. A single
 * row that is too large becomes an `OversizedRow`.
 */
export class SizedSource implements Source {
  readonly #source: Source;
  readonly #clock: Clock;
  readonly #standing: PageLimit | undefined;
  #lowered: PageLimit | undefined;
  #requests = 0;

  constructor(source: Source, clock: Clock, standing: PageLimit | undefined) {
    this.#source = source;
    this.#clock = clock;
    this.#standing = standing;
  }

  /** How many questions it passed on; repeats that a fault made necessary aren't counted. */
  get requests(): number {
    return this.#requests;
  }

  one(request: SourceRequest): ReturnType<Source["one"]> {
    this.#requests += 1;
    return this.#source.one(request);
  }

  async page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    const asked = Number(request.query?.["limit"]);
    if (!Number.isInteger(asked)) return this.#ask(request);
    let limit = Math.min(asked, (this.#lowered ?? this.#standing)?.size ?? asked);
    for (;;) {
      const sized = limit === asked ? request : { ...request, query: { ...request.query, limit: String(limit) } };
      const answer = await this.#ask(sized);
      if (answer.outcome !== "unavailable" || answer.heavy === undefined) return answer;
      const smaller = answer.heavy === "too_large" ? lighterLimit(limit) : smallerLimit(limit);
      // Of a full row a lean one and a read by id may come all the same.
      const isLast = smaller === undefined && answer.heavy === "too_large" && request.query?.["view"] !== "full";
      if (isLast) return this.#skim(sized, answer);
      if (smaller === undefined) return answer;
      this.#lowered = rememberedLimit(smaller, this.#clock.now());
      if (answer.heavy === "timeout") return answer;
      limit = smaller;
    }
  }

  #ask(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    this.#requests += 1;
    return this.#source.page(request);
  }

  /** Gets past a single row that is too large: reads only what names the row and the cursor behind it. */
  async #skim(request: SourceRequest, tooLarge: SourceAnswer<SourcePage>): Promise<SourceAnswer<SourcePage>> {
    const skimmed = await this.#ask({ ...request, skim: true });
    if (skimmed.outcome === "exhausted") return skimmed;
    // Nothing shows where the next row stands, so the feed says that it can't get on, and why.
    if (skimmed.outcome !== "ok") return tooLarge;
    const items = skimmed.value.items.map((row) => new OversizedRow(row));
    return { ...skimmed, value: { ...skimmed.value, items } };
  }

  /** The change that the visit makes to the feed's page limit; undefined where it makes none. */
  patch(end: PassEnd): { readonly pageLimit: PageLimit | undefined } | undefined {
    if (this.#lowered !== undefined) return { pageLimit: this.#lowered };
    const wentWell = end.outcome === "done" || end.outcome === "yielded";
    return wentWell && this.#standing ? raisedLimit(this.#standing, this.#clock.now()) : undefined;
  }
}
