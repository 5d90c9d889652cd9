import type { JsonObject } from "../kernel/json.ts";

/**
 * A request to the source, below `/{instanceName}/api/v1/en`. Every page request repeats the whole frozen query (hazard
 * 10).
 */
export type SourceRequest = {
  /** The path, such as `/person/timeline` or `/person/<id>`. `pathOf` has already percent-encoded the ids. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /**
   * Accepts a page 16 times as large as usual, and keeps only the ids and change times of its rows, the cursor of the
   * next page, and the total.
   */
  readonly skim?: true;
};

/**
 * The time of a response, in unix ms of the server's clock. The source read the data at `beganAt` or later. `asOf` is
 * the response's `Date`, or `beganAt` if there is none.
 */
export type Moment = { readonly beganAt: number; readonly asOf: number };

/**
 * A response from the source. Reading never throws: every possible response is an outcome for the caller.
 * - `notFound`: 404; `problem` says whether the body was a problem document (only then can it mean "gone").
 * - `badRequest`: 400; `unprocessable`: 422; `forbidden`: 403, each with a problem document. `forbidden` also means
 *   that the token endpoint granted no read scope.
 * - `unauthorized`: 401, even with a newer token.
 * - `revoked`: the token endpoint responded with `invalid_client` to every pair of credentials.
 * - `unavailable`: 429, 5xx, a timeout, a reset or an unreadable body, after the retries that the allowance paid for.
 *   Any other refusal, such as a 403 without a problem document, is also `unavailable`. `cutShort`: another retry was
 *   due, but no request was left. `unreadable`: the text of the body, cut if it is long. `heavy`: the response was
 *   above the limit or took too long, so a request for less might succeed.
 * - `exhausted`: the allowance or its time is spent, or a `Retry-After` holds the instance for a long time. The
 *   request, or its next try, wasn't sent.
 */
export type SourceAnswer<T> =
  | { readonly outcome: "ok"; readonly value: T; readonly moment: Moment }
  | { readonly outcome: "notFound"; readonly problem: boolean; readonly moment: Moment }
  | { readonly outcome: "badRequest" | "unprocessable" | "forbidden" | "unauthorized" | "revoked" | "exhausted" }
  | {
      readonly outcome: "unavailable";
      readonly status: number | undefined;
      readonly retryAfterMs: number | undefined;
      readonly cutShort?: true;
      readonly unreadable?: string;
      readonly heavy?: "too_large" | "timeout";
    };

/** Every response except `ok`. */
export type SourceFailure = Exclude<SourceAnswer<unknown>, { outcome: "ok" }>;

/** One page of a list: its rows as received (a row may be anything), and the cursor of the next page. */
export type SourcePage = {
  readonly items: readonly unknown[];
  readonly nextCursor: string | undefined;
  readonly totalItems: number | undefined;
};

/** One instance of the source, read within one allowance. */
export type Source = {
  page(request: SourceRequest): Promise<SourceAnswer<SourcePage>>;
  one(request: SourceRequest): Promise<SourceAnswer<JsonObject>>;
};
