import { z } from "@hono/zod-openapi";
import { keyScope } from "../../partners/api-key.ts";
import { endpoint } from "../endpoint.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { partnerAnswer, partnerView } from "./partner-schemas.ts";

const meAnswer = answerSchema("Me", {
  key: z.object({
    id: z.string().openapi({
      description: "`environment` for the operator key in the deployment's configuration.",
      example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
    }),
    name: z.string().openapi({ example: "billing service" }),
    scopes: z.array(z.enum(keyScope.options)),
  }),
  operator: z.boolean(),
  version: z.string().openapi({ description: "The bridge's version.", example: "0.1.0" }),
  partner: partnerAnswer.optional().openapi({
    description:
      "The partner that the key belongs to, or that the operator acts for. Absent if the operator acts for none.",
  }),
});

export const meRoutes = [
  endpoint("getMe", "get", "/v1/me", {
    ...{ tag: "Keys", who: "partner", scope: "read" },
    summary: "Retrieve the current key and its partner",
    answers: { 200: ["The key and its partner", meAnswer] },
    async handle({ caller }, { partners, version }) {
      const { key, keyName, scopes, isOperator, access } = caller;
      const partner = await partners.find(access.partner);
      return {
        ...{ key: { id: key, name: keyName, scopes: [...scopes] }, operator: isOperator, version },
        ...(partner !== undefined && { partner: partnerView(partner) }),
      };
    },
  }),
];
