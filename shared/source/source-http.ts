/** A request below the source's address. `path` goes over the wire as it is: ids in it are percent-encoded already. */
export type SourceHttpRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Unix ms at which whoever asked can't wait any longer, if that is before the time-out of every request. */
  readonly until?: number;
  /** Asked when a connection is free: the source may have refused another request while this one waited. */
  readonly mayBegin?: () => boolean;
  /** A page that is too large to be taken: its body is what `PageSkimmer` makes of it. */
  readonly skim?: true;
};

/**
 * The end of one exchange. Header names are in lower case. `tookMs` is how long the source took, without the time for which the
 * request waited for a free connection of ours, by a clock that nobody can set. `failure`: no whole answer came (time-out,
 * reset, refused, too large); `detail` is the code of the fault, as `ECONNREFUSED`. `notSent`: `until` passed while the request
 * waited for a connection, or it might not begin any more, which says nothing about the source.
 */
export type SourceHttpAnswer =
  | {
      readonly outcome: "answer";
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
      /** Bytes of the body weren't UTF-8, as JSON has to be (RFC 8259 §8.1): it has U+FFFD in their place. */
      readonly invalidUtf8?: true;
      readonly tookMs?: number;
    }
  | { readonly outcome: "failure"; readonly reason: "timeout" | "transport" | "too_large"; readonly detail?: string }
  | { readonly outcome: "notSent" };
/** The end of an exchange with the source, whose request was sent. */
export type SentAnswer = Exclude<SourceHttpAnswer, { outcome: "notSent" }>;

/** One HTTP exchange with the source under one deadline. Never throws, never follows a redirect. */
export type SourceHttp = { send(request: SourceHttpRequest): Promise<SourceHttpAnswer> };
