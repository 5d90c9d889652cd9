import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import type { Endpoint } from "../endpoint/endpoint-cache.ts";
import { type AttemptAnswer, answerOf } from "./attempt-answer.ts";
import type { Dialer } from "./dialer.ts";
import { signatureOf } from "./signature.ts";

type Parts = {
  readonly dialer: Dialer;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "deliveryDeadline" | "retryAfterCap">;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly userAgent: string;
};

/** Rows older than this when they were detected were backdated; they would drown the lag of what happened just now. */
const backdated = 3_600_000;

/** One signed POST (Standard Webhooks 1.0.0): the bytes that are signed are the bytes that are sent. */
export class WebhookPost {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async send(endpoint: Endpoint, event: StoredEvent): Promise<AttemptAnswer> {
    const { dialer, clock, timings, userAgent } = this.#parts;
    const { id, type } = event.envelope;
    const at = clock.now();
    if (endpoint.url === undefined) {
      const answer = answerOf({ outcome: "failed", class: "blocked", ms: 0 }, { at, type }, timings);
      this.#tell(endpoint, event, answer);
      return answer;
    }
    const body = Buffer.from(event.body, "utf8");
    const timestamp = Math.floor(at / 1_000);
    const dialled = await dialer.post({
      url: endpoint.url,
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signatureOf(endpoint.keys, { id, timestamp, body }),
      },
      body,
      deadline: timings.deliveryDeadline,
    });
    const answer = answerOf(dialled, { at, type }, timings);
    this.#tell(endpoint, event, answer);
    return answer;
  }

  #tell({ subscription }: Endpoint, { envelope }: StoredEvent, answer: AttemptAnswer): void {
    const { logger, metrics } = this.#parts;
    const { instance } = envelope;
    metrics.record("delivery_ms", answer.ms, "milliseconds", instance);
    if (answer.result === "delivered") {
      const happened = Date.parse(envelope.timestamp);
      const measured = envelope.timestampFrom === "source" && Date.parse(envelope.detectedAt) - happened <= backdated;
      if (measured) metrics.record("delivery_lag", answer.at + answer.ms - happened, "milliseconds", instance);
      return;
    }
    const { status, error, ms } = answer;
    logger.warn("delivery.attempt_failed", {
      subscription: subscription.id,
      event: envelope.id,
      instance,
      status,
      error,
      ms,
    });
  }
}
