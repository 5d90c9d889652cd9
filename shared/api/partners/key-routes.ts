import { z } from "@hono/zod-openapi";
import type { Draw } from "../../kernel/draw.ts";
import { isoTime } from "../../kernel/instant.ts";
import { type ApiKey, keyIdShape, scope } from "../../partners/api-key.ts";
import type { NewKey } from "../../partners/api-key-store.ts";
import { defaultQuotas } from "../../partners/partner.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { checkedId, ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { pageAnswer, pagingQuery } from "../http/cursor.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { anOperator } from "../subscriptions/disabled-by.ts";
import { partnerParams } from "./partner-schemas.ts";

const scopes = z
  .array(z.enum(scope.options))
  .min(1)
  .max(scope.options.length)
  .openapi({
    description:
      "`read`: read everything. `manage`: also make changes. `pull`: fetch and acknowledge events. `admin`: all of these, and manage keys.",
    example: ["manage"],
  });

const keyFields = {
  name: z.string().trim().min(1).max(128).openapi({
    description: "Who or what uses the key.",
    example: "billing service",
  }),
  scopes,
  expiresAt: z.iso.datetime({ offset: true }).optional().openapi({
    description: "When the key expires. By default, it never expires.",
    example: "2027-11-21T00:00:00Z",
  }),
};
const keyInput = inputSchema("KeyInput", {
  ...keyFields,
  // Partners see an operator's changes under this name.
  name: keyFields.name.refine((name) => name.toLowerCase() !== anOperator, `can't be "${anOperator}"`),
});

export const personFields = z
  .strictObject({
    name: z.string().trim().min(1).max(128).openapi({ example: "Ada Lovelace" }),
    email: z.email().max(254).openapi({ example: "ada@example.com" }),
  })
  .openapi("Person", { description: "The person who uses an operator's key, for the audit log." });

const operatorKeyInput = inputSchema("OperatorKeyInput", { ...keyFields, person: personFields.optional() });

const keyAnswer = answerSchema("Key", {
  id: z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  name: z.string().openapi({ example: "billing service" }),
  scopes,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
  lastUsedAt: z.iso.datetime().optional().openapi({
    description: "When the key was last used. Updated at most once an hour. Absent if the key has never been used.",
  }),
  person: personFields.optional(),
  session: z.boolean().optional().openapi({
    description: "`true` if the key is the session of an operator who signed in with single sign-on.",
    example: false,
  }),
});

const createdKey = keyAnswer
  .extend({
    key: z.string().openapi({
      description: "The API key, which is returned only once. Send it as `Authorization: Bearer …`.",
      example: "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…",
    }),
  })
  .openapi("CreatedKey");

const keyId = {
  key: z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
};
const partnerKeyParams = partnerParams.extend(keyId);
const operatorKeyParams = z.object(keyId);

const ofPartner = { tag: "Keys", who: "partner", scope: "admin" } as const;
const ofOperator = { tag: "Keys", who: "operator", scope: "admin" } as const;
const create = { answers: { 201: ["The key, which is returned only once", createdKey] } } as const;
const list = { query: pagingQuery, answers: { 200: pageAnswer(keyAnswer, "KeyPage") } } as const;
const revoke = {
  description: "Feedhook immediately rejects further requests with the key.",
  answers: { 204: "Revoked" },
} as const;

export const keyRoutes = [
  endpoint("createKey", "post", "/v1/partners/{partner}/keys", {
    ...ofPartner,
    ...create,
    summary: "Create an API key for a partner",
    params: partnerParams,
    body: keyInput,
    problems: ["quota-exceeded"],
    async handle({ params, body, caller, draw }, services) {
      const { id, quotas } = await ownPartner(services, caller, params);
      return makeKey(services, id, body, draw, quotas.keys ?? defaultQuotas.keys);
    },
  }),

  endpoint("listKeys", "get", "/v1/partners/{partner}/keys", {
    ...ofPartner,
    ...list,
    summary: "List a partner's API keys, oldest first",
    params: partnerParams,
    async handle({ params, query, caller, context }, services) {
      const { cursors, keys } = services;
      const { id } = await ownPartner(services, caller, params);
      return cursors.list(context, query, keyIdShape, (page) => keys.list(id, page), keyView);
    },
  }),

  endpoint("revokeKey", "delete", "/v1/partners/{partner}/keys/{key}", {
    ...ofPartner,
    ...revoke,
    summary: "Revoke a partner's API key",
    params: partnerKeyParams,
    async handle({ params, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      if ((await services.keys.revoke(id, checkedKey(params.key))) === "notFound") throw RequestError.notFound(thisKey);
    },
  }),

  endpoint("createOperatorKey", "post", "/v1/operator-keys", {
    ...ofOperator,
    ...create,
    summary: "Create an operator key",
    description: "Give each person or program its own key, so you can revoke each one separately.",
    body: operatorKeyInput,
    handle: ({ body, draw }, services) => makeKey(services, operatorPartner, body, draw),
  }),

  endpoint("listOperatorKeys", "get", "/v1/operator-keys", {
    ...ofOperator,
    ...list,
    summary: "List operator keys, oldest first",
    description:
      "The list includes the sessions of operators who signed in with single sign-on. It doesn't include the key in the deployment's configuration. To change that key, change the configuration.",
    handle: ({ query, context }, { cursors, keys }) =>
      cursors.list(context, query, keyIdShape, (page) => keys.list(operatorPartner, page), keyView),
  }),

  endpoint("revokeOperatorKey", "delete", "/v1/operator-keys/{key}", {
    ...ofOperator,
    ...revoke,
    summary: "Revoke an operator key",
    params: operatorKeyParams,
    async handle({ params }, { keys, portalLinks }) {
      const id = checkedKey(params.key);
      if ((await keys.revoke(operatorPartner, id)) === "revoked") return;
      // A session is a portal link that was opened.
      if ((await portalLinks.revoke(operatorPartner, id)) === "notFound") throw RequestError.notFound(thisKey);
    },
  }),
];

/** `most`: the maximum number of the partner's keys. The operator can have any number. */
async function makeKey(
  { keys, clock }: ApiServices,
  partner: string,
  { name, scopes: wanted, expiresAt, person: user }: z.output<typeof keyInput> & { readonly person?: NewKey["person"] },
  draw: Draw,
  most?: number,
): Promise<z.input<typeof createdKey>> {
  const validUntil = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  if (validUntil !== undefined && validUntil <= clock.now()) {
    throw RequestError.invalid([{ field: "expiresAt", message: "must be in the future" }]);
  }
  const settings = { name, scopes: wanted, validUntil, person: user };
  const made =
    most === undefined
      ? await keys.create(partner, settings, draw)
      : await keys.createWithin(most, partner, settings, draw);
  if (made === "quotaExceeded") {
    throw new RequestError(
      "quota-exceeded",
      `At most ${most} keys can exist, including expired ones. Revoke one first.`,
    );
  }
  return { ...keyView(made.key), key: made.text };
}

const thisKey = "This key";
const checkedKey = (key: string) => checkedId(key, keyIdShape, thisKey);

function keyView(key: ApiKey): z.input<typeof keyAnswer> {
  const { id, name, scopes: granted, createdAt, validUntil, lastUsedAt, portal } = key;
  return {
    ...{ id, name, scopes: granted.flatMap((one) => scope.safeParse(one).data ?? []) },
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(validUntil),
    lastUsedAt: isoTime(lastUsedAt),
    person: key.person,
    ...(portal === "session" && { session: true }),
  };
}
