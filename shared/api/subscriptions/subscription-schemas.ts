import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { jsonObject } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";
import { maxPatternLength } from "../../subscriptions/patterns/event-pattern.ts";
import { kindOf, type Subscription, subscriptionKinds } from "../../subscriptions/subscription.ts";
import { normaliseSigningSecret, signing, validSecrets } from "../../subscriptions/subscription-secrets.ts";
import type { ApiServices } from "../api-services.ts";
import { knownPattern } from "../events/event-criteria.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { destinationAnswer, destinationInput, destinationPatch, destinationView } from "./destination-schemas.ts";
import { disablerOf } from "./disabled-by.ts";
import { endpointAnswer, endpointSummary } from "./endpoint-view.ts";

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The maximum number of headers that are checked. Each invalid header gets its own error. */
const mostGiven = 100;

function headersOf<T extends string | null>(value: z.ZodType<T, T>, type: "string" | ["string", "null"]) {
  // `z.record` drops a member named `__proto__`.
  const isTaken = (given: unknown) =>
    typeof given !== "object" ||
    given === null ||
    (Object.keys(given).length <= mostGiven && !Object.hasOwn(given, "__proto__"));
  return z
    .custom<Record<string, T>>(isTaken, `must have at most ${mostGiven} members, none of them named __proto__`)
    .openapi({ type: "object", additionalProperties: { type } })
    .pipe(z.record(z.string(), value));
}

const fields = {
  kind: z.enum(subscriptionKinds).openapi({
    description:
      "`push` (default): Feedhook posts events to `url`. `pull`: you fetch events with `GET …/poll`. `sqs`, `eventbridge`, `s3`: Feedhook sends events to your queue, bus or bucket in AWS, the `destination`. Can't be changed later.",
  }),
  ordered: z.boolean().openapi({
    description:
      "Whether to send each record's events one at a time, oldest first. Only for webhooks and FIFO queues. Can't be changed later.",
  }),
  url: z.string().openapi({
    description: "Must use https, port 443 or 8443, and a public host name. Stored and returned in normalized form.",
    example: "https://hooks.example.com/feedhook",
  }),
  destination: destinationInput,
  eventTypes: z
    .array(knownPattern)
    .min(1)
    .max(100)
    .transform(unique)
    .openapi({
      description:
        "The event types to receive: single types, `<subject>.*`, or `*`. `*` doesn't match `bridge.*` types, which you must list.",
      example: ["person.*", "document.created"],
    }),
  instances: z
    .array(instanceName)
    .min(1)
    .max(100)
    .transform(unique)
    .openapi({
      description: "The instances to receive events from. Default: every instance, including ones registered later.",
      example: ["acme"],
    }),
  // Schemas made before the OpenAPI extension was loaded can't be described, so this one is cloned.
  filter: jsonObject.clone().openapi({
    type: "object",
    description:
      "An EventBridge event pattern that events must match. By default, every event that `eventTypes` selects matches.",
    example: { owner: { type: ["Project"] }, changes: { field: ["status"] } },
  }),
  baseline: z.boolean().openapi({
    description: "Whether to send baseline events, for records that existed when an instance was connected.",
    example: false,
  }),
  description: z.string().max(256).openapi({ example: "CRM import" }),
  status: z
    .enum(["active", "disabled"])
    .openapi({ description: "A disabled subscription keeps its settings and receives nothing." }),
  format: z.enum(["envelope", "cloudevents"]).openapi({
    description: "`envelope`: the Feedhook envelope. `cloudevents`: CloudEvents 1.0 as structured JSON.",
  }),
  payload: z
    .enum(["full", "thin"])
    .openapi({ description: "`full`: the whole event. `thin`: the event without `data`." }),
  timeoutSeconds: z.int().min(5).max(30).openapi({
    description: "The number of seconds the endpoint has to respond. Default: 15.",
    example: 20,
  }),
  maxConcurrency: z.int().min(1).max(1_000).openapi({
    description: "The maximum number of concurrent deliveries. Excess deliveries wait. Default: no limit.",
    example: 10,
  }),
  ratePerSecond: z.number().min(0.1).max(1_000).openapi({
    description: "The maximum number of deliveries started per second. Excess deliveries wait. Default: no limit.",
    example: 50,
  }),
};

const settings = z.strictObject(fields).partial();

/** Read in its normalized form. */
export const ownSecret = z
  .string()
  .transform((text, context) => {
    const secret = normaliseSigningSecret(text);
    if (secret !== undefined) return secret;
    context.addIssue({ code: "custom", message: "must be whsec_ followed by 24 to 64 bytes in base64" });
    return z.NEVER;
  })
  .optional()
  .openapi({
    description:
      "Your own signing secret for HMAC: `whsec_` followed by 24 to 64 bytes in base64. Default: Feedhook generates one.",
  });

const firstSigning = z.enum(signing.options).optional().openapi({
  description:
    "`hmac` (default): webhooks are signed with a secret that you also have. `ed25519`: they are signed with a private key that never leaves Feedhook, and you verify them with the public key.",
  example: "hmac",
});

export const nextSigning = z.enum(signing.options).optional().openapi({
  description: "The kind of the new key. Default: `hmac` if `secret` is given, otherwise the kind of the newest key.",
  example: "hmac",
});

export const subscriptionInput = settings
  .extend({
    eventTypes: fields.eventTypes,
    baseline: fields.baseline.default(false),
    status: fields.status.default("active"),
    headers: headersOf(z.string(), "string")
      .optional()
      .openapi({
        description: "Custom headers to send with every delivery, at most 20. Their values are never returned.",
        example: { "x-api-key": "…" },
      }),
    signing: firstSigning,
    secret: ownSecret,
  })
  .openapi("SubscriptionInput");

