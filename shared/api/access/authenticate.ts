import type { HonoRequest, MiddlewareHandler } from "hono";
import type { Authenticator } from "../../partners/authenticator.ts";
import { weakKey } from "../../partners/key-strength.ts";
import { partnerIdShape } from "../../partners/partner.ts";
import { problemResponse } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import type { ApiEnv } from "./access.ts";

const challenge = { "www-authenticate": 'Bearer realm="feedhook"' };

const onBehalfHeader = "feedhook-partner";

/** Sets `caller`: the key's own partner, the operator, or the operator on behalf of a partner. */
export function authenticate(authenticator: Authenticator): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { req } = context;
    const key = bearerKey(req);
    const found = key === undefined ? undefined : await authenticator.identify(key);
    if (found?.outcome === "suspended") {
      throw new RequestError("forbidden", "This partner is suspended. Contact the operator.");
    }
    if (found?.outcome === "weak") {
      throw new RequestError("forbidden", `This operator key ${weakKey}, and set operatorKeyHash to its SHA-256.`);
    }
    if (found?.outcome !== "ok") {
      const detail =
        key === undefined
          ? "Send the Authorization: Bearer <key> header."
          : "This API key isn't valid. Check that it is complete and hasn't expired.";
      return problemResponse("unauthorized", req.path, { detail, headers: challenge });
    }
    const partner = req.header(onBehalfHeader);
    // A partner's own key can't act for other partners, so the header is ignored.
    if (partner === undefined || !found.caller.isOperator) context.set("caller", found.caller);
    else {
      const acting = partnerIdShape.test(partner) ? await authenticator.onBehalfOf(found.caller, partner) : undefined;
      if (acting === undefined) {
        throw RequestError.invalid([{ field: onBehalfHeader, message: "must be a partner's ID" }]);
      }
      context.set("caller", acting);
    }
    await next();
    return undefined;
  };
}

export function bearerKey(req: HonoRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
}
