import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { type Access, type ApiEnv, inTurn, onceOnly, refuseBody, requireAccess } from "./access.ts";

/** The extension of an operation in the OpenAPI document that says who may call it. */
const declaration = "x-feedhook-access";

type Declared = Omit<RouteConfig, "security" | "middleware"> & { readonly operationId: string };

/**
 * A route of the API. It can't be declared without saying who may call it, and it refuses everyone else.
 *
 * @example apiRoute({ who: "partner", scope: "read" }, { method: "get", path: "/v1/subscriptions", … })
 */
export function apiRoute<R extends Declared>(access: Access, route: R) {
  const { who, scope, waits } = access;
  return createRoute({
    ...route,
    security: [{ apiKey: [] }],
    middleware: [
      requireAccess(access, route),
      ...(route.request?.body === undefined ? [refuseBody] : []),
      ...(waits === true ? [] : [inTurn]),
      onceOnly,
    ],
    [declaration]: { who, scope },
  });
}

/**
 * Throws for a route under `/v1` that isn't declared as an {@link apiRoute}, except for `open` paths, which need no
 * key. So a route that was added in another way is found before the first request.
 */
export function assertAllDeclared(app: OpenAPIHono<ApiEnv>, open: readonly string[]): void {
  const declared = new Set(
    app.openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== "route") return [];
      const { method, path } = definition.route;
      return declaration in definition.route ? [`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`] : [];
    }),
  );
  const undeclared = app.routes.filter(({ method, path }) => {
    const isMiddleware = method === "ALL";
    return path.startsWith("/v1/") && !isMiddleware && !declared.has(`${method.toLowerCase()} ${path}`);
  });
  const wrong = undeclared.filter(({ path }) => !open.includes(path)).map(({ method, path }) => `${method} ${path}`);
  if (wrong.length > 0) throw new Error(`routes that don't declare who may call them: ${wrong.join(", ")}`);
}