/** In characters. Enough to remove each field of the largest filter and to set another one, and fast to merge. */
const mostFilterPatch = 4 * maxPatternLength;

export const subscriptionPatch = settings
  .extend({
    destination: destinationPatch.optional(),
    instances: fields.instances.nullable().optional(),
    filter: fields.filter
      .refine((filter) => JSON.stringify(filter).length <= mostFilterPatch, {
        error: `must have at most ${mostFilterPatch} characters`,
      })
      .nullable()
      .optional()
      .openapi({ type: ["object", "null"] }),
    description: fields.description.nullable().optional(),
    timeoutSeconds: fields.timeoutSeconds.nullable().optional(),
    maxConcurrency: fields.maxConcurrency.nullable().optional(),
    ratePerSecond: fields.ratePerSecond.nullable().optional(),
    headers: headersOf(z.string().nullable(), ["string", "null"])
      .nullable()
      .optional()
      .openapi({
        type: ["object", "null"],
        description: "Custom headers to set, or to remove if the value is `null`. Other headers stay unchanged.",
      }),
  })
  .openapi("SubscriptionPatch", {
    description: "A JSON merge patch (RFC 7396). Absent fields keep their values. `null` removes a field.",
  });
export type SubscriptionPatch = z.output<typeof subscriptionPatch>;

const publicKey = z.string().openapi({
  description: "The public key of an Ed25519 key.",
  example: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
});

export const subscriptionAnswer = answerSchema("Subscription", {
  id: z.string().openapi({ example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  kind: z.enum(subscriptionKinds),
  ordered: z.boolean(),
  url: fields.url.optional(),
  destination: destinationAnswer.optional(),
  eventTypes: z.array(z.string()).openapi({ example: ["person.*"] }),
  instances: z.array(z.string()).optional(),
  filter: z.unknown().optional().openapi({ type: "object", description: "The filter, as you set it." }),
  baseline: fields.baseline,
  description: z.string().optional(),
  status: fields.status,
  format: fields.format,
  payload: fields.payload,
  timeoutSeconds: fields.timeoutSeconds.optional(),
  maxConcurrency: fields.maxConcurrency.optional(),
  ratePerSecond: fields.ratePerSecond.optional(),
  headerNames: z.array(z.string()).openapi({
    description: "The names of your custom headers. Their values are never returned.",
    example: ["x-api-key"],
  }),
  signingKeys: z
    .array(
      z.object({
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime().optional(),
        publicKey: publicKey.optional(),
      }),
    )
    .openapi({
      description:
        "The valid signing keys, newest first. Empty unless `kind` is `push`. `expiresAt` is when the key's overlap ends. Only an Ed25519 key has a `publicKey`.",
    }),
  warnings: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .openapi({
      description: "Settings that were accepted but may not work. Returned when you create or update the subscription.",
    }),
  disabledReason: z.enum(["gone", "requested", "unreachable", "owner"]).optional().openapi({
    description:
      "`gone`: the endpoint returned 410. `requested`: the endpoint asked Feedhook to stop. `unreachable`: the endpoint didn't recover within 14 days of being paused. `owner`: the subscription was disabled through this API.",
  }),
  disabledAt: z.iso.datetime().optional().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  disabledBy: z.string().optional().openapi({
    description: "The name of the key that disabled the subscription, or `operator`.",
    example: "ci",
  }),
  createdAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  updatedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
});

export const subscriptionDetail = subscriptionAnswer.extend({ endpoint: endpointAnswer }).openapi("SubscriptionDetail");

const issued = {
  secret: z.string().optional().openapi({
    description: "The new key's signing secret, returned only once. Present only for webhooks with an HMAC key.",
    example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  }),
  publicKey: publicKey
    .optional()
    .openapi({ description: "The new key's public key. Present only for an Ed25519 key." }),
};

export const createdSubscription = subscriptionAnswer.extend(issued).openapi("CreatedSubscription");

export const rotatedSubscription = subscriptionAnswer.extend(issued).openapi("RotatedSubscription");

export const listedSubscription = subscriptionAnswer
  .extend({ endpoint: endpointSummary })
  .openapi("ListedSubscription");

export const subscriptionParams = z.object({
  id: z.string().openapi({ example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

/** Leaves out all secrets. */
export function subscriptionView(
  one: Subscription,
  { clock, awsPrincipal: principal }: Pick<ApiServices, "clock" | "awsPrincipal">,
): z.input<typeof subscriptionAnswer> {
  const { ordered = false, format = "envelope", payload = "full", headers = [], destination } = one;
  const kind = kindOf(one);
  // Pull subscriptions created by an earlier release have a secret, which signs nothing.
  const secrets = kind === "push" ? one.secrets : [];
  const signingKeys = validSecrets(secrets, clock.now()).map((key) => ({
    createdAt: isoTime(key.createdAt),
    expiresAt: isoTime(key.expiresAt),
    publicKey: key.publicKey,
  }));
  const { id, url, eventTypes, instances, filter, baseline, description, status, disabledReason } = one;
  const { timeoutSeconds, maxConcurrency, ratePerSecond } = one;
  return {
    ...{ id, kind, ordered, url, eventTypes, instances, filter, baseline, description, format, payload },
    destination: destination && destinationView(destination, principal),
    ...{ headerNames: headers.map(({ name }) => name), signingKeys, timeoutSeconds, maxConcurrency, ratePerSecond },
    ...{ status, disabledReason, disabledAt: isoTime(one.disabledAt), disabledBy: disablerOf(one) },
    createdAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.updatedAt),
  };
}
