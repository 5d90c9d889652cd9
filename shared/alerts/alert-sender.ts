import type { Context } from "../kernel/context.ts";
import type { Mailer, SendOutcome } from "../kernel/ports/mailer.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { PartnerRegistry } from "../partners/partner-registry.ts";
import type { EventStore } from "../publishing/event-store.ts";
import { type Alert, alertOf } from "./alert.ts";
import type { AlertLog, AlertSubject } from "./alert-log.ts";
import type { AlertChannel, AlertMessage } from "./alert-message.ts";
import { type AlertPost, pagerDutyBody, slackBody, teamsBody } from "./alert-post.ts";
import type { AlertSettings } from "./alert-settings.ts";
import type { AlertSettingsStore } from "./alert-settings-store.ts";
import { type AlertText, mailOf, textOfAlert, textOfCode, textOfTest } from "./alert-text.ts";
import type { OutageAlerts } from "./outage-alerts.ts";

type Parts = Context & {
  readonly settings: AlertSettingsStore;
  readonly log: AlertLog;
  readonly events: EventStore;
  readonly partners: PartnerRegistry;
  /** Absent if this bridge sends no email. */
  readonly mailer: Mailer | undefined;
  readonly postAlert: (post: AlertPost) => Promise<SendOutcome>;
  readonly outages: OutageAlerts;
  readonly alerts: QueueSender;
  readonly portalUrl: string | undefined;
};

/**
 * A message that leads to at most one alert, test or code per channel. `ongoing` queues a message per outage instead.
 */
type AlertingMessage = Exclude<AlertMessage, { readonly kind: "ongoing" }>;

type Planned = {
  readonly subject: AlertSubject;
  readonly text: AlertText;
  readonly channels: readonly AlertChannel[];
};

const tooMany = { outcome: "refused", reason: "too_many_today", retryable: false } as const;

/**
 * An alert is sent again only if it was definitely refused, for a reason that may pass. A test is never sent again: its
 * result is reported, and the partner can request another one.
 */
export class AlertSender {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The same message may arrive more than once, even at two workers at the same time. */
  async run(message: AlertMessage): Promise<void> {
    const { settings: store, partners } = this.#parts;
    const settings = await store.read(message.partner);
    if (channelsOf(settings).length === 0 && message.kind !== "code") return;
    // A suspended partner gets no alerts, and a partner that is being deleted has no endpoints left.
    if (!(await partners.accessOf(message.partner)).isActive) return;
    if (message.kind === "ongoing") return this.#parts.outages.announceAll(message.partner);
    const planned = await this.#plan(message, settings);
    if (planned === undefined) return;
    const { channel: only, attempt = 1 } = message.retry ?? {};
    // The settings may have changed since the first try. A channel that has since been removed gets no retry.
    const channels = planned.channels.filter((channel) => only === undefined || channel === only);
    const sends = channels.map((channel) => this.#send(message, settings, planned, channel, attempt));
    // Waits for all channels. Without this, an error in one would end the run while another is still sending.
    await Promise.allSettled(sends);
    await Promise.all(sends);
  }

  async #plan(message: AlertingMessage, settings: AlertSettings): Promise<Planned | undefined> {
    const { settings: store, events, outages, portalUrl } = this.#parts;
    const { partner, kind } = message;
    if (kind === "test") {
      const subject = { partner, kind, at: message.at };
      return { subject, text: textOfTest(portalUrl), channels: channelsOf(settings) };
    }
    if (kind === "code") {
      const code = await store.openCode(partner, settings, message.at);
      const subject = { partner, kind, at: message.at };
      return code === undefined ? undefined : { subject, text: textOfCode(code), channels: ["email"] };
    }
    if (kind === "outage") {
      const due = await outages.dueAlert(message, settings, channelsOf(settings));
      return due && this.#planAlert(partner, due.alert, settings, due.channels);
    }
    const [event] = await events.getMany([{ instance: message.instance, id: message.event }]);
    const alert = event && alertOf(event.envelope);
    return alert && this.#planAlert(partner, alert, settings, channelsOf(settings));
  }

