import type { Dialer, DialOutcome } from "../delivery/attempt/dialer.ts";
import { isFilesExhausted } from "../kernel/errors.ts";
import { isoTime } from "../kernel/instant.ts";
import type { Json } from "../kernel/json.ts";
import type { SendOutcome } from "../kernel/ports/mailer.ts";
import { type EndpointRules, parseEndpointUrl } from "../subscriptions/endpoint-url.ts";
import type { AlertSubject } from "./alert-log.ts";
import type { AlertText } from "./alert-text.ts";

type Parts = EndpointRules & { readonly dialer: Dialer; readonly userAgent: string };

/** In ms. A post occupies one of the few workers for alerts, so a chat that hangs delays other partners' alerts. */
const deadline = 5_000;

/** Errors that show that no data was sent. */
const notConnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);

export type AlertPost = { readonly partner: string; readonly url: string; readonly content: Json };

/** The same rules apply as for webhooks: https, public addresses, no redirects. */
export async function postAlert(
  { partner, url, content }: AlertPost,
  { dialer, userAgent, ...rules }: Parts,
): Promise<SendOutcome> {
  // The rules may have become stricter since the address was set.
  const parsed = parseEndpointUrl(url, rules);
  if (parsed.outcome === "refused") return { outcome: "refused", reason: "blocked", retryable: false };
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  const body = Buffer.from(JSON.stringify(content));
  return outcomeOf(await dialer.post({ url: parsed.url, group: partner, headers, body, deadline }));
}

function outcomeOf(dialled: DialOutcome): SendOutcome {
  if (dialled.outcome === "answered") {
    const { status } = dialled;
    if (status < 300) return { outcome: "sent" };
    const retryable = status >= 500 || status === 429 || status === 408;
    return { outcome: "refused", reason: `http_${status}`, retryable };
  }
  const { class: step, detail = "" } = dialled;
  const isBefore =
    step === "dns" || step === "tls" || (step === "connect" && (notConnected.has(detail) || isFilesExhausted(detail)));
  if (isBefore) return { outcome: "refused", reason: step, retryable: true };
  return step === "blocked"
    ? { outcome: "refused", reason: step, retryable: false }
    : { outcome: "unknown", reason: step };
}

/** Slack reads `&`, `<` and `>` as markup, so they are escaped. */
export function slackBody({ title, lines, link }: AlertText): Json {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const all = link === undefined ? lines : [...lines, `${link.title}: ${link.url}`];
  return { text: [`*${escaped(title)}*`, ...all.map(escaped)].join("\n") };
}

/** The body for a Microsoft Teams webhook (Workflows): an Adaptive Card. */
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

/** All outages of a subscription share one incident, which a recovery resolves. Expired deliveries have their own. */
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
