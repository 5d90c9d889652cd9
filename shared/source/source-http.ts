/** A request below the source's address. `path` goes over the wire as it is: ids in it are percent-encoded already. */
export type SourceHttpRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Unix ms at which whoever asked can't wait any longer, if that is before the time-out of every request. */
  readonly until?: number;
  /** A page that is too large to be taken: its body is what `PageSkimmer` makes of it. */
  readonly skim?: true;
};

/**
 * The end of one exchange. Header names are in lower case. `waitedMs` is how long the request waited for a free connection of
 * ours, which says nothing about the source. `failure`: no whole answer came (time-out, reset, refused, too large); `detail`
 * is the code of the fault, as `ECONNREFUSED`.
 */
export type SourceHttpAnswer =
  | {
      readonly outcome: "answer";
      readonly status: number;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
      readonly waitedMs?: number;
    }
  | { readonly outcome: "failure"; readonly reason: "timeout" | "transport" | "too_large"; readonly detail?: string };

/** One HTTP exchange with the source under one deadline. Never throws, never follows a redirect. */
export type SourceHttp = { send(request: SourceHttpRequest): Promise<SourceHttpAnswer> };
