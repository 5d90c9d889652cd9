import { z } from "@hono/zod-openapi";
import { formatInstant } from "../store/time.ts";

export type Locale = "en" | "no";

export const problemSchema = z
  .object({
    timestamp: z.string(),
    status: z.number().int(),
    type: z.string(),
    errorType: z.string(),
    title: z.string(),
    detail: z.string(),
    instance: z.string(),
  })
  .openapi("Problem");

const reasons = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

export type ProblemStatus = keyof typeof reasons;

/** A problem's `type` is `urn:partner-api:<group>:<kind>`. */
const kinds = {
  "illegal-argument": { status: 400, group: "validation" },
  "illegal-cursor": { status: 400, group: "validation" },
  unauthorized: { status: 401, group: "security" },
  "missing-scope": { status: 403, group: "security" },
  "foreign-token": { status: 403, group: "security" },
  "feature-disabled": { status: 403, group: "security" },
  "not-found": { status: 404, group: "resource" },
  "unknown-instance": { status: 404, group: "resource" },
  conflict: { status: 409, group: "resource" },
  "bundle-too-large": { status: 413, group: "limit" },
  "unsupported-media-type": { status: 415, group: "validation" },
  "unresolved-reference": { status: 422, group: "reference" },
  "operation-not-allowed": { status: 422, group: "reference" },
  "too-many-requests": { status: 429, group: "limit" },
  unexpected: { status: 500, group: "internal" },
  unavailable: { status: 503, group: "internal" },
} as const satisfies Record<string, { status: ProblemStatus; group: string }>;

export type ProblemKind = keyof typeof kinds;

/** The app turns a `Problem` into an RFC 9457 body. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** Nothing else depends on the locale. */
  readonly detail: Readonly<Record<Locale, string>>;

  constructor(kind: ProblemKind, en: string, no: string) {
    super(en);
    this.name = "Problem";
    this.kind = kind;
    this.detail = { en, no };
  }

  get status(): ProblemStatus {
    return kinds[this.kind].status;
  }

  toBody(locale: Locale, path: string, nowMilliseconds: number) {
    const { status, group } = kinds[this.kind];
    return {
      timestamp: formatInstant(nowMilliseconds * 1000),
      status,
      type: `urn:partner-api:${group}:${this.kind}`,
      errorType: this.kind.toUpperCase().replaceAll("-", "_"),
      title: reasons[status],
      detail: this.detail[locale],
      instance: path,
    };
  }
}

export function illegal(field: string, en = "is invalid", no = "er ugyldig"): Problem {
  return new Problem("illegal-argument", `${field}: ${en}`, `${field}: ${no}`);
}

export function missingRecord(what: string): Problem {
  return new Problem("not-found", `${what} does not exist`, `${what} finnes ikke`);
}

export function unresolved(field: string): Problem {
  return new Problem(
    "unresolved-reference",
    `${field}: the referenced entity does not exist`,
    `${field}: den refererte enheten finnes ikke`,
  );
}

export function conflict(en: string, no: string): Problem {
  return new Problem("conflict", en, no);
}

/** Throws a 400 that names the first invalid field. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, where = ""): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw illegal([where, ...(issue?.path ?? [])].filter((part) => part !== "").join(".") || "body", issue?.message);
}
