import type { Context, MiddlewareHandler, Next } from "hono";
import type { Draw } from "../../kernel/draw.ts";
import { covers, type KeyScope } from "../../partners/api-key.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { problemResponse } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";

/** The values that every request behind a key carries. */
export type ApiEnv = {
  Variables: {
    caller: Caller;
    /** What the request asks for; absent until a route has let it through. */
    operation?: { readonly id: string; readonly scope: KeyScope; readonly path: string };
    /** Does work once less is done for its partner: `takeTurns` says why. */
    inTurn: <T>(work: () => Promise<T>) => Promise<T>;
    /** Time, ids and secrets for what the request creates. */
    draw: Draw;
    /** Runs a route, unless its request names itself and was done before. */
    doOnce: (context: Context<ApiEnv>, next: Next) => Promise<Response | undefined>;
  };
};

/**
 * Says who may call a route, and which scope the key needs. Routes for partners are for operators, too, each about what is its
 * own; routes for operators don't exist for partners.
 */
export type Access = {
  readonly who: "partner" | "operator";
  readonly scope: KeyScope;
  /** Its requests wait for what others do, so that only their work takes a turn of their partner's. */
  readonly waits?: true;
};

/** Lets through who may use a route. It runs before anything of the request is looked at, so that nothing is told about it. */
export function requireAccess(
  { who, scope }: Access,
  { operationId: id, path }: { readonly operationId: string; readonly path: string },
): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { req } = context;
    const { caller } = context.var;
    if (who === "operator" && !caller.isOperator) return nothingHere(req.path);
    if (!covers(caller.scopes, scope)) {
      return problemResponse("forbidden", req.path, { detail: `this key doesn't have the scope ${scope}` });
    }
    context.set("operation", { id, scope, path });
    await next();
    return undefined;
  };
}

/** For routes that take no body: nothing would read it, and what it holds could only be stored by mistake. */
export const refuseBody: MiddlewareHandler<ApiEnv> = async ({ req }, next) => {
  const isRead = req.method === "GET" || req.method === "HEAD";
  if (!isRead && (await req.text()) !== "") {
    throw RequestError.invalid([{ field: "body", message: "this operation takes no body" }]);
  }
  await next();
};

/** Runs a route when it is its partner's turn. */
export const inTurn: MiddlewareHandler<ApiEnv> = (context, next) => context.var.inTurn(next);

/** Runs a route once for each request that names itself: {@link idempotentPosts} says how. */
export const onceOnly: MiddlewareHandler<ApiEnv> = async (context, next) => context.var.doOnce(context, next);

export function nothingHere(path: string): Response {
  return problemResponse("not-found", path, { detail: "no route matches this path" });
}
