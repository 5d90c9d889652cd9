import type { RouteConfig } from "@hono/zod-openapi";
import type * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Access } from "../access/access.ts";
import { type ProblemName, problem, problems } from "../http/problem.ts";
import { problemExamples } from "./document-parts.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Status = 200 | 201 | 202 | 204;
type Answer = string | readonly [description: string, body: z.ZodType];
export type Answers = { readonly [status in Status]?: Answer };

export type Declared<
  Params = z.ZodObject,
  Query = z.ZodObject,
  Headers = z.ZodObject,
  Body = z.ZodType,
  A = Answers,
> = Access & {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
  /** Set if `{}` is a valid body, because a missing body counts as `{}`. */
  readonly isBodyOptional?: true;
  readonly answers: A;
  readonly location?: string;
  /** Problems that neither the declaration's other fields nor the method imply. */
  readonly problems?: readonly ProblemName[];
};

/**
 * Adds to the declaration the parameters, headers and problems that come from rate limits, conditional requests,
 * idempotency, and acting for a partner.
 */
export function describedOperation(operationId: string, method: Method, path: string, declared: Declared): RouteConfig {
  const { tag, summary, params, query, headers, body, isBodyOptional, who, scope } = declared;
  const { description = sentenceOf(summary) } = declared;
  const responses = { ...answersOf(method, declared), ...problemAnswers(problemsOf(method, declared)) };
  return {
    ...{ tags: [tag], method, path, operationId, summary, description },
    parameters: [
      ...(method === "post" ? [parameter("IdempotencyKey")] : []),
      ...(method === "get" ? [parameter("IfNoneMatch")] : []),
      parameter("FeedhookPartner"),
    ],
    request: {
      ...defined({ params, query, headers }),
      ...(body && { body: { required: isBodyOptional !== true, content: jsonContent(body) } }),
    },
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [
        status,
        { ...one, headers: { ...one.headers, ...headersOf(method, status) } },
      ]),
    ),
    security: [{ apiKey: [] }],
    "x-feedhook-access": { who, scope },
  };
}

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const jsonContent = (schema: z.ZodType) => ({ "application/json": { schema } });

/** `List partners, oldest first` becomes `Returns partners, oldest first.` */
function sentenceOf(summary: string): string {
  return `${summary.replace(/^(?:List|Retrieve)\b/, "Return").replace(/^\w+/, "$&s")}.`;
}

type Response = {
  readonly description: string;
  readonly headers?: { readonly [name: string]: object };
  readonly content?: object;
};

function answersOf(method: Method, { answers, location }: Declared): { readonly [status: string]: Response } {
  const headers = location && { Location: { description: location, schema: { type: "string" } } };
  const own = Object.entries(answers).map(([status, answer]): [string, Response] => {
    const [description, schema] = typeof answer === "string" ? [answer] : answer;
    const content = schema && { content: jsonContent(schema) };
    return [status, { description, ...content, ...(headers && { headers }) }];
  });
  const unchanged = { 304: { description: "Not modified since the `ETag` in `If-None-Match`" } };
  return { ...Object.fromEntries(own), ...(method === "get" && unchanged) };
}

function headersOf(method: Method, status: string) {
  const isDone = status.startsWith("2");
  return {
    ...(status === "401" ? { "WWW-Authenticate": header("WwwAuthenticate") } : {}),
    ...(status === "401" ? {} : { RateLimit: header("RateLimit"), "RateLimit-Policy": header("RateLimitPolicy") }),
    ...(["409", "429", "503"].includes(status) ? { "Retry-After": header("RetryAfter") } : {}),
    ...((isDone && method !== "delete") || status === "304" ? { ETag: header("ETag") } : {}),
    ...(isDone && method === "post" ? { "Idempotency-Replayed": header("IdempotencyReplayed") } : {}),
  };
}

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
    // For a partner, other partners' ids and operators' operations return 404.
    ...(params !== undefined || who === "operator" ? (["not-found"] as const) : []),
    ...(headers === undefined ? [] : (["conflict", "precondition-failed"] as const)),
    ...(method === "get" || method === "delete"
      ? []
      : (["malformed-json", "body-too-large", "unsupported-media-type"] as const)),
    ...(method === "post" ? (["conflict", "delivery-loop", "wrong-state", "idempotency-mismatch"] as const) : []),
  ]);
}

function problemAnswers(names: ReadonlySet<string>): { readonly [status: string]: Response } {
  const own = Object.entries(problems).filter(([name]) => names.has(name));
  const all = [...Map.groupBy(own, ([, { status }]) => status)].map(([status, these]) => {
    const description = these.map(([, { title }]) => title).join("; ");
    const named = these.map(([name]) => name);
    const content = { "application/problem+json": { schema: problem, examples: problemExamples(named) } };
    return [status, { description, content, "x-feedhook-problems": named }] as const;
  });
  return Object.fromEntries(all);
}
