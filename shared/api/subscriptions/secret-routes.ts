import { z } from "@hono/zod-openapi";
import { normaliseSigningSecret } from "../../subscriptions/signing-secret.ts";
import { mostSecrets } from "../../subscriptions/subscription-secrets.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonContent, problemAnswers } from "../http/route-parts.ts";
import { rotatedSubscription, subscriptionIdOf, subscriptionParams } from "./subscription-schemas.ts";
import { subscriptionView } from "./subscription-view.ts";

const day = 86_400;

const rotation = z
  .strictObject({
    secret: z.string().optional().openapi({
      description:
        "Your own signing secret: `whsec_` followed by 24 to 64 bytes in base64. Default: Feedhook generates one.",
    }),
    overlapSeconds: z
      .int()
      .min(0)
      .max(7 * day)
      .default(day)
      .openapi({
        description:
          "The maximum number of seconds that earlier secrets stay valid, even if they had a longer overlap. `0` ends them immediately.",
        example: day,
      }),
  })
  .openapi("SecretRotation");

const rotate = apiRoute(
  { who: "partner", scope: "manage" },
  {
    tags: ["Subscriptions"],
    method: "post",
    path: "/v1/subscriptions/{id}/secret",
    operationId: "rotateSecret",
    summary: "Rotate the signing secret",
    description: `The response includes the new secret, which can't be retrieved later. At most ${mostSecrets} secrets are valid at a time. A shorter overlap also shortens the overlap of earlier secrets.`,
    request: { params: subscriptionParams, body: { required: false, content: jsonContent(rotation) } },
    responses: {
      200: jsonAnswer("The subscription with its new secret", rotatedSubscription),
      ...problemAnswers(
        "invalid-request",
        "malformed-json",
        "not-found",
        "conflict",
        "too-many-secrets",
        "wrong-state",
      ),
    },
  },
);

export function secretRoutes({ subscriptions, clock }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(rotate, async (context) => {
    const { secret: given, overlapSeconds } = rotation.parse(context.req.valid("json"));
    const ownSecret = given === undefined ? undefined : normaliseSigningSecret(given);
    if (given !== undefined && ownSecret === undefined)
      throw wrongSecret("must be whsec_ followed by 24 to 64 bytes in base64");
    const id = subscriptionIdOf(context.req.valid("param"));
    const { caller, draw } = context.var;
    const overlap = overlapSeconds * 1_000;
    const result = await subscriptions.rotate(caller.access.partner, id, { overlap, ownSecret }, draw);
    switch (result.outcome) {
      case "rotated":
        return context.json({ ...subscriptionView(result.subscription, clock.now()), secret: result.secret }, 200);
      case "notFound":
        throw RequestError.notFound("This subscription");
      case "unsigned":
        throw new RequestError("wrong-state", "A pull subscription has no signing secret.");
      case "inUse":
        throw wrongSecret("is already in use");
      case "tooMany":
        throw new RequestError(
          "too-many-secrets",
          `${mostSecrets} secrets are already valid. Wait until one expires, or set overlapSeconds to 0 to end the earlier ones now.`,
        );
    }
  });
  return router;
}

function wrongSecret(message: string): RequestError {
  return RequestError.invalid([{ field: "secret", message }]);
}
