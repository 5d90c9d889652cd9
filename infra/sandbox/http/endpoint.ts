import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import { illegal, Problem, type ProblemStatus } from "./problem.ts";
import { problemSchema } from "./problem-schema.ts";
import { readBody } from "./request-body.ts";
import type { Session } from "./session.ts";

export interface SandboxEnv {
  /** Present on a real connection, absent with `app.request()`. */
  Bindings: { outgoing?: { destroy(): unknown } };
  Variables: { session: Session };
}
export type SandboxHono = OpenAPIHono<SandboxEnv>;

export interface Call<Query, Body> {
  readonly session: Session;
  readonly query: Query;
  readonly body: Body;
  readonly path: (name: string) => string;
  /** The request's own URL, for links. */
  readonly url: URL;
}

export interface Reply {
  readonly body?: unknown;
  /** Path below the business prefix, for a 201. */
  readonly location?: string;
  /** A response that isn't JSON. */
  readonly raw?: Response;
}

export interface Endpoint<Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** OpenAPI path below `/{instanceName}/api/v1/{locale}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Query;
  /** JSON for POST and PUT, a merge patch for PATCH. `form` marks multipart. */
  readonly body?: Body;
  readonly form?: boolean;
  readonly status: 200 | 201 | 202 | 204;
  readonly answer?: z.ZodType;
  readonly answerType?: string;
  /** Statuses other than the shared 401, 403, 404 and 500. */
  readonly errors?: readonly ProblemStatus[];
  handle(call: Call<z.output<Query>, z.output<Body>>): Reply | Promise<Reply>;
}

const prefix = "/{instanceName}/api/v1/{locale}";
const sharedErrors = [401, 403, 404, 500] as const;

/** Adds an endpoint. Its entry in the OpenAPI document and its handler use the same schemas. */
export function endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  app: SandboxHono,
  definition: Endpoint<Query, Body>,
): void {
  const path = prefix + definition.path;
  app.openAPIRegistry.registerPath(describe(path, definition));
  app.on(definition.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
    const call = {
      session: context.get("session"),
      query: parse(definition.query, context.req.query(), ""),
      body: parse(definition.body, definition.body && (await readBody(context, definition)), "body"),
      path: (name: string) => context.req.param(name) ?? "",
      url: new URL(context.req.url),
    };
    return send(context, definition.status, await definition.handle(call));
  });
}

function send(context: Context<SandboxEnv>, status: 200 | 201 | 202 | 204, reply: Reply): Response {
  if (reply.raw !== undefined) return reply.raw;
  const { instance, locale } = context.get("session");
  if (reply.location !== undefined) {
    context.header("Location", `${new URL(context.req.url).origin}/${instance.name}/api/v1/${locale}${reply.location}`);
  }
  return reply.body === undefined
    ? context.body(null, status)
    : context.json(reply.body, status === 204 ? 200 : status);
}

function parse<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown, where: string): z.output<Schema>;
function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw illegal([where, ...(issue?.path ?? [])].filter((part) => part !== "").join(".") || where, issue?.message);
}

function describe(path: string, definition: Endpoint<z.ZodType, z.ZodType>): RouteConfig {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
  const params = z.object(
    Object.fromEntries(names.map((name) => [name, name === "locale" ? z.enum(["en", "no"]) : z.string()])),
  );
  const mediaType = definition.form
    ? "multipart/form-data"
    : definition.method === "patch"
      ? "application/merge-patch+json"
      : "application/json";
  const problems = [...new Set<ProblemStatus>([...sharedErrors, ...(definition.errors ?? [])])];
  return createRoute({
    method: definition.method,
    path,
    tags: [definition.tag],
    summary: definition.summary,
    security: [{ oauth: [definition.method === "get" ? "read" : "write"] }],
    request: {
      params,
      ...(definition.query instanceof z.ZodObject && { query: definition.query }),
      ...(definition.body && {
        body: {
          required: true,
          content: { [mediaType]: { schema: documentedBody(definition.method, definition.body) } },
        },
      }),
    },
    responses: {
      [definition.status]: {
        description: definition.summary,
        ...(definition.answer && {
          content: { [definition.answerType ?? "application/json"]: { schema: definition.answer } },
        }),
      },
      ...Object.fromEntries(
        problems.map((status) => [
          status,
          { description: "Problem", content: { "application/problem+json": { schema: problemSchema } } },
        ]),
      ),
    },
  });
}

/** Any JSON object is a merge patch. Its recursive schema can't be described finitely. */
function documentedBody(method: string, body: z.ZodType): z.ZodType {
  return method === "patch" ? z.record(z.string(), z.unknown()) : body;
}

/** For an unknown path. */
export const noSuchEndpoint = (): Problem =>
  new Problem("not-found", { en: "no such endpoint", no: "endepunktet finnes ikke" });
