import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { FilesExhaustedError, isFilesExhausted } from "../../kernel/errors.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import { retryAfterOf } from "../../kernel/retry-after.ts";
import type { Timings } from "../../kernel/timings.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import { canaryPartner } from "../../partners/partner-key.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import type { Destination } from "../../subscriptions/destination.ts";
import type { AttemptAnswer, IncomingDelivery } from "./attempt-answer.ts";
import { attemptTrace } from "./attempt-trace.ts";
import { type Connector, mostBytes } from "./connector.ts";
import type { Dialer, DialOutcome } from "./dialer.ts";
import type { Endpoint } from "./endpoint-cache.ts";
import { headersWithoutValues, hidden, withoutValues } from "./hidden-values.ts";
import { payloadOf } from "./payload.ts";
import { signatureOf, signingBytes } from "./signature.ts";

type Parts = Context & {
  readonly dialer: Dialer;
  readonly connector: Connector;
  readonly userAgent: string;
};

/** The marks in a delivery's headers. They can't go in the body, which has the same bytes in every attempt. */
export type WebhookMarks = {
  readonly replay?: boolean;
  /** A newer event of the same record may have been sent before the delivery. */
  readonly late?: boolean;
  /** The event is an example: no such change happened. */
  readonly example?: boolean;
  /** The delivery to trace, if its event is traced. */
  readonly traced?: IncomingDelivery;
};

/** An event that is detected more than this long (ms) after its change would distort the measured lag. */
const backdated = 3_600_000;

/** How many bytes of a partner's events one turn of the event loop builds and signs, in about a millisecond. */
const builtPerTurn = 64 * 1_024;

const mostPartners = 1_000;

/** Makes one signed POST (Standard Webhooks 1.0.0), or sends the event, unsigned, to the subscription's destination. */
export class WebhookPost {
  readonly #parts: Parts;
  /** One turn per partner, so that a partner's deliveries wait only for its own large events. */
  readonly #turns = new RecentMap<WorkTurn>(mostPartners);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * `deadline` (ms) includes the wait for a turn. Throws {@link FilesExhaustedError} if this process or machine can't
   * open more files or connections, because that isn't the endpoint's fault.
   */
  async send(
    endpoint: Endpoint,
    event: StoredEvent,
    deadline: number,
    { replay = false, late = false, example = false, traced }: WebhookMarks = {},
  ): Promise<AttemptAnswer> {
    const { dialer, clock, userAgent, tracer } = this.#parts;
    const { id } = event.envelope;
    const at = clock.now();
    const trace = tracer && traced && attemptTrace(traced, tracer, at);
    const marks = {
      ...(replay ? { "webhook-replay": "true" } : {}),
      ...(late ? { "webhook-late": "true" } : {}),
      ...(example ? { "webhook-example": "true" } : {}),
    };
    const { destination } = endpoint.subscription;
    if (destination !== undefined) {
      const answer = this.#answer(
        endpoint,
        event,
        at,
        await this.#handOver(destination, endpoint, event, marks, deadline),
      );
      trace?.record(answer);
      return late ? { ...answer, late } : answer;
    }
    if (endpoint.url === undefined) {
      const answer = this.#answer(endpoint, event, at, { outcome: "failed", class: "blocked", ms: 0, timing: {} });
      trace?.record(answer);
      return answer;
    }
    const timestamp = Math.floor(at / 1_000);
    const turn = this.#turnOf(endpoint.subscription.partner);
    const { contentType, body, signature } = await turn.take(() => {
      const payload = payloadOf(event, endpoint.subscription);
      turn.count(event.body.length + signingBytes(endpoint.keys, payload.body.length));
      return { ...payload, signature: signatureOf(endpoint.keys, { id, timestamp, body: payload.body }) };
    });
    const dialled = await dialer.post({
      url: endpoint.url,
      group: endpoint.subscription.partner,
      headers: {
        ...endpoint.headers,
        "content-type": contentType,
        "user-agent": userAgent,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature,
        ...marks,
        ...(trace?.traceparent === undefined ? {} : { traceparent: trace.traceparent }),
      },
      body,
      // The deadline includes the wait for a turn, because callers rely on the attempt ending in time.
      deadline: deadline - Math.max(clock.now() - at, 0),
    });
    const secrets = [...Object.values(endpoint.headers), ...signature.split(" ")];
    const answer = withoutSecrets(this.#answer(endpoint, event, at, dialled), secrets);
    trace?.record(answer);
    const marked = late ? { ...answer, late } : answer;
    if (answer.result === "delivered") return marked;
    // The sent headers are kept for a failure, because its cause may be a setting that changes before the owner looks.
    const own = Object.keys(endpoint.headers).map((name) => [name, hidden] as const);
    return { ...marked, sent: { ...Object.fromEntries(own), "content-type": contentType, "user-agent": userAgent } };
  }

