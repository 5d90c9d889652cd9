import type { Dialer, DialOutcome } from "../delivery/attempt/dialer.ts";
import { isFilesExhausted } from "../kernel/errors.ts";
import type { Json } from "../kernel/json.ts";
import type { SendOutcome } from "../kernel/ports/mailer.ts";
import { parseEndpointUrl } from "../subscriptions/endpoint-url.ts";

type Parts = {
  readonly dialer: Dialer;
  readonly userAgent: string;
  readonly allowInsecure: boolean;
  /** Host names that lead to the bridge itself. */
  readonly ownDomains?: readonly string[] | undefined;
  readonly ownUrl?: string | undefined;
};

/**
 * The limit (ms) for one post, including name resolution and the response. A post occupies one of the few workers for
 * alerts, so a chat that hangs delays the alerts of other partners.
 */
const deadline = 5_000;

/** Errors after which no data can have been sent. */
const notConnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);

/** The body of an alert of a partner, and where it goes. */
export type ChatPost = { readonly partner: string; readonly url: string; readonly content: Json };

/** Posts the body of an alert by the rules for webhooks: https, public addresses, no redirects. */
export async function postToChat(
  { partner, url, content }: ChatPost,
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
