import { postAlert } from "../../../shared/alerts/alert-post.ts";
import { AlertSender } from "../../../shared/alerts/alert-sender.ts";
import { OutageAlerts } from "../../../shared/alerts/outage-alerts.ts";
import type { Mailer } from "../../../shared/kernel/ports/mailer.ts";
import type { Container } from "../container.ts";
import { alertLog, alertSettingsStore } from "./alert-settings.ts";
import { circuitStore } from "./delivery.ts";
import { partnerRegistry } from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { dialer, endpointRules, userAgent } from "./sender.ts";
import { subscriptionStore } from "./subscriptions.ts";

/** Sends alerts by email; undefined if the engine sends no email. */
export const alertMailer = ({ engine }: Container): Mailer | undefined => engine.mailer;

export function alertSender({ engine, context, get }: Container): AlertSender {
  const { portalUrl } = engine.settings;
  const chat = { ...get(endpointRules), dialer: get(dialer), userAgent: get(userAgent) };
  const parts = { ...context, log: get(alertLog), alerts: engine.queue("alerts") };
  return new AlertSender({
    ...parts,
    ...{ settings: get(alertSettingsStore), events: get(eventStore), partners: get(partnerRegistry) },
    ...{ mailer: get(alertMailer), portalUrl, postAlert: (post) => postAlert(post, chat) },
    outages: new OutageAlerts({ ...parts, circuits: get(circuitStore), subscriptions: get(subscriptionStore) }),
  });
}
