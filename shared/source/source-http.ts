/** A request below the source's address. `path` is sent unchanged: ids in it are already percent-encoded. */
export type SourceHttpRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** The request ends at this time (unix ms), or at its timeout if that is earlier. */
  readonly until?: number;
  /** Called when a connection is free. If it returns false, the request isn't sent. */
  readonly mayBegin?: () => boolean;
  /** Keeps only what `PageSkimmer` keeps of a 2xx body, and allows 16 times the usual size. */
  readonly skim?: true;
};

/**
 * Header names are in lower case. `tookMs` comes from a monotonic clock, and doesn't include the wait for a connection.
 * `detail` is the code of the fault, such as `ECONNREFUSED`. `skipped`: while the request waited for a connection,
 * `until` passed or `mayBegin` returned false.
 */
export type SourceHttpAnswer =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
      /** JSON must be UTF-8 (RFC 8259 §8.1). The body had other bytes, which U+FFFD replaces. */
      readonly invalidUtf8?: true;
      readonly tookMs?: number;
    }
  | { readonly outcome: "failed"; readonly reason: "timeout" | "transport" | "too_large"; readonly detail?: string }
  | { readonly outcome: "skipped" };
export type SentAnswer = Exclude<SourceHttpAnswer, { outcome: "skipped" }>;

/** One HTTP exchange with the source under one deadline. Never throws and never follows a redirect. */
export type SourceHttp = { send(request: SourceHttpRequest): Promise<SourceHttpAnswer> };