  /** An event that is too large for the destination is sent without `data`, as with the payload `thin`. */
  async #handOver(
    destination: Destination,
    { subscription }: Endpoint,
    event: StoredEvent,
    marks: Readonly<Record<string, string>>,
    deadline: number,
  ): Promise<DialOutcome> {
    const { connector, clock } = this.#parts;
    const at = clock.now();
    const turn = this.#turnOf(subscription.partner);
    const body = await turn.take(() => {
      turn.count(event.body.length);
      const whole = payloadOf(event, subscription).body;
      return whole.length <= mostBytes ? whole : payloadOf(event, { ...subscription, payload: "thin" }).body;
    });
    if (body.length > mostBytes) {
      const excerpt = `The event is ${body.length} bytes even without its data. At most ${mostBytes} can be sent.`;
      return { outcome: "answered", status: 413, headers: {}, excerpt, ms: 0, timing: {} };
    }
    const { id } = subscription;
    const left = deadline - Math.max(clock.now() - at, 0);
    return connector.send({ destination, subscription: id, envelope: event.envelope, body, marks, deadline: left });
  }

  #turnOf(partner: string): WorkTurn {
    const turn = this.#turns.get(partner) ?? new WorkTurn(builtPerTurn);
    this.#turns.set(partner, turn);
    return turn;
  }

  #answer(endpoint: Endpoint, event: StoredEvent, at: number, dialled: DialOutcome): AttemptAnswer {
    if (dialled.outcome === "failed" && isFilesExhausted(dialled.detail ?? "")) throw new FilesExhaustedError();
    const answer = answerOf(dialled, { at, type: event.envelope.type }, this.#parts.timings);
    this.#report(endpoint, event, answer, dialled.outcome === "failed" ? dialled.detail : undefined);
    return answer;
  }

  #report({ subscription }: Endpoint, { envelope }: StoredEvent, answer: AttemptAnswer, detail?: string): void {
    const { logger, metrics } = this.#parts;
    const { instance } = envelope;
    // A canary that arrives has its own metric. On an idle bridge, canaries would dominate the metrics below.
    if (subscription.partner === canaryPartner && answer.result === "delivered") return;
    metrics.record("delivery.duration_ms", answer.ms, instance);
    if (answer.result === "delivered") {
      metrics.record("delivery.delivered", 1, instance);
      const happened = Date.parse(envelope.timestamp);
      const measured = envelope.timestampFrom === "source" && Date.parse(envelope.detectedAt) - happened <= backdated;
      if (measured) metrics.record("delivery.lag_ms", answer.at + answer.ms - happened, instance);
      return;
    }
    if (answer.result === "blocked") metrics.record("delivery.blocked", 1, instance);
    else metrics.record("delivery.failed", 1, instance);
    const { status, error, ms } = answer;
    logger.warn("delivery.attempt_failed", {
      subscription: subscription.id,
      eventId: envelope.id,
      instance,
      status,
      error,
      detail,
      ms,
    });
  }
}

const throttling = new Set([429, 503]);

/** Any status other than 2xx, including a redirect, is a failure. */
export function answerOf(
  dialled: DialOutcome,
  attempt: { readonly at: number; readonly type: string },
  { retryAfterCap }: Pick<Timings, "retryAfterCap">,
): AttemptAnswer {
  const { at, type } = attempt;
  if (dialled.outcome === "failed") {
    const result = dialled.class === "blocked" ? "blocked" : "failed";
    return { at, ms: dialled.ms, timing: dialled.timing, type, result, error: dialled.class };
  }
  const { status, headers, shown, excerpt, ms, timing } = dialled;
  const requested = headers.webhookDelivery?.trim().toLowerCase() === "disable" ? "requested" : undefined;
  const disable: AttemptAnswer["disable"] = status === 410 ? "gone" : requested;
  const wait = throttling.has(status) ? retryAfterOf(headers.retryAfter, at + ms) : undefined;
  const retryAfter = wait === undefined ? undefined : Math.min(wait, retryAfterCap);
  return {
    at,
    ms,
    timing,
    type,
    status,
    result: isSuccess(status) ? "delivered" : "failed",
    ...defined({ disable, retryAfter, excerpt, headers: shown }),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function withoutSecrets(answer: AttemptAnswer, secrets: readonly string[]): AttemptAnswer {
  const { excerpt, headers } = answer;
  if (excerpt === undefined && headers === undefined) return answer;
  return {
    ...answer,
    ...(excerpt === undefined ? {} : { excerpt: withoutValues(excerpt, secrets) }),
    ...(headers === undefined ? {} : { headers: headersWithoutValues(headers, secrets) }),
  };
}
