import { problems } from "../http/problem.ts";

const text = { type: "string" };

const header = (description: string, example: string, schema: object = text) => ({ description, schema, example });

/** Routes don't declare these response headers: `describedOperation` adds them. */
export const headers = {
  RateLimit: header(
    "The requests left (`r`), and the seconds until all are available again or, in a 429 response, until one is (`t`).",
    '"key";r=598;t=1',
  ),
  RateLimitPolicy: header("The number of requests (`q`) allowed in a window of `w` seconds.", '"key";q=600;w=60'),
  RetryAfter: header("Seconds to wait before sending the request again.", "5"),
  ETag: header("Identifies this version for `If-None-Match` and, where supported, `If-Match`.", '"3.mV0aCgq1pA7w"'),
  IdempotencyReplayed: header("`true` if this is the stored response to the first request.", "true", {
    ...text,
    enum: ["true"],
  }),
  WwwAuthenticate: header("How to authenticate.", 'Bearer realm="feedhook"'),
};

const requestHeader = (name: string, description: string, schema: object, example: string) => ({
  ...{ name, in: "header", description },
  schema: { ...text, ...schema },
  example,
});
const webhookHeader = (name: string, description: string, example: string, required = true) => ({
  ...{ name, in: "header", required, description },
  schema: text,
  example,
});

export const parameters = {
  IdempotencyKey: requestHeader(
    "Idempotency-Key",
    "A unique key, such as a UUID. A repeated request with the same key within a day returns the first response instead of running again.",
    { minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    "8e03978e-40d5-43e8-bc93-6894a57f9324",
  ),
  IfNoneMatch: requestHeader(
    "If-None-Match",
    "The `ETag` of the response you have. Returns 304 if nothing changed.",
    { pattern: '^(W/)?"[!#-~]*"$', maxLength: 256 },
    '"3.mV0aCgq1pA7w"',
  ),
  FeedhookPartner: requestHeader(
    "Feedhook-Partner",
    "For operators: act on behalf of this partner. Ignored with a partner's own key.",
    { pattern: "^prt_[0-9A-Z]{26}$" },
    "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  ),
  WebhookId: webhookHeader(
    "webhook-id",
    "The event's ID, the same on every attempt. Use it to drop duplicates.",
    "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  ),
  WebhookTimestamp: webhookHeader(
    "webhook-timestamp",
    "When this attempt was sent, in Unix seconds. Reject attempts older than five minutes.",
    "1795252353",
  ),
  WebhookSignature: webhookHeader(
    "webhook-signature",
    "`v1,` followed by the HMAC-SHA256 of `<id>.<timestamp>.<body>`, or `v1a,` followed by the Ed25519 signature of the same text, both in base64. If there are several signatures, separated by spaces, one match is enough.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  WebhookReplay: webhookHeader("webhook-replay", "`true` if the event is sent again on request.", "true", false),
  WebhookLate: webhookHeader(
    "webhook-late",
    "`true` if a newer event of the same record may have been delivered first.",
    "true",
    false,
  ),
  WebhookExample: webhookHeader("webhook-example", "`true` if the event is an example.", "true", false),
};

export function problemExamples(names: readonly string[]) {
  const known = Object.entries(problems).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    known.map(([name, { status, title }]) => {
      const errors = name === "invalid-request" ? { errors: [{ field: "limit", message: "must be at most 200" }] } : {};
      const value = { type: `urn:feedhook:problem:${name}`, title, status, instance: "/v1/subscriptions", ...errors };
      return [name, { summary: title, value }];
    }),
  );
}
