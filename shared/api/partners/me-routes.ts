import { z } from "@hono/zod-openapi";
import { keyScope } from "../../partners/api-key.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { partnerAnswer } from "./partner-schemas.ts";
import { partnerView } from "./partner-view.ts";

const meAnswer = z
  .object({
    key: z.object({
      id: z.string().openapi({
        description: "`environment` for the operator key given to the deployment.",
        example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
      }),
      name: z.string().openapi({ example: "billing service" }),
      scopes: z.array(z.enum(keyScope.options)),
    }),
    operator: z.boolean(),
    version: z.string().openapi({ description: "The bridge's version.", example: "0.1.0" }),
    partner: partnerAnswer
      .optional()
      .openapi({ description: "A customer of the bridge, with its own keys and subscriptions." }),
  })
  .openapi("Me");

const me = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Keys"],
    method: "get",
    path: "/v1/me",
    operationId: "getMe",
    summary: "Retrieve the current key and its partner",
    responses: { 200: jsonAnswer("The key and its partner", meAnswer), ...problemAnswers() },
  },
);

export function meRoutes({ partners, version }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(me, async (context) => {
    const { key, keyName, scopes, isOperator, access } = context.var.caller;
    const partner = await partners.find(access.partner);
    const answer = { key: { id: key, name: keyName, scopes: [...scopes] }, operator: isOperator, version };
    return context.json({ ...answer, ...(partner !== undefined && { partner: partnerView(partner) }) }, 200);
  });
  return router;
}
