import type { MiddlewareHandler } from "hono";
import type { Draw } from "../../kernel/draw.ts";
import { covers, type KeyScope } from "../../partners/api-key.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { problemResponse } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";

export type ApiEnv = {
  Variables: {
    caller: Caller;
    /** Absent until `requireAccess` has admitted the request. */
    operation?: { readonly id: string; readonly scope: KeyScope; readonly path: string };
    /** See `takeTurns`. */
    inTurn: <T>(work: () => Promise<T>) => Promise<T>;
    /** See `onceOnly`. */
    draw: Draw;
  };
};

/**
 * Operators may also call partner routes, which then return the operator's resources, or those of the partner that the
 * operator acts for. To partners, operator routes return 404.
 */
export type Access = {
  readonly who: "partner" | "operator";
  readonly scope: KeyScope;
  /** Requests to this route mostly wait, so each takes one of its partner's turns only while it works (`takeTurns`). */
  readonly waits?: true;
};

/** Runs before parameters and body are validated, so a refused caller gets no validation errors. */
export function requireAccess(
  { who, scope }: Access,
  { operationId: id, path }: { readonly operationId: string; readonly path: string },
): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { req } = context;
    const { caller } = context.var;
    if (who === "operator" && !caller.isOperator) return nothingHere(req.path);
    if (!covers(caller.scopes, scope)) {
      throw new RequestError("forbidden", `This operation requires a key with the ${scope} scope.`);
    }
    context.set("operation", { id, scope, path });
    await next();
    return undefined;
  };
}

/** For routes that change something but read no body: a body sent to such a route can only be a mistake. */
export const refuseBody: MiddlewareHandler<ApiEnv> = async ({ req }, next) => {
  if ((await req.text()) !== "") {
    throw RequestError.invalid([{ field: "body", message: "must be absent for this operation" }]);
  }
  await next();
};

export const inTurn: MiddlewareHandler<ApiEnv> = (context, next) => context.var.inTurn(next);

export function nothingHere(path: string): Response {
  return problemResponse("not-found", path, {
    detail: "No operation has this path. GET /v1/openapi.json lists all operations.",
  });
}

/**
 * Refuses the bridge's own webhooks, under any host name and through any proxy. Without this check, a subscription
 * whose headers contain an API key could make each delivery cause a new one. The check is reliable, because
 * subscriptions can't override the `webhook-*` headers.
 */
export const refuseDeliveries: MiddlewareHandler = async ({ req }, next) => {
  if (req.header("webhook-signature") !== undefined) {
    throw new RequestError("delivery-loop", "The API doesn't accept webhooks. Change the subscription's URL.");
  }
  await next();
};
