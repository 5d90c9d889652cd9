import { z } from "@hono/zod-openapi";

/** Clients branch on these names, which are the last part of a problem's `type`. So the names never change. */
export const problems = {
  "invalid-request": { status: 400, title: "Invalid request" },
  "malformed-json": { status: 400, title: "Invalid JSON" },
  "delivery-loop": { status: 400, title: "A delivery can't call the API" },
  unauthorized: { status: 401, title: "Missing or invalid API key" },
  forbidden: { status: 403, title: "Permission denied" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  conflict: { status: 409, title: "Too many concurrent changes" },
  "wrong-state": { status: 409, title: "The current state doesn't allow this" },
  "too-many-secrets": { status: 409, title: "Too many valid signing secrets" },
  "confirmation-needed": { status: 409, title: "Confirmation required" },
  "quota-exceeded": { status: 409, title: "Quota exceeded" },
  "precondition-failed": { status: 412, title: "The resource has changed since you read it" },
  "body-too-large": { status: 413, title: "The request body is too large" },
  "unsupported-media-type": { status: 415, title: "The request body must be JSON" },
  "idempotency-mismatch": { status: 422, title: "Idempotency key already used" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Service temporarily unavailable" },
} as const;
export type ProblemName = keyof typeof problems;

export const fieldError = z.object({
  field: z.string().openapi({ description: "The field's path, such as `eventTypes.0`. Errors never contain values." }),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

export const problem = z
  .object({
    type: z.string().openapi({
      description: "A stable identifier of the problem's kind.",
      example: "urn:feedhook:problem:invalid-request",
    }),
    title: z.string().openapi({ example: problems["invalid-request"].title }),
    status: z.int().openapi({ example: 400 }),
    detail: z.string().optional().openapi({ example: "1 field is invalid." }),
    instance: z.string().openapi({ description: "The requested path.", example: "/v1/subscriptions" }),
    errors: z
      .array(fieldError)
      .optional()
      .openapi({
        example: [{ field: "url", message: "must be an https URL" }],
      }),
  })
  .openapi("Problem", { description: "RFC 9457 problem details." });

type Extra = {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
};

export function problemResponse(name: ProblemName, path: string, { detail, errors, headers }: Extra = {}): Response {
  const { status, title } = problems[name];
  const body = { type: `urn:feedhook:problem:${name}`, title, status, detail, instance: path, errors };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
