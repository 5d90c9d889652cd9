import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import { illegal, Problem, type ProblemStatus, parsed, problemSchema } from "./problem.ts";
import type { Session } from "./session.ts";

export interface SandboxEnv {
  /** Absent with `app.request()`, which has no connection. */
  Bindings: { outgoing?: { destroy(): unknown } };
  Variables: { session: Session };
}
export type SandboxHono = OpenAPIHono<SandboxEnv>;

export interface Call<Query, Body> {
  readonly session: Session;
  readonly query: Query;
  readonly body: Body;
  readonly path: (name: string) => string;
  readonly url: URL;
}

export interface Reply {
  readonly body?: unknown;
  /** The path below the prefix of `api`, for a 201. */
  readonly location?: string;
  /** A response that isn't JSON. */
  readonly raw?: Response;
}

export interface Endpoint<Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** `auth` is for logged-in users, who need no token. By default, `api`. */
  readonly area?: keyof typeof areas;
  /** The path below the area's prefix. Its first segment is the tag. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Query;
  /** JSON for POST and PUT, a merge patch for PATCH or, with `form`, a multipart form. */
  readonly body?: Body;
  readonly form?: boolean;
  /** 200 by default. */
  readonly status?: Status;
  readonly answer?: z.ZodType;
  readonly answerType?: string;
  /** Statuses other than those of the area. */
  readonly errors?: readonly ProblemStatus[];
  handle(call: Call<z.output<Query>, z.output<Body>>): Reply | Promise<Reply>;
}
type Status = 200 | 201 | 202 | 204;

const areas = {
  api: { prefix: "/{instanceName}/api/v1/{locale}", errors: [400, 401, 403, 404, 500] },
  auth: { prefix: "/{instanceName}/auth/api/v1/{locale}", errors: [400, 401, 404, 500] },
} as const;

/** The endpoint's entry in the OpenAPI document and its handler use the same schemas. */
export function endpoint<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  app: SandboxHono,
  definition: Endpoint<Query, Body>,
): void {
  const { status = 200, query, body, area = "api" } = definition;
  const path = areas[area].prefix + definition.path;
  app.openAPIRegistry.registerPath(describe(path, status, definition));
  app.on(definition.method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
    const call = {
      session: context.get("session"),
      query: given(query, context.req.query(), ""),
      body: given(body, body && (await readBody(context, definition)), "body"),
      path: (name: string) => context.req.param(name) ?? "",
      url: new URL(context.req.url),
    };
    return send(context, status, await definition.handle(call));
  });
}

function given<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown, where: string): z.output<Schema>;
function given(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  return schema && parsed(schema, value, where);
}

/** Throws a 415 if a PATCH has another media type, and a 400 for any other body that can't be read. */
async function readBody(context: Context, { method, form }: { method: string; form?: boolean }): Promise<unknown> {
  const mediaType = (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const expected = form ? "multipart/form-data" : mediaTypeOf(method);
  if (mediaType !== expected && method === "patch") {
    const [en, no] = [`PATCH needs Content-Type ${expected}`, `PATCH krever Content-Type ${expected}`];
    throw new Problem("unsupported-media-type", en, no);
  }
  if (mediaType !== expected) throw illegal("Content-Type", `must be ${expected}`, `må være ${expected}`);
  try {
    return form ? await context.req.parseBody() : JSON.parse(await context.req.text());
  } catch {
    const format = form ? expected : "JSON";
    throw illegal("body", `is not ${format}`, `er ikke ${format}`);
  }
}

const mediaTypeOf = (method: string) => (method === "patch" ? "application/merge-patch+json" : "application/json");

function send(context: Context<SandboxEnv>, status: Status, reply: Reply): Response {
  if (reply.raw !== undefined) return reply.raw;
  const { instance, locale } = context.get("session");
  if (reply.location !== undefined) {
    context.header("Location", `${new URL(context.req.url).origin}/${instance.name}/api/v1/${locale}${reply.location}`);
  }
  return reply.body === undefined
    ? context.body(null, status)
    : context.json(reply.body, status === 204 ? 200 : status);
}

function describe(path: string, status: Status, definition: Endpoint<z.ZodType, z.ZodType>): RouteConfig {
  const { method, area = "api", summary, query, body, form, errors = [] } = definition;
  const { answer, answerType = "application/json" } = definition;
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
  const params = z.object(
    Object.fromEntries(names.map((name) => [name, name === "locale" ? z.enum(["en", "no"]) : z.string()])),
  );
  // Any JSON object is a merge patch, and the schema of its members would be recursive.
  const documented = method === "patch" ? z.record(z.string(), z.unknown()) : body;
  return createRoute({
    method,
    path,
    tags: [definition.path.split("/")[1] ?? ""],
    summary,
    security: [area === "auth" ? { session: [] } : { oauth: [method === "get" ? "read" : "write"] }],
    request: {
      params,
      ...(query instanceof z.ZodObject && { query }),
      ...(documented && {
        body: {
          required: true,
          content: { [form ? "multipart/form-data" : mediaTypeOf(method)]: { schema: documented } },
        },
      }),
    },
    responses: {
      [status]: { description: summary, ...(answer && { content: { [answerType]: { schema: answer } } }) },
      ...Object.fromEntries([...areas[area].errors, ...errors].map((problem) => [problem, problemResponse])),
    },
  });
}

const problemResponse = {
  description: "Problem",
  content: { "application/problem+json": { schema: problemSchema } },
};

export const noSuchEndpoint = (): Problem => new Problem("not-found", "no such endpoint", "endepunktet finnes ikke");
