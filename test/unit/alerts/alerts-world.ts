import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";
import { AlertLog } from "../../../shared/alerts/alert-log.ts";
import { type AlertChannel, type AlertMessage, alertMessage } from "../../../shared/alerts/alert-message.ts";
import { AlertSender } from "../../../shared/alerts/alert-sender.ts";
import type { AlertSettings } from "../../../shared/alerts/alert-settings.ts";
import { AlertSettingsStore } from "../../../shared/alerts/alert-settings-store.ts";
import { OutageAlerts } from "../../../shared/alerts/outage-alerts.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { Json } from "../../../shared/kernel/json.ts";
import type { OperationalPayload, OperationalType } from "../../../shared/kernel/operational-payloads.ts";
import type { Mail, SendOutcome } from "../../../shared/kernel/ports/mailer.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { faked } from "../../support/faked.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { noSleep } from "../../support/no-sleep.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { aSubscription } from "../delivery/delivery-world.ts";

export const partner = "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
export const teamsUrl = "https://prod-00.westeurope.logic.example/workflows/very-secret";
export const pagerDutyUrl = "https://events.pagerduty.example/v2/enqueue";
export const routingKey = "R0UTINGKEY0123456789ABCDEF012345";
export const slackUrl = "https://hooks.slack.example/services/very-secret";

