import type { CircuitStore } from "../delivery/endpoint/circuit-store.ts";
import type { EndpointCircuit } from "../delivery/endpoint/endpoint-circuit.ts";
import type { OutageMessage } from "../delivery/endpoint/outage-messages.ts";
import type { Context } from "../kernel/context.ts";
import { isoTime } from "../kernel/instant.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Timings } from "../kernel/timings.ts";
import type { SubscriptionStore } from "../subscriptions/subscription-store.ts";
import { type Alert, failing, paused, recovered } from "./alert.ts";
import type { AlertLog } from "./alert-log.ts";
import type { AlertChannel } from "./alert-message.ts";
import { type AlertSettings, failingAfter } from "./alert-settings.ts";

type Parts = Context & {
  readonly circuits: CircuitStore;
  readonly subscriptions: SubscriptionStore;
  readonly log: AlertLog;
  readonly alerts: QueueSender;
};

type Due = { readonly alert: Alert; readonly channels: readonly AlertChannel[] };

const pageSize = 100;

/**
 * Alerts a partner about a new outage after the delay that the partner chose, and about ongoing outages when the
 * partner sets up alerts. The event that reports an outage (its *notice*) leads to the same alert, which is sent only
 * once.
 */
export class OutageAlerts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * If the message has `ended`, returns the alert about the recovery. Otherwise, returns the alert about the outage, or
   * undefined if the outage is over or hasn't lasted as long as the chosen delay. In the latter case, the notice leads
   * to the alert if the delay is at least `unhealthyNotice`; otherwise, the message is queued again.
   */
  async dueAlert(
    message: OutageMessage,
    settings: AlertSettings,
    channels: readonly AlertChannel[],
  ): Promise<Due | undefined> {
    const { circuits, alerts, clock, timings } = this.#parts;
    if (message.ended === true) return this.#end(message, channels);
    const { circuit } = await circuits.find(message);
    if (circuit.since !== message.since) return undefined;
    const wait = circuit.state === "open" ? circuit.since + failingAfter(settings) - clock.now() : 0;
    if (wait <= 0) {
      const alert = alertOfOutage(message.subscription, circuit, timings);
      return alert && { alert, channels };
    }
    // The notice is sent by then, and leads to the alert.
    if (failingAfter(settings) >= timings.unhealthyNotice) return undefined;
    const { partner } = message;
    await alerts.send([{ body: JSON.stringify(message), group: partner, delaySeconds: Math.ceil(wait / 1_000) }]);
    return undefined;
  }

  async announceAll(partner: string): Promise<void> {
    const { circuits, subscriptions, alerts } = this.#parts;
    let after: string | undefined;
    for (let rest = true; rest; ) {
      const page = await subscriptions.list(partner, { after, limit: pageSize });
      const endpoints = page.items.map(({ id }) => ({ partner, subscription: id }));
      const items = await circuits.findAll(endpoints);
      const messages = items.flatMap(({ circuit }, at): OutageMessage[] => {
        const endpoint = endpoints[at];
        if (endpoint === undefined || (circuit.state !== "open" && circuit.state !== "paused")) return [];
        return [{ kind: "outage", ...endpoint, since: circuit.since }];
      });
      await alerts.send(messages.map((message) => ({ body: JSON.stringify(message), group: partner })));
      after = page.items.at(-1)?.id;
      rest = page.more && after !== undefined;
    }
  }

  /** Only channels that were, or may have been, alerted about the outage are alerted about its end. */
  async #end(
    { partner, subscription, since: at }: OutageMessage,
    channels: readonly AlertChannel[],
  ): Promise<Due | undefined> {
    const subject = { partner, kind: "endpoint_failing", subscription, at } as const;
    const rows = await Promise.all(channels.map((channel) => this.#parts.log.find(subject, channel)));
    const heard = channels.filter((_, index) => ["sending", "sent", "unknown"].includes(rows[index]?.state ?? ""));
    return { alert: recovered({ subscription, was: "open", since: isoTime(at) }), channels: heard };
  }
}

function alertOfOutage(
  subscription: string,
  { state, since, probes }: EndpointCircuit,
  { unhealthyLimit, pausedLimit }: Timings,
): Alert | undefined {
  if (state === "open") {
    return failing({ subscription, failingSince: isoTime(since), probes, pausesAt: isoTime(since + unhealthyLimit) });
  }
  if (state !== "paused") return undefined;
  return paused({ subscription, pausedAt: isoTime(since), disablesAt: isoTime(since + pausedLimit) });
}
