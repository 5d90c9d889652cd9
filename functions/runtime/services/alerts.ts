import { AlertSender } from "../../../shared/alerts/alert-sender.ts";
import { postToChat } from "../../../shared/alerts/chat-post.ts";
import { OutageAlerts } from "../../../shared/alerts/outage-alerts.ts";
import type { Mailer } from "../../../shared/kernel/ports/mailer.ts";
import type { Container } from "../container.ts";
import { alertLog, alertSettingsStore } from "./alert-settings.ts";
import { circuitStore } from "./delivery.ts";
import { partnerRegistry } from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { dialer, userAgent } from "./sender.ts";
import { subscriptionStore } from "./subscriptions.ts";

/** Sends alerts by email; undefined if the engine sends none. */
export const alertMailer = ({ engine }: Container): Mailer | undefined => engine.mailer;

export function alertSender({ engine, get }: Container): AlertSender {
  const { logger, metrics, settings } = engine;
  const { allowInsecureEndpoints: allowInsecure, ownDomains, portalUrl, timings } = settings;
  const chat = { dialer: get(dialer), userAgent: get(userAgent), allowInsecure, ownDomains, ownUrl: portalUrl };
  return new AlertSender({
    ...{ settings: get(alertSettingsStore), log: get(alertLog), events: get(eventStore) },
    ...{ partners: get(partnerRegistry), mailer: get(alertMailer), alerts: engine.queue("alerts"), portalUrl },
    ...{ logger, metrics, timings },
    outages: new OutageAlerts({
      ...{ circuits: get(circuitStore), subscriptions: get(subscriptionStore), log: get(alertLog) },
      ...{ alerts: engine.queue("alerts"), clock: engine.clock, timings },
    }),
    postToChat: (post) => postToChat(post, chat),
  });
}