  #planAlert(
    partner: string,
    alert: Alert,
    { kinds }: AlertSettings,
    channels: readonly AlertChannel[],
  ): Planned | undefined {
    if (!kinds.includes(alert.kind)) return undefined;
    const subject = { partner, kind: alert.kind, subscription: alert.subscription, at: alert.at };
    return { subject, text: textOfAlert(alert, this.#parts.portalUrl), channels };
  }

  async #send(
    message: AlertingMessage,
    settings: AlertSettings,
    { subject, text }: Planned,
    channel: AlertChannel,
    attempt: number,
  ): Promise<void> {
    const { log, metrics, logger } = this.#parts;
    // The channel is prepared before the claim, because preparing it may fail, and a claimed try is never repeated.
    const send = await this.#through(channel, settings, subject);
    const claim = await log.claim(subject, channel, attempt);
    if (claim === "lost") return;
    // The worker that made this try may have died before it requested the next one.
    if (claim === "refused") return this.#retry(message, channel, attempt);
    const outcome = (await log.takeTry(subject.partner)) ? await send(text) : tooMany;
    const { alertRetries } = this.#parts.timings;
    const isTemporary = outcome.outcome === "refused" && outcome.retryable;
    const isRetried = isTemporary && message.kind !== "test" && attempt <= alertRetries.length;
    await log.record(subject, channel, outcome, !isRetried);
    const { partner, kind, subscription } = subject;
    const about = { partner, kind, subscription, channel, attempt };
    if (outcome.outcome === "sent") {
      metrics.record("alerts.sent", 1);
      logger.info("alert.sent", about);
      return;
    }
    logger.warn(isRetried ? "alert.refused" : "alert.failed", { ...about, reason: outcome.reason });
    if (isRetried) await this.#retry(message, channel, attempt);
    // Only a failed email raises an alarm for the operator. Partners can make chats fail and use up tries at will.
    else if (channel === "email" && outcome !== tooMany) metrics.record("alerts.failed", 1);
  }

  async #retry(message: AlertingMessage, channel: AlertChannel, attempt: number): Promise<void> {
    const { alerts, timings } = this.#parts;
    const again: AlertMessage = { ...message, retry: { channel, attempt: attempt + 1 } };
    const delaySeconds = Math.ceil((timings.alertRetries[attempt - 1] ?? 0) / 1_000);
    await alerts.send([{ body: JSON.stringify(again), group: message.partner, delaySeconds }]);
  }

  /** Loads what the channel needs, and returns the function that sends a text. */
  async #through(
    channel: AlertChannel,
    { email, slack, teams, pagerduty }: AlertSettings,
    subject: AlertSubject,
  ): Promise<(text: AlertText) => Promise<SendOutcome>> {
    const { mailer, postAlert, settings } = this.#parts;
    const { partner } = subject;
    if (channel === "slack" && slack !== undefined) {
      const url = await settings.openChat(partner, channel, slack);
      return (text) => postAlert({ partner, url, content: slackBody(text) });
    }
    if (channel === "teams" && teams !== undefined) {
      const url = await settings.openChat(partner, channel, teams);
      return (text) => postAlert({ partner, url, content: teamsBody(text) });
    }
    if (channel === "pagerduty" && pagerduty !== undefined) {
      const routingKey = await settings.openChat(partner, channel, pagerduty);
      const { url } = pagerduty;
      return (text) => postAlert({ partner, url, content: pagerDutyBody(routingKey, subject, text) });
    }
    if (mailer === undefined || email === undefined) {
      return () => Promise.resolve({ outcome: "refused", reason: "no_mail_here", retryable: false });
    }
    return (text) => mailer.send(mailOf(text, email.address));
  }
}

export function channelsOf({ email, slack, teams, pagerduty }: AlertSettings): readonly AlertChannel[] {
  const channels: AlertChannel[] = [];
  if (email?.confirmedAt !== undefined) channels.push("email");
  if (slack !== undefined) channels.push("slack");
  if (teams !== undefined) channels.push("teams");
  if (pagerduty !== undefined) channels.push("pagerduty");
  return channels;
}
