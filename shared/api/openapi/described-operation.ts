import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Declared, Method } from "../http/endpoint.ts";
import { type ProblemName, problem, problems } from "../http/problem.ts";

/** An operation for the OpenAPI document, with every problem that it may return. */
export function describedOperation(method: Method, path: string, declared: Declared): RouteConfig {
  const { operationId, tag, summary, description, params, query, headers, body, isBodyOptional, who, scope } = declared;
  return {
    ...{ tags: [tag], method, path, operationId, summary, ...defined({ description }) },
    request: {
      ...defined({ params, query, headers }),
      ...(body && { body: { required: isBodyOptional !== true, content: jsonContent(body) } }),
    },
    responses: { ...answersOf(declared), ...problemAnswers(problemsOf(method, declared)) },
    security: [{ apiKey: [] }],
    "x-feedhook-access": { who, scope },
  };
}

const jsonContent = (schema: z.ZodType) => ({ "application/json": { schema } });

function answersOf({ answers, location }: Declared): RouteConfig["responses"] {
  const headers = location && { Location: { description: location, schema: { type: "string" as const } } };
  const all = Object.entries(answers).map(([status, answer]) => {
    const [description, schema] = typeof answer === "string" ? [answer] : answer;
    const content = schema && { content: jsonContent(schema) };
    return [status, { description, ...content, ...(headers && { headers }) }] as const;
  });
  return Object.fromEntries(all);
}

/** Problems that the middlewares return for any operation, with those that an operation's parts and method imply. */
function problemsOf(method: Method, { who, params, headers, problems: own = [] }: Declared): ReadonlySet<ProblemName> {
  const always = [
    "invalid-request",
    "unauthorized",
    "forbidden",
    "too-many-requests",
    "internal",
    "unavailable",
  ] as const;
  return new Set<ProblemName>([
    ...always,
    ...own,
    // Nothing exists under another partner's ids, and for partners, no operator's operation exists.
    ...(params !== undefined || who === "operator" ? (["not-found"] as const) : []),
    ...(headers === undefined ? [] : (["conflict", "precondition-failed"] as const)),
    ...(method === "get" || method === "delete"
      ? []
      : (["malformed-json", "body-too-large", "unsupported-media-type"] as const)),
    ...(method === "post" ? (["conflict", "delivery-loop", "wrong-state", "idempotency-mismatch"] as const) : []),
  ]);
}

function problemAnswers(names: ReadonlySet<string>): RouteConfig["responses"] {
  const content = { "application/problem+json": { schema: problem } };
  const own = Object.entries(problems).filter(([name]) => names.has(name));
  const all = [...Map.groupBy(own, ([, { status }]) => status)].map(([status, these]) => {
    const description = these.map(([, { title }]) => title).join("; ");
    return [status, { description, content, "x-feedhook-problems": these.map(([name]) => name) }] as const;
  });
  return Object.fromEntries(all);
}
