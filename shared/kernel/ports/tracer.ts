/**
 * A span's name within its event's trace, such as `["deliver", "sub_1", …]`. The span's id is derived from the event's
 * id and this name, so a stage can compute the id of its span's parent.
 */
export type SpanName = readonly [stage: "poll" | "publish" | "fanout" | "deliver", ...parts: string[]];

/** A stage's work for one event. Times are in unix ms. */
export type Span = {
  readonly name: SpanName;
  /** Absent for the first span of a trace. */
  readonly parent?: SpanName;
  readonly start: number;
  readonly end: number;
  readonly attributes: { readonly [name: string]: string | number | undefined };
  readonly failed?: boolean;
};

export type Trace = {
  /** Never throws and never waits; a span that can't be sent is dropped. */
  record(span: Span): void;
  /** Undefined if endpoints get no `traceparent` header. */
  traceparent(name: SpanName): string | undefined;
};

/** Traces a share of the events, chosen by their ids, so that all processes make the same choice. */
export type Tracer = {
  traceOf(eventId: string): Trace | undefined;
};
