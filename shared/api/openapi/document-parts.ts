import { problems } from "../http/problem.ts";

/** What a client may have to look at in any answer; the middlewares set them for every route alike. */
export const headers = {
  RateLimit: {
    description: "Requests that the key may still send (`r`), and in how many seconds it is all of them again (`t`).",
    schema: { type: "string" },
    example: '"key";r=598;t=1',
  },
  RateLimitPolicy: {
    description: "Requests (`q`) in a window of so many seconds (`w`).",
    schema: { type: "string" },
    example: '"key";q=600;w=60',
  },
  RetryAfter: {
    description: "Seconds after which the request may be sent again.",
    schema: { type: "string" },
    example: "5",
  },
  ETag: {
    description: "Names this state of the answer: for `If-None-Match`, and for `If-Match` where a change takes it.",
    schema: { type: "string" },
    example: '"3.mV0aCgq1pA7w"',
  },
  IdempotencyReplayed: {
    description: "`true` where the answer is that of the first time.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  WwwAuthenticate: {
    description: "How to authenticate.",
    schema: { type: "string" },
    example: 'Bearer realm="feedhook"',
  },
};

const webhookHeader = (name: string, description: string, example: string, required = true) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

export const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A key of yours (a UUID, say): the request is done once, and a repeat within a day gets the answer of the first time.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    example: "8e03978e-40d5-43e8-bc93-6894a57f9324",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of the answer that you have: 304 while nothing changed.",
    schema: { type: "string", pattern: '^(W/)?"[!#-~]*"$', maxLength: 256 },
    example: '"3.mV0aCgq1pA7w"',
  },
  FeedhookPartner: {
    name: "Feedhook-Partner",
    in: "header",
    description: "For operators: do it as this partner would. A partner's own key ignores it.",
    schema: { type: "string", pattern: "^prt_[0-9A-Z]{26}$" },
    example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  },
  WebhookId: webhookHeader(
    "webhook-id",
    "The event's id, the same on every attempt: drop duplicates by it.",
    "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  ),
  WebhookTimestamp: webhookHeader(
    "webhook-timestamp",
    "Unix seconds of this attempt: refuse what is older than five minutes.",
    "1795252353",
  ),
  WebhookSignature: webhookHeader(
    "webhook-signature",
    "`v1,` and the base64 of an HMAC-SHA256 over `<id>.<timestamp>.<body>`; several, separated by spaces: one that matches is enough.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  WebhookReplay: webhookHeader("webhook-replay", "`true` where it was asked for again.", "true", false),
  WebhookLate: webhookHeader(
    "webhook-late",
    "`true` where a newer event of its record may have gone before it.",
    "true",
    false,
  ),
  WebhookExample: webhookHeader("webhook-example", "`true` of an example that was asked for.", "true", false),
};

/** A body of each problem, as examples of an answer with its status. */
export function problemExamples(names: readonly string[]) {
  const known = Object.entries(problems).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    known.map(([name, { status, title }]) => {
      const errors = name === "invalid-request" ? { errors: [{ field: "limit", message: "is too large" }] } : {};
      const value = { type: `urn:feedhook:problem:${name}`, title, status, instance: "/v1/subscriptions", ...errors };
      return [name, { summary: title, value }];
    }),
  );
}
