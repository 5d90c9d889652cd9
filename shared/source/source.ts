import type { JsonObject } from "../kernel/json.ts";

/** A request to the source, below `/{instanceName}/api/v1/en`. The whole frozen query goes with every page (hazard 10). */
export type SourceRequest = {
  /** `/person/timeline`, `/person/<id>` (ids already percent-encoded by `pathOf`). */
  readonly path: string;
  readonly query?: { readonly [name: string]: string };
  /** Takes a page of any size, but keeps only the ids and change times of its rows and the cursor of the next page. */
  readonly skim?: true;
};

/** When an answer was true, in unix ms of the server's clock: it was read no earlier than `beganAt`, and `asOf` is its `Date`. */
export type Moment = { readonly beganAt: number; readonly asOf: number };

/**
 * The answer of the source. Nothing here throws: every answer that the source may give is an outcome for the caller.
 * - `notFound`: 404; `problem` tells whether the body was a problem document (only then can it ever mean "gone").
 * - `badRequest`: 400; `unprocessable`: 422; `forbidden`: 403; `unauthorized`: 401 again on a token that was
 *   asked for after the first one.
 * - `revoked`: the token endpoint answered `invalid_client`.
 * - `unavailable`: 429, 5xx, a time-out, a reset or an unreadable body, after the retries the allowance paid for;
 *   `cutShort` says that one more repeat was due, and no request left for it; `unreadable` is the text of such a body, cut off where it is long; `heavy` says that a smaller answer might have come:
 *   this one was above the cap, or took too long.
 * - `exhausted`: the allowance or its time is spent, or a `Retry-After` holds the instance for long; nothing was sent.
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

/** Every answer but `ok`: the question stays open. */
export type SourceFailure = Exclude<SourceAnswer<unknown>, { outcome: "ok" }>;

/** One page of a list: its rows as they came (a row may be anything), and the cursor of the next page. */
export type SourcePage = {
  readonly items: readonly unknown[];
  readonly nextCursor: string | undefined;
  readonly totalItems: number | undefined;
};

/** One instance of the source, spending one allowance. */
export type Source = {
  page(request: SourceRequest): Promise<SourceAnswer<SourcePage>>;
  one(request: SourceRequest): Promise<SourceAnswer<JsonObject>>;
};
