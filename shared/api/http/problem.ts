import { z } from "@hono/zod-openapi";

/** Problems by the last part of their `type`, which is stable, so that clients can branch on it. */
export const problems = {
  "invalid-request": { status: 400, title: "The request is not valid" },
  "malformed-json": { status: 400, title: "The body is not JSON" },
  "delivery-loop": { status: 400, title: "A delivery can't call the API" },
  unauthorized: { status: 401, title: "An API key is required" },
  forbidden: { status: 403, title: "This key isn't allowed to do that" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "The method is not allowed here" },
  conflict: { status: 409, title: "Too many concurrent changes" },
  "wrong-state": { status: 409, title: "The current state doesn't allow this" },
  "too-many-secrets": { status: 409, title: "Too many signing secrets are valid" },
  "confirmation-needed": { status: 409, title: "This can't be undone and needs confirmation" },
  "quota-exceeded": { status: 409, title: "The quota is used up" },
  "precondition-failed": { status: 412, title: "It was changed since you read it" },
  "body-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body must be JSON" },
  "idempotency-mismatch": { status: 422, title: "This Idempotency-Key belongs to another request" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "The service is temporarily unavailable" },
} as const;
export type ProblemName = keyof typeof problems;

export const fieldError = z.object({
  field: z.string().openapi({ description: "The field's path, such as `eventTypes.0`. Values are never repeated." }),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

export const problem = z
  .object({
    type: z
      .string()
      .openapi({ description: "A stable identifier to branch on.", example: "urn:feedhook:problem:invalid-request" }),
    title: z.string().openapi({ example: problems["invalid-request"].title }),
    status: z.int().openapi({ example: 400 }),
    detail: z.string().optional().openapi({ example: "1 field is wrong" }),
    instance: z.string().openapi({ description: "The requested path.", example: "/v1/subscriptions" }),
    errors: z
      .array(fieldError)
      .optional()
      .openapi({ example: [{ field: "url", message: "must be an https URL" }] }),
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
