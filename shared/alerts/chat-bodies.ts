import { isoTime } from "../kernel/instant.ts";
import type { Json } from "../kernel/json.ts";
import type { AlertSubject } from "./alert-log.ts";
import type { AlertText } from "./alert-text.ts";

/** The body of a Slack-compatible incoming webhook. Slack reads `&`, `<` and `>` as its own markup. */
export function slackBody({ title, lines, link }: AlertText): Json {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const all = link === undefined ? lines : [...lines, `${link.title}: ${link.url}`];
  return { text: [`*${escaped(title)}*`, ...all.map(escaped)].join("\n") };
}

/** The body of a Microsoft Teams webhook (Workflows): an Adaptive Card. */
export function teamsBody({ title, lines, link }: AlertText): Json {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    ...{ type: "AdaptiveCard", version: "1.4" },
    body: [
      { type: "TextBlock", text: title, weight: "Bolder", size: "Medium", wrap: true },
      ...lines.map((text) => ({ type: "TextBlock", text, wrap: true })),
    ],
    ...(link !== undefined && { actions: [{ type: "Action.OpenUrl", title: link.title, url: link.url }] }),
  };
  return { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }] };
}

const severities = {
  endpoint_failing: "error",
  endpoint_paused: "critical",
  endpoint_disabled: "critical",
  endpoint_recovered: "info",
  deliveries_expired: "warning",
  test: "info",
  code: "info",
} as const satisfies { readonly [kind in AlertSubject["kind"]]: string };

/**
 * The body of a PagerDuty event (Events API v2). All outages of a subscription are one incident: a recovery resolves
 * what they triggered.
 */
export function pagerDutyBody(routingKey: string, subject: AlertSubject, { title, lines, link }: AlertText): Json {
  const { kind, subscription = "test", at } = subject;
  const topic = kind === "deliveries_expired" ? `${subscription}/expired` : subscription;
  const event = { routing_key: routingKey, dedup_key: `feedhook/${topic}` };
  if (kind === "endpoint_recovered") return { ...event, event_action: "resolve" };
  return {
    ...{ ...event, event_action: "trigger", client: "Feedhook" },
    payload: {
      summary: kind === "test" ? title : `${title}: ${subscription}`,
      ...{ source: "Feedhook", severity: severities[kind], component: subscription, class: kind },
      timestamp: isoTime(at),
      custom_details: { what: lines.join(" ") },
    },
    ...(link !== undefined && { links: [{ href: link.url, text: link.title }] }),
  };
}
