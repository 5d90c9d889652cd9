import { z } from "@hono/zod-openapi";
import { mostSecrets, normaliseSigningSecret } from "../../subscriptions/subscription-secrets.ts";
import { checkedId, subscriptionIdShape } from "../access/own-resources.ts";
import { endpoint } from "../http/endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { ownSecret, rotatedSubscription, subscriptionParams, subscriptionView } from "./subscription-schemas.ts";

const day = 86_400;

const rotation = z
  .strictObject({
    secret: ownSecret,
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

export const secretRoutes = [
  endpoint("post", "/v1/subscriptions/{id}/secret", {
    ...{ tag: "Subscriptions", who: "partner", scope: "manage" },
    operationId: "rotateSecret",
    summary: "Rotate the signing secret",
    description: `The response includes the new secret, which can't be retrieved later. At most ${mostSecrets} secrets are valid at a time. A shorter overlap also shortens the overlap of earlier secrets.`,
    params: subscriptionParams,
    body: rotation,
    isBodyOptional: true,
    answers: { 200: ["The subscription with its new secret", rotatedSubscription] },
    problems: ["too-many-secrets"],
    async handle({ params, body, caller, draw }, { subscriptions, clock }) {
      const { secret: given, overlapSeconds } = body;
      const secret = given === undefined ? undefined : normaliseSigningSecret(given);
      if (given !== undefined && secret === undefined)
        throw wrongSecret("must be whsec_ followed by 24 to 64 bytes in base64");
      const id = checkedId(params.id, subscriptionIdShape, "This subscription");
      const options = { overlap: overlapSeconds * 1_000, ownSecret: secret };
      const result = await subscriptions.rotate(caller.access.partner, id, options, draw);
      switch (result.outcome) {
        case "rotated":
          return { ...subscriptionView(result.subscription, clock.now()), secret: result.secret };
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
    },
  }),
];

function wrongSecret(message: string): RequestError {
  return RequestError.invalid([{ field: "secret", message }]);
}
