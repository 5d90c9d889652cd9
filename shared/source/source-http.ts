/** A request below the source's address. `path` is sent unchanged: ids in it are already percent-encoded. */
export type SourceHttpRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** The request ends at this time (unix ms), or at its timeout if that is earlier. */
  readonly until?: number;
  /**
   * Called when a connection is free. Returns false if the source has refused another request meanwhile. In that case,
   * this request isn't sent.
   */
  readonly mayBegin?: () => boolean;
  /**
   * Reduces the body of a 2xx response to what `PageSkimmer` keeps. The limit on the body's size is then 16 times the
   * usual one.
   */
  readonly skim?: true;
};

/**
 * The result of one exchange. Header names are in lower case. `tookMs` is how long the source took, by a monotonic
 * clock, without the time that the request waited for a free connection.
 * - `failed`: no complete response came (timeout, reset, refused, too large); `detail` is the code of the fault, such
 *   as `ECONNREFUSED`.
 * - `skipped`: while the request waited for a connection, `until` passed or `mayBegin` returned false. Such a result
 *   says nothing about the source.
 */
export type SourceHttpAnswer =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
      /**
       * The body had bytes that aren't UTF-8, even though JSON requires UTF-8 (RFC 8259 §8.1). U+FFFD replaces them.
       */
      readonly invalidUtf8?: true;
      readonly tookMs?: number;
    }
  | { readonly outcome: "failed"; readonly reason: "timeout" | "transport" | "too_large"; readonly detail?: string }
  | { readonly outcome: "skipped" };
/** The result of an exchange whose request was sent. */
export type SentAnswer = Exclude<SourceHttpAnswer, { outcome: "skipped" }>;

/** One HTTP exchange with the source under one deadline. Never throws and never follows a redirect. */
export type SourceHttp = { send(request: SourceHttpRequest): Promise<SourceHttpAnswer> };
