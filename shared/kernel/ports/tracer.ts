/**
 * What names a span among those of its event, such as `["deliver", "sub_1", …]`. Its id is derived from the event's id
 * and these parts, so a stage knows the id of its parent without a message from it.
 */
export type SpanName = readonly [stage: "poll" | "publish" | "fanout" | "deliver", ...parts: string[]];

/** A stage's work for one event. Times are unix ms. */
export type Span = {
  readonly name: SpanName;
  /** Absent for the first span of a trace. */
  readonly parent?: SpanName;
  readonly start: number;
  readonly end: number;
  readonly attributes: { readonly [name: string]: string | number | undefined };
  readonly failed?: boolean;
};

/** The trace of one event. */
export type Trace = {
  /** Never throws and never waits; a span that can't be sent is dropped. */
  record(span: Span): void;
  /** The value of the header `traceparent` within a span; undefined if endpoints get no such header. */
  traceparent(name: SpanName): string | undefined;
};

/** Traces a share of the events. Every process decides alike, because an event's id decides. */
export type Tracer = {
  /** Undefined if the event isn't traced. */
  traceOf(eventId: string): Trace | undefined;
};