/** A partner with alerts, a mail server and a chat that answer as set, and workers as many as are asked for. */
export class AlertsWorld {
  readonly clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  readonly logger = new SilentLogger();
  readonly metrics = new InMemoryMetrics();
  readonly alerts = new MemoryQueue();
  readonly subscriptions = new MemoryTable("subscriptions");
  readonly deliveries = new MemoryTable("deliveries");
  readonly events = new Map<string, Envelope>();
  readonly mails: Mail[] = [];
  readonly posts: { readonly url: string; readonly content: Json }[] = [];
  /** How the next sends end; `sent` when it is empty. */
  readonly mailOutcomes: SendOutcome[] = [];
  readonly chatOutcomes: SendOutcome[] = [];
  /** Until then no mail is sent. */
  mailsAfter: Promise<void> = Promise.resolve();
  isActive = true;
  sendsMail = true;
  portalUrl: string | undefined = "https://feedhook.example.com";
  readonly #randomness = new SeededRandomness();
  readonly settings = new AlertSettingsStore({
    ...testContext({ clock: this.clock, randomness: this.#randomness }),
    table: this.subscriptions,
    secrets: new SecretBox({
      ...{ table: this.subscriptions, keys: new FakeKeyWrapper(), clock: this.clock },
      ...{ randomness: this.#randomness, cacheMs: 0 },
    }),
  });
  readonly circuits = new CircuitStore({
    ...testContext({ clock: this.clock, sleeper: noSleep, randomness: this.#randomness }),
    table: this.subscriptions,
  });
  /** Ids of the partner's subscriptions. */
  endpoints: readonly string[] = [];
  readonly log = new AlertLog({ ...testContext({ clock: this.clock }), table: this.deliveries });

  readonly outages = new OutageAlerts({
    ...testContext({ clock: this.clock }),
    ...{ circuits: this.circuits, log: this.log, alerts: this.alerts },
    subscriptions: faked(SubscriptionStore, {
      list: async (_partner, { after = "" }) => {
        const rest = this.endpoints.filter((id) => id > after);
        return { items: rest.slice(0, 2).map((id) => aSubscription({ id, partner })), more: rest.length > 2 };
      },
    }),
  });

  worker(log = this.log): AlertSender {
    const { settings, alerts, portalUrl, logger, metrics } = this;
    const mailer = {
      send: async (mail: Mail): Promise<SendOutcome> => {
        await this.mailsAfter;
        this.mails.push(mail);
        return this.mailOutcomes.shift() ?? { outcome: "sent" };
      },
    };
    return new AlertSender({
      ...testContext({ clock: this.clock, logger, metrics }),
      ...{ settings, log, alerts, portalUrl },
      mailer: this.sendsMail ? mailer : undefined,
      events: faked(EventStore, {
        getMany: async (wanted) =>
          wanted.map(({ id }) => {
            const envelope = this.events.get(id);
            return envelope && { envelope, body: JSON.stringify(envelope) };
          }),
      }),
      partners: faked(PartnerRegistry, {
        accessOf: async () => {
          return { partner, isActive: this.isActive, instances: new Set(), quotas: undefined, rev: 1 };
        },
      }),
      outages: this.outages,
      postAlert: async ({ url, content }) => {
        this.posts.push({ url, content });
        return this.chatOutcomes.shift() ?? { outcome: "sent" };
      },
    });
  }

  /** Confirmed email and chats. */
  async setChannels(...channels: readonly AlertChannel[]): Promise<void> {
    const slack = await this.settings.sealChat(partner, "slack", slackUrl);
    const teams = await this.settings.sealChat(partner, "teams", teamsUrl);
    const pagerduty = await this.settings.sealPagerDuty(partner, routingKey, pagerDutyUrl);
    await this.settings.change(partner, (current) => ({
      ...current,
      ...(channels.includes("email") && { email: { address: "oncall@acme.example", confirmedAt: 1 } }),
      ...(channels.includes("slack") && { slack }),
      ...(channels.includes("teams") && { teams }),
      ...(channels.includes("pagerduty") && { pagerduty }),
    }));
  }

  /** Opens the circuit of a subscription's endpoint now, or pauses it, and returns since when that is. */
  async fail(subscription = "sub_1", state: "open" | "paused" = "open"): Promise<number> {
    const since = this.clock.now();
    await this.circuits.change({ partner, subscription }, (circuit) => ({ ...circuit, state, since, probes: 0 }));
    return since;
  }

  /** Closes it again. */
  async recover(subscription = "sub_1"): Promise<void> {
    await this.circuits.resume({ partner, subscription });
  }

  /** Replaces some of the partner's settings, or removes those that are `undefined`. */
  async change(fields: { readonly [name in keyof AlertSettings]?: AlertSettings[name] | undefined }): Promise<void> {
    await this.settings.change(partner, (current) => JSON.parse(JSON.stringify({ ...current, ...fields })));
  }

  run(message: AlertMessage): Promise<void> {
    return this.worker().run(message);
  }

  /** Runs the message of an event about an endpoint, by default that it fails. */
  async hears(data: Partial<ReturnType<typeof failing>> = {}): Promise<void> {
    await this.run(this.event("bridge.endpoint_failing", { ...failing(), ...data }));
  }

  /** Stores an event about an endpoint and returns the message that it causes. */
  event<T extends OperationalType>(type: T, data: OperationalPayload<T>, id = `evt_${this.events.size}`): AlertMessage {
    const at = new Date(this.clock.now()).toISOString();
    this.events.set(id, {
      ...{ id, type, timestamp: at, timestampFrom: "detected", detectedAt: at, instance: `~${partner}` },
      subject: { type: "bridge", id, seq: 1, part: 1 },
      data: JSON.parse(JSON.stringify(data)),
      detectedBy: "hint",
      partner,
    });
    return { kind: "event", partner, instance: `~${partner}`, event: id };
  }

  /** The messages that were sent to the queue since the last take, with their delays. */
  takeRetries(): readonly { readonly message: AlertMessage; readonly delaySeconds: number | undefined }[] {
    return this.alerts.sent.splice(0).map(({ body, delaySeconds }) => {
      return { message: alertMessage.parse(JSON.parse(body)), delaySeconds };
    });
  }
}

export const failing = (subscription = "sub_1") => ({
  subscription,
  failingSince: "2026-11-21T11:50:00.000Z",
  probes: 7,
  pausesAt: "2026-11-24T11:50:00.000Z",
});
