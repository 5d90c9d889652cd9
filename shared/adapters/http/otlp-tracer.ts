import { sha256Text } from "../../kernel/hash.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Span, SpanName, Trace, Tracer } from "../../kernel/ports/tracer.ts";
import type { TracingOptions } from "../../kernel/tracing-options.ts";

type Parts = TracingOptions & {
  /** The stage on AWS. */
  readonly stage?: string | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
};

/** The maximum number of spans that wait. Each takes about 1 KB. */
const mostWaiting = 2_048;
/** The maximum number of spans in one request. */
const mostPerRequest = 512;
/** How long (ms) spans are gathered before they are sent. */
const gatherFor = 1_000;
/** The maximum duration (ms) of a request. */
const patience = 5_000;
/** How long (ms) nothing is sent after a failed request. */
const restFor = 30_000;

/** OpenTelemetry's numbers for the kinds of spans. */
const kinds = { poll: 5, publish: 4, fanout: 5, deliver: 3 } as const;

type Waiting = Span & { readonly event: string; readonly traceId: string };

/**
 * Sends spans as OTLP over HTTP, in JSON. All ids are derived from the event's id, so no message or row has to carry
 * them. If the receiver is slow or unreachable, spans are dropped and counted in the log (`tracing.spans_dropped`), and
 * nothing is delayed.
 */
export class OtlpTracer implements Tracer {
  readonly #parts: Parts;
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #restUntil = 0;
  #dropped = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  traceOf(event: string): Trace | undefined {
    const { share, traceparent } = this.#parts;
    const traceId = sha256Text("hex", "trace", event).slice(0, 32);
    // OpenTelemetry's samplers also compare the last 56 bits with the share.
    if (Number.parseInt(traceId.slice(-14), 16) >= share * 2 ** 56) return undefined;
    return {
      record: (span) => {
        this.#add({ ...span, event, traceId });
      },
      traceparent: (name) => (traceparent ? `00-${traceId}-${spanId(event, name)}-01` : undefined),
    };
  }

  /**
   * Sends the waiting spans, and resolves when none are left or after `within` ms, whichever comes first. Never
   * rejects. On Lambda, call this before an invocation ends, because the process may then be frozen.
   */
  async flush(within: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#sending === undefined) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, within, undefined);
    await Promise.race([this.#send(), promise]);
    clearTimeout(timer);
  }

  #add(span: Waiting): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    this.#timer ??= setTimeout(() => void this.#send(), gatherFor).unref();
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, mostPerRequest);
      if (this.#parts.clock.now() < this.#restUntil) this.#dropped += spans.length;
      else await this.#post(spans);
    }
  }

  async #post(spans: readonly Waiting[]): Promise<void> {
    const { endpoint, logger, clock } = this.#parts;
    let fault: string | undefined;
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(this.#requestOf(spans)),
        redirect: "error",
        signal: AbortSignal.timeout(patience),
      });
      await response.body?.cancel();
      if (!response.ok) fault = `status ${response.status}`;
    } catch (error) {
      // The error of a failed connection has the reason in its cause.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      fault = cause instanceof Error ? cause.message : String(cause);
    }
    if (fault === undefined) {
      if (this.#dropped > 0) logger.warn("tracing.spans_dropped", { spans: this.#dropped });
      this.#dropped = 0;
      return;
    }
    this.#restUntil = clock.now() + restFor;
    logger.warn("tracing.spans_dropped", { spans: this.#dropped + spans.length, fault });
    this.#dropped = 0;
  }

  #requestOf(spans: readonly Waiting[]) {
    const { stage } = this.#parts;
    const attributes = attributesOf({ "service.name": "feedhook", "deployment.environment.name": stage });
    const resource = { attributes };
    return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "feedhook" }, spans: spans.map(otlpSpan) }] }] };
  }
}

function spanId(event: string, name: SpanName): string {
  return sha256Text("hex", "span", event, ...name).slice(0, 16);
}

function otlpSpan({ event, traceId, name, parent, start, end, attributes, failed }: Waiting) {
  const [stage] = name;
  return {
    traceId,
    spanId: spanId(event, name),
    ...(parent !== undefined && { parentSpanId: spanId(event, parent) }),
    name: stage,
    kind: kinds[stage],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(Math.max(start, end)),
    attributes: attributesOf({ "feedhook.event.id": event, ...attributes }),
    ...(failed === true && { status: { code: 2 } }),
  };
}

/** Nanoseconds are sent as text, because a JSON number can't hold them exactly. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function attributesOf(attributes: Span["attributes"]) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) } }];
  });
}
