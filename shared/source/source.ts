import type { JsonObject } from "../kernel/json.ts";

/** Paths are below `/{instanceName}/api/v1/en`. Every page request repeats the whole frozen query (hazard 10). */
export type SourceRequest = {
  /** Such as `/person/timeline` or `/person/<id>`, with ids that `pathOf` has percent-encoded. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Keeps only what `PageSkimmer` keeps, and allows a page 16 times as large as usual. */
  readonly skim?: true;
};

/**
 * The time of a response, in unix ms of the server's clock. The source read the data at `beganAt` or later. `asOf` is
 * the response's `Date`, or `beganAt` if there is none.
 */
export type Moment = { readonly beganAt: number; readonly asOf: number };

/**
 * Reading never throws: every possible response is an outcome.
 * - `notFound`: only a 404 whose body is a problem document (`problem`) can mean "gone".
 * - `badRequest` (400), `unprocessable` (422) and `forbidden` (403) come with a problem document. `forbidden` is
 *   also the outcome if the token endpoint granted no read scope.
 * - `unauthorized`: 401, even with a newer token.
 * - `revoked`: the token endpoint responded with `invalid_client` to every pair of credentials.
 * - `unavailable`: any other failure, after the retries that the allowance paid for. `cutShort`: another retry was due,
 *   but no request was left. `unreadable`: the text of the body, cut if it is long. `heavy`: the response was above the
 *   limit or took too long, so a request for less might succeed.
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

export type SourceFailure = Exclude<SourceAnswer<unknown>, { outcome: "ok" }>;

/** A row may be any value. */
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
