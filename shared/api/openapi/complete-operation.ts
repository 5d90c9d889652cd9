import * as z from "zod";
import { type ProblemName, problems } from "../http/problem.ts";
import { bodyExample, type Schema, type Schemas } from "./body-examples.ts";
import { problemExamples } from "./document-parts.ts";

const content = z.record(z.string(), z.looseObject({ schema: z.custom<Schema>() }));
const answer = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: content.optional(),
});

/** The parts of an operation in the document that are completed here. */
export const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), answer),
  "x-feedhook-access": z.looseObject({ who: z.string() }),
});
type Operation = z.infer<typeof operation>;
type Answer = z.infer<typeof answer>;

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/**
 * Adds what the middlewares do for every route, so that no route can omit it: limits, revisions, idempotency, acting
 * for a partner, and the problems before a route is reached. It also adds a complete example for each body.
 */
export function completeOperation(method: string, given: Operation, schemas: Schemas): Operation {
  const { parameters = [], requestBody, responses, summary } = given;
  const always = [
    ...(method === "post" ? [parameter("IdempotencyKey")] : []),
    ...(method === "get" ? [parameter("IfNoneMatch")] : []),
    parameter("FeedhookPartner"),
  ];
  const answers = new Map(Object.entries(responses));
  for (const name of problemsOf(method, given)) {
    const status = String(problems[name].status);
    answers.set(status, withProblem(answers.get(status), name));
  }
  if (method === "get") answers.set("304", { description: "Not modified since the `ETag` in `If-None-Match`" });
  const completed = [...answers].map(([status, one]) => {
    const headers = { ...one.headers, ...headersOf(method, status) };
    return [status, { ...withExamples(one, schemas), headers }] as const;
  });
  return {
    ...given,
    description: given.description ?? sentenceOf(summary),
    parameters: [...parameters, ...always],
    ...(requestBody && { requestBody: { ...requestBody, content: exampled(requestBody.content, schemas, true) } }),
    responses: Object.fromEntries(completed),
  };
}

/** `List partners, oldest first` becomes `Returns partners, oldest first.` */
function sentenceOf(summary: string): string {
  return `${summary.replace(/^(?:List|Retrieve)\b/, "Return").replace(/^\w+/, "$&s")}.`;
}

function problemsOf(method: string, given: Operation): readonly ProblemName[] {
  const hasBody: readonly ProblemName[] = ["malformed-json", "body-too-large", "unsupported-media-type"];
  return [
    "invalid-request",
    ...(given["x-feedhook-access"].who === "operator" ? ["not-found" as const] : []),
    ...(method === "get" || method === "delete" ? [] : hasBody),
    ...(method === "post" ? (["conflict", "delivery-loop", "wrong-state", "idempotency-mismatch"] as const) : []),
  ];
}

function headersOf(method: string, status: string): Record<string, unknown> {
  const isDone = status.startsWith("2");
  return {
    ...(status === "401" ? { "WWW-Authenticate": header("WwwAuthenticate") } : {}),
    ...(status === "401" ? {} : { RateLimit: header("RateLimit"), "RateLimit-Policy": header("RateLimitPolicy") }),
    ...(["409", "429", "503"].includes(status) ? { "Retry-After": header("RetryAfter") } : {}),
    ...((isDone && method !== "delete") || status === "304" ? { ETag: header("ETag") } : {}),
    ...(isDone && method === "post" ? { "Idempotency-Replayed": header("IdempotencyReplayed") } : {}),
  };
}

const problemType = "application/problem+json";
const namesOf = (one: Answer | undefined): readonly string[] =>
  z.array(z.string()).catch([]).parse(one?.["x-feedhook-problems"]);

function withProblem(one: Answer | undefined, name: ProblemName): Answer {
  const names = namesOf(one);
  if (one !== undefined && names.includes(name)) return one;
  const { title } = problems[name];
  return {
    ...one,
    description: one === undefined ? title : `${one.description}; ${title}`,
    content: { [problemType]: { schema: { $ref: "#/components/schemas/Problem" } } },
    "x-feedhook-problems": [...names, name],
  };
}

function withExamples(one: Answer, schemas: Schemas): Answer {
  if (one.content === undefined) return one;
  const names = namesOf(one);
  if (names.length === 0) return { ...one, content: exampled(one.content, schemas, false) };
  const body = one.content[problemType];
  return body === undefined
    ? one
    : { ...one, content: { [problemType]: { ...body, examples: problemExamples(names) } } };
}

function exampled(given: z.infer<typeof content>, schemas: Schemas, isRequest: boolean) {
  return Object.fromEntries(
    Object.entries(given).map(([type, body]) => [
      type,
      { ...body, example: bodyExample(body.schema, schemas, isRequest) },
    ]),
  );
}
