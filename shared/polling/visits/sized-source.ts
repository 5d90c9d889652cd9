import type { Clock } from "../../kernel/ports/clock.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../source/source.ts";
import type { PassEnd } from "../feed-reader.ts";
import {
  lighterLimit,
  type PageLimit,
  type PageSizes,
  raisedLimit,
  rememberedLimit,
  smallerLimit,
} from "../rows/page-sizes.ts";
import { OversizedRow } from "../rows/record-row.ts";

export type SizedSourceParts = {
  readonly source: Source;
  readonly clock: Clock;
  readonly pageSizes: PageSizes;
};

/**
 * Limits page sizes to what a list allows and what the source can deliver.
 *
 * A refused first page is requested again with smaller sizes. What a list allows is the same for every feed of the
 * instance, so the first size that the list accepts after a refusal is remembered for all feeds. If a visit ends before
 * that, the feed's next visit starts with the next smaller size. If it started with the largest, it would request the
 * refused sizes again and might never read a page.
 *
 * What the source can deliver depends on the rows. A page that is too large is requested again as smaller pages. After
 * a timeout, the smaller size waits for the next visit, because the timeout and its retries have spent much of this
 * visit's time. The feed's stored size is raised by one step per hour, so that one bad day doesn't make a list slow
 * forever. A single row that is too large becomes an `OversizedRow`.
 */
export class SizedSource implements Source {
  readonly #source: Source;
  readonly #clock: Clock;
  readonly #pageSizes: SizedSourceParts["pageSizes"];
  readonly #instance: string;
  readonly #standing: PageLimit | undefined;
  #lowered: PageLimit | undefined;
  /** The size to try after the last refusal, until a page is returned. */
  #untried: number | undefined;
  #requests = 0;
  #pages = 0;
  #pagesReported = 0;
  #ranOut = false;

  constructor(parts: SizedSourceParts, { instance, pageLimit }: Feed) {
    this.#source = parts.source;
    this.#clock = parts.clock;
    this.#pageSizes = parts.pageSizes;
    this.#instance = instance;
    this.#standing = pageLimit;
  }

  /** Doesn't count retries after a fault. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether this visit needed a request or a retry when its allowance or time was spent. */
  get ranOut(): boolean {
    return this.#ranOut;
  }

  get pages(): number {
    return this.#pages;
  }

  /** The number of pages since the last call. */
  newPages(): number {
    const given = this.#pages - this.#pagesReported;
    this.#pagesReported = this.#pages;
    return given;
  }

  one(request: SourceRequest): ReturnType<Source["one"]> {
    return this.#counted(this.#source.one(request));
  }

  async page(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    const answer = await this.#sized(request);
    if (answer.outcome === "ok") {
      this.#pages += 1;
      this.#untried = undefined;
    }
    return answer;
  }

  async #sized(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    const asked = Number(request.query?.["limit"]);
    if (!Number.isInteger(asked)) return this.#ask(request);
    const isFirst = request.query?.["cursor"] === undefined;
    const known = await this.#pageSizes.of(this.#instance, request);
    // A first page shows whether the source now allows more. A cursor comes from a page of the known size.
    const allowed = known?.isOld === true && isFirst ? asked : (known?.size ?? asked);
    let limit = Math.min(asked, allowed, (this.#lowered ?? this.#standing)?.size ?? asked);
    let next: number | undefined;
    for (;;) {
      const sized = limit === asked ? request : { ...request, query: { ...request.query, limit: String(limit) } };
      const answer = await this.#ask(sized);
      // If the request has a cursor, the cursor rather than the size may be the reason for a 400.
      if (answer.outcome === "badRequest" && isFirst) {
        next = smallerLimit(limit);
        this.#untried = next;
        // Every size was refused, so the size isn't the reason.
        if (next === undefined) return answer;
        limit = next;
        continue;
      }
      // Only a page of the next smaller size shows that the refused size was too large.
      const isNews = limit === next || (isFirst && known?.isOld === true && limit > known.size);
      if (answer.outcome === "ok" && isNews) await this.#pageSizes.learn(this.#instance, request, limit);
      if (answer.outcome !== "unavailable" || answer.heavy === undefined) return answer;
      const smaller = answer.heavy === "too_large" ? lighterLimit(limit) : smallerLimit(limit);
      // If a full row is too large, its lean form or its read by id may still arrive.
      const isLast = smaller === undefined && answer.heavy === "too_large" && request.query?.["view"] !== "full";
      if (isLast) return this.#skim(sized, answer);
      if (smaller === undefined) return answer;
      this.#lowered = rememberedLimit(smaller, this.#clock.now());
      if (answer.heavy === "timeout") return answer;
      limit = smaller;
    }
  }

  #ask(request: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    return this.#counted(this.#source.page(request));
  }

  async #counted<T>(asking: Promise<SourceAnswer<T>>): Promise<SourceAnswer<T>> {
    this.#requests += 1;
    const answer = await asking;
    if (answer.outcome === "exhausted" || (answer.outcome === "unavailable" && answer.cutShort)) this.#ranOut = true;
    return answer;
  }

  /** Passes over a single row that is too large: reads only what identifies the row, and the cursor after it. */
  async #skim(request: SourceRequest, tooLarge: SourceAnswer<SourcePage>): Promise<SourceAnswer<SourcePage>> {
    const skimmed = await this.#ask({ ...request, skim: true });
    if (skimmed.outcome === "exhausted") return skimmed;
    // Without the next cursor, the feed can't continue. `tooLarge` says why.
    if (skimmed.outcome !== "ok") return tooLarge;
    const items = skimmed.value.items.map((row) => new OversizedRow(row));
    return { ...skimmed, value: { ...skimmed.value, items } };
  }

  patch(end: PassEnd): { readonly pageLimit: PageLimit | undefined } | undefined {
    if (this.#lowered !== undefined) return { pageLimit: this.#lowered };
    if (this.#untried !== undefined && end.outcome === "yielded")
      return { pageLimit: rememberedLimit(this.#untried, this.#clock.now()) };
    const wentWell = end.outcome === "done" || end.outcome === "yielded";
    return wentWell && this.#standing ? raisedLimit(this.#standing, this.#clock.now()) : undefined;
  }
}
