import { hash } from "node:crypto";
import { etag } from "hono/etag";
import { partnerIdShape } from "../../partners/partner.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { publicKeyBytes } from "../../subscriptions/ed25519-key.ts";
import { validSecrets } from "../../subscriptions/subscription-secrets.ts";
import { nothingHere } from "../access/access.ts";
import { subscriptionIdShape } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import type { ApiApp } from "../endpoint.ts";

/**
 * A rotation without an overlap invalidates a leaked key within ten seconds. Caches may keep keys for only a minute, so
 * that they drop the leaked key soon afterwards.
 */
const cached = "public, max-age=60";

/**
 * Serves the valid Ed25519 keys as a JSON Web Key Set (RFC 7517) for gateways. The route needs no API key, because the
 * signing keys are public. The 404 doesn't reveal whether the subscription exists.
 */
export function signingKeyRoutes(app: ApiApp, { subscriptions, clock }: ApiServices): void {
  app.get("/.well-known/webhooks/:partner/:subscription/jwks.json", etag(), async (context) => {
    const { partner, subscription: id } = context.req.param();
    // Text in any other form can't be an id, and looking it up would let anyone read any item in the table.
    const isShaped = (partner === operatorPartner || partnerIdShape.test(partner)) && subscriptionIdShape.test(id);
    const found = isShaped ? await subscriptions.find(partner, id) : undefined;
    const keys = validSecrets(found?.secrets ?? [], clock.now()).flatMap(({ publicKey }) =>
      publicKey === undefined ? [] : [jwkOf(publicKey)],
    );
    if (keys.length === 0) return nothingHere(context.req.path);
    context.header("cache-control", cached);
    context.header("content-type", "application/jwk-set+json");
    return context.body(JSON.stringify({ keys }));
  });
}

function jwkOf(publicKey: string) {
  const x = publicKeyBytes(publicKey).toString("base64url");
  const key = { crv: "Ed25519", kty: "OKP", x };
  // The thumbprint of a key (RFC 7638) is the hash of just these members in this order.
  return { ...key, kid: hash("sha256", JSON.stringify(key), "base64url"), use: "sig", alg: "EdDSA" };
}
