import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { isSameSecret } from "../../kernel/hash.ts";
import { isoTime } from "../../kernel/instant.ts";
import { parseJson } from "../../kernel/parse.ts";
import type { OperationalEvents } from "../../mirror/operational-events.ts";
import { canaryPartner, pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { signatureOf, signingKey } from "../attempt/signature.ts";

export type CanaryRequest = {
  readonly body: string;
  /** Header names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined };
};

type Parts = Context & {
  readonly events: OperationalEvents;
  readonly subscriptions: SubscriptionStore;
  /** The public address of {@link CanaryProbe.receive}. */
  readonly url: string;
};

/**
 * The largest difference (ms) between a request's timestamp and our clock. Without such a limit, which Standard
 * Webhooks recommends, a captured request could be replayed.
 */
const tolerance = 5 * 60_000;

const canaryPing = z.object({ type: z.literal("bridge.ping"), data: z.object({ sentAt: z.int() }) });

/** Measures the pipeline from the mirror on. Polling isn't measured, because the bridge never writes to the source. */
export class CanaryProbe {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sends one event. If the schedule fires twice, both runs may create a subscription. The next run keeps the oldest.
   */
  async send(): Promise<void> {
    const { events, subscriptions, clock, url } = this.#parts;
    const existing = await this.#subscriptions();
    const kept = existing.find((one) => this.#isOurs(one));
    for (const one of existing) if (one !== kept) await subscriptions.remove(canaryPartner, one.id);
    if (kept === undefined) {
      const settings = { url, eventTypes: ["bridge.ping"], baseline: false, status: "active" } as const;
      await subscriptions.create(canaryPartner, { ...settings, eventTypes: [...settings.eventTypes] });
    }
    const sentAt = clock.now();
    await events.report({
      instance: pseudoInstanceOf(canaryPartner),
      partner: canaryPartner,
      type: "bridge.ping",
      id: `canary:${isoTime(sentAt).slice(0, 16)}`,
      data: { sentAt },
    });
  }

  /** The endpoint is public, so only a request that was just signed with our secret is measured. */
  async receive(request: CanaryRequest): Promise<"measured" | "refused"> {
    const { clock, logger, metrics } = this.#parts;
    if (!(await this.#isSigned(request))) {
      logger.warn("canary.refused");
      return "refused";
    }
    const { data } = parseJson(canaryPing, request.body, "canary");
    metrics.record("canary.latency_ms", clock.now() - data.sentAt);
    return "measured";
  }

  async #isSigned({ body, headers }: CanaryRequest): Promise<boolean> {
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": given } = headers;
    if (id === undefined || given === undefined) return false;
    if (!(Math.abs(this.#parts.clock.now() - 1_000 * Number(timestamp)) <= tolerance)) return false;
    const signed = { id, timestamp: Number(timestamp), body: Buffer.from(body) };
    for (const ours of (await this.#subscriptions()).filter((one) => this.#isOurs(one))) {
      const secrets = await this.#parts.subscriptions.secrets.openSecrets(ours);
      if (isSameSecret(signatureOf(secrets.map(signingKey), signed), given)) return true;
    }
    return false;
  }

  #isOurs({ url, status }: Subscription): boolean {
    return url === this.#parts.url && status === "active";
  }

  async #subscriptions(): Promise<readonly Subscription[]> {
    return (await this.#parts.subscriptions.list(canaryPartner, { limit: 10 })).items;
  }
}
