import type { Context, MiddlewareHandler, Next } from "hono";
import type { Draw } from "../../kernel/draw.ts";
import { covers, type KeyScope } from "../../partners/api-key.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { problemResponse } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";

/** The context variables of a request with a valid key. */
export type ApiEnv = {
  Variables: {
    caller: Caller;
    /** The operation of the request; absent until a route has admitted the request. */
    operation?: { readonly id: string; readonly scope: KeyScope; readonly path: string };
    /** Runs work when it is the caller's turn: see `takeTurns`. */
    inTurn: <T>(work: () => Promise<T>) => Promise<T>;
    /** The time, ids and secrets for what the request creates. */
    draw: Draw;
    /** Runs a route, unless the request has an idempotency key and was already executed. */
    doOnce: (context: Context<ApiEnv>, next: Next) => Promise<Response | undefined>;
  };
};

/**
 * Who may call a route, and the scope that the key needs. Operators may also call partner routes, which then return the
 * operator's resources, or those of the partner that the operator acts for. To partners, operator routes return 404.
 */
export type Access = {
  readonly who: "partner" | "operator";
  readonly scope: KeyScope;
  /**
   * A request to this route spends most of its time waiting, so it takes one of its partner's turns only for its work.
   */
  readonly waits?: true;
};

/**
 * Admits callers that may use a route. This check comes before the request's parameters and body are validated, so a
 * refused caller gets no validation errors.
 */
export function requireAccess(
  { who, scope }: Access,
  { operationId: id, path }: { readonly operationId: string; readonly path: string },
): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { req } = context;
    const { caller } = context.var;
    if (who === "operator" && !caller.isOperator) return nothingHere(req.path);
    if (!covers(caller.scopes, scope)) {
      return problemResponse("forbidden", req.path, {
        detail: `This operation requires a key with the ${scope} scope.`,
      });
    }
    context.set("operation", { id, scope, path });
    await next();
    return undefined;
  };
}

/** Refuses requests with a body to routes that change something but read no body: such a body can only be a mistake. */
export const refuseBody: MiddlewareHandler<ApiEnv> = async ({ req }, next) => {
  if ((await req.text()) !== "") {
    throw RequestError.invalid([{ field: "body", message: "must be absent for this operation" }]);
  }
  await next();
};

/** Runs a route when it is the caller's turn. */
export const inTurn: MiddlewareHandler<ApiEnv> = (context, next) => context.var.inTurn(next);

/** Runs a route once for each idempotency key: see {@link idempotentPosts}. */
export const onceOnly: MiddlewareHandler<ApiEnv> = async (context, next) => context.var.doOnce(context, next);

export function nothingHere(path: string): Response {
  return problemResponse("not-found", path, {
    detail: "No operation has this path. GET /v1/openapi.json lists all operations.",
  });
}

/**
 * Refuses webhooks that a bridge sends to the API, whatever host name or proxy they use. Without this check, a
 * subscription whose headers contain an API key could make each delivery cause a new one. The check is reliable,
 * because subscriptions can't override the `webhook-*` headers.
 */
export const refuseDeliveries: MiddlewareHandler = async ({ req }, next) => {
  if (req.header("webhook-signature") !== undefined) {
    const detail = "The API doesn't accept webhooks. Change the subscription's URL.";
    return problemResponse("delivery-loop", req.path, { detail });
  }
  await next();
  return undefined;
};
