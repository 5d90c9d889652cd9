import { z } from "@hono/zod-openapi";
import { eventTypes, type Subject, subject } from "../../kernel/catalogue.ts";
import { typePattern } from "../../subscriptions/subscription.ts";

const subjects = new Set(eventTypes.map((type) => type.split(".")[0]));
const types: ReadonlySet<string> = new Set(eventTypes);

/** Without this check, a misspelled type would be accepted but never match. */
export const knownPattern = typePattern.refine(
  (pattern) => pattern === "*" || types.has(pattern) || (pattern.endsWith(".*") && subjects.has(pattern.slice(0, -2))),
  "is not in the catalogue (GET /v1/event-types)",
);

const recordName = z
  .string()
  .max(4_200)
  .regex(/^[a-z_]+\/[\s\S]+$/, "must be <type>/<id>");

export const recordField = recordName
  .optional()
  .openapi({ description: "Return only events of this record: `<type>/<id>`.", example: "person/k2Jm" });

export function recordOf(name: string): { readonly type: Subject; readonly id: string } | undefined {
  const [, about, id] = /^([a-z_]+)\/([^]+)$/.exec(name) ?? [];
  const { data: type } = subject.safeParse(about);
  return type === undefined || id === undefined ? undefined : { type, id };
}
