import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Context, HonoRequest } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod";
import type { Draw } from "../kernel/draw.ts";
import type { Caller } from "../partners/authenticator.ts";
import { type ApiEnv, inTurn, refuseBody, requireAccess } from "./access/access.ts";
import { onceOnly } from "./access/once-only.ts";
import type { ApiServices } from "./api-services.ts";
import { fieldErrors } from "./http/field-errors.ts";
import { RequestError } from "./http/request-error.ts";
import {
  type Answers as AnyAnswers,
  type Declared,
  describedOperation,
  type Method,
  type Status,
} from "./openapi/described-operation.ts";

export type ApiApp = OpenAPIHono<ApiEnv>;

export type Endpoint = (app: ApiApp, services: ApiServices) => void;

/** An admitted request with validated `params`, `query`, `headers` and `body`. */
export type Call<Params = unknown, Query = unknown, Headers = unknown, Body = unknown> = {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  readonly caller: Caller;
  readonly draw: Draw;
  readonly context: Context<ApiEnv>;
};

export class Reply<S extends Status = Status, Body = unknown> {
  readonly status: S;
  readonly body: Body;

  constructor(status: S, body: Body) {
    this.status = status;
    this.body = body;
  }
}

const isReply = (result: unknown): result is Reply => result instanceof Reply;

type BodyOf<A> = A extends readonly [string, infer Body extends z.ZodType] ? z.input<Body> : undefined;
type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;
type Handled<Answers, Only = Answers[keyof Answers]> =
  true extends IsUnion<keyof Answers>
    ? Promise<{ [S in keyof Answers & Status]: Reply<S, BodyOf<Answers[S]>> }[keyof Answers & Status]>
    : Only extends string
      ? Promise<void>
      : Promise<BodyOf<Only>>;

const statuses = [200, 201, 202, 204] as const;

/**
 * Declares an operation. `handle` returns the response's body or, if the operation has several responses, a {@link
 * Reply}.
 *
 * @example endpoint("getPartner", "get", "/v1/partners/{partner}", { who: "partner", scope: "read", …, handle: ({ params }) => … })
 */
export function endpoint<
  const Answers extends AnyAnswers,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Headers extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
>(
  operationId: string,
  method: Method,
  path: `/v1/${string}`,
  declared: Declared<Params, Query, Headers, Body, Answers> & {
    handle(
      call: Call<z.output<Params>, z.output<Query>, z.output<Headers>, z.output<Body>>,
      services: ApiServices,
    ): Handled<Answers>;
  },
): Endpoint {
  const { params, query, headers, body, answers, waits } = declared;
  const status = statuses.find((one) => answers[one] !== undefined) ?? 200;
  // Built once, not for each app, because building all descriptions takes as long as building the rest of an app.
  let described: RouteConfig | undefined;
  return (app, services) => {
    app.openAPIRegistry.registerPath((described ??= describedOperation(operationId, method, path, declared)));
    app.on(
      method.toUpperCase(),
      routedPath(path),
      requireAccess(declared, { operationId, path }),
      ...(body === undefined && method !== "get" ? [refuseBody] : []),
      ...(waits === true ? [] : [inTurn]),
      onceOnly(services),
      async (context) => {
        const { req } = context;
        const { caller, draw } = context.var;
        const call = {
          query: await parsed(query, queryOf(req)),
          params: await parsed(params, req.param()),
          headers: await parsed(headers, req.header()),
          body: await parsed(body, body && (await bodyOf(req))),
          ...{ caller, draw, context },
        };
        const result: unknown = await declared.handle(call, services);
        const reply = isReply(result) ? result : new Reply(status, result);
        context.status(reply.status);
        if (reply.body === undefined) return context.body(null);
        context.header("content-type", "application/json");
        return context.body(JSON.stringify(reply.body));
      },
    );
  };
}

/** `/v1/feeds/{id}` becomes `/v1/feeds/:id`. */
const routedPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

function queryOf(req: HonoRequest): unknown {
  const all = Object.entries(req.queries());
  return Object.fromEntries(all.map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function bodyOf(req: HonoRequest): Promise<unknown> {
  if (req.header("content-type") === undefined) {
    if ((await req.text()) === "") return {};
    throw new HTTPException(415);
  }
  try {
    return await req.json();
  } catch {
    throw new HTTPException(400);
  }
}

async function parsed<S extends z.ZodType>(schema: S | undefined, value: unknown): Promise<z.output<S>>;
async function parsed(schema: z.ZodType | undefined, value: unknown): Promise<unknown> {
  const result = await schema?.safeParseAsync(value);
  if (result?.success === false) {
    const { errors, count } = fieldErrors(result.error);
    throw RequestError.invalid(errors, count);
  }
  return result?.data;
}

/**
 * Throws for a route under `/v1` that isn't an {@link endpoint}, except for `open` paths, which need no key. So a route
 * that was added by other means is found before the first request.
 */
export function assertAllDeclared(app: ApiApp, open: readonly string[]): void {
  const declared = new Set(
    app.openAPIRegistry.definitions.flatMap((definition) => {
      return definition.type === "route"
        ? [`${definition.route.method.toUpperCase()} ${routedPath(definition.route.path)}`]
        : [];
    }),
  );
  const wrong = app.routes.filter(({ method, path }) => {
    const isMiddleware = method === "ALL";
    return path.startsWith("/v1/") && !isMiddleware && !declared.has(`${method} ${path}`) && !open.includes(path);
  });
  if (wrong.length === 0) return;
  const named = wrong.map(({ method, path }) => `${method} ${path}`).join(", ");
  throw new Error(`routes that don't declare who may call them: ${named}`);
}
