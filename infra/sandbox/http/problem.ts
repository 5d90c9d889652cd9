import { formatInstant } from "../store/instant.ts";

export type Locale = "en" | "no";
/** A text for each locale, which changes nothing else. */
export type Text = Readonly<Record<Locale, string>>;

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

/** The machine-readable part of a problem: `urn:partner-api:<group>:<kind>`. */
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

/** Thrown where an error is found. The app turns it into an RFC 9457 body. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly detail: Text;

  constructor(kind: ProblemKind, detail: Text) {
    super(detail.en);
    this.name = "Problem";
    this.kind = kind;
    this.detail = detail;
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
  return new Problem("illegal-argument", { en: `${field}: ${en}`, no: `${field}: ${no}` });
}

export function missingRecord(what: string): Problem {
  return new Problem("not-found", { en: `${what} does not exist`, no: `${what} finnes ikke` });
}

export function unresolved(field: string): Problem {
  return new Problem("unresolved-reference", {
    en: `${field}: the referenced entity does not exist`,
    no: `${field}: den refererte enheten finnes ikke`,
  });
}

export function conflict(en: string, no: string): Problem {
  return new Problem("conflict", { en, no });
}
