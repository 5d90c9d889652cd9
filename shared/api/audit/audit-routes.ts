import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { type AuditEntry, auditIdShape } from "../../partners/audit-log.ts";
import { endpoint } from "../endpoint.ts";
import { PageRoom, pageAnswer, pagingOfLarge } from "../http/cursor.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { personFields } from "../partners/key-routes.ts";

const entryAnswer = answerSchema("AuditEntry", {
  id: z.string().openapi({ example: "aud_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  at: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  operation: z.string().openapi({ description: "The `operationId` in this document.", example: "rotateSecret" }),
  method: z.string().openapi({ example: "POST" }),
  path: z.string().openapi({
    description: "The first 512 characters of the request's path.",
    example: "/v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/secret",
  }),
  fields: z.array(z.string()).openapi({
    description: "The names of the request's fields, without their values: up to 50 names and 2 KB.",
    example: ["overlapSeconds"],
  }),
  status: z.int().openapi({ description: "The response's status code.", example: 200 }),
  by: z.enum(["partner", "operator"]),
  key: z.object({ id: z.string(), name: z.string() }).optional().openapi({
    description: "The key that made the request. Only operators see operators' keys.",
  }),
  person: personFields.optional(),
  address: z.string().optional().openapi({
    description: "The caller's IP address. Only operators see operators' addresses.",
    example: "198.51.100.7",
  }),
  times: z.int().optional().openapi({
    description:
      "The number of requests, if the entry counts an operation's requests within an hour. The other fields describe the last request, except that `path` is the operation's path in this document and `fields` is empty.",
    example: 240,
  }),
});

export const auditRoutes = [
  endpoint("listAudit", "get", "/v1/audit", {
    ...{ tag: "Keys", who: "partner", scope: "admin" },
    summary: "List audit log entries, newest first",
    description:
      "Returns the changes from the last 400 days: those made with the partner's keys, and those that operators made to the partner. On each day (UTC), the first 2,000 changes with the partner's keys and the first 2,000 by operators have their own entries. Later changes are counted per operation per hour.",
    query: z.strictObject(pagingOfLarge),
    answers: { 200: pageAnswer(entryAnswer, "AuditPage") },
    async handle({ query, caller, context }, { audit, cursors }) {
      const { access, isOperator } = caller;
      const after = await cursors.decode(context, query.cursor, auditIdShape);
      const room = new PageRoom();
      const hasRoom = (entry: AuditEntry) => room.takes(entryView(entry, isOperator));
      const { items, more } = await audit.list(access.partner, { after, limit: query.limit, hasRoom });
      const views = items.map((entry) => entryView(entry, isOperator));
      return cursors.page(context, views, more ? items.at(-1)?.id : undefined);
    },
  }),
];

function entryView(entry: AuditEntry, isForOperator: boolean): z.input<typeof entryAnswer> {
  const { id, at, operation, method, path, fields, status, key, keyName, isOperator, times } = entry;
  const { person, address } = entry;
  return {
    ...{ id, at: isoTime(at), operation, method, path, fields, status, times },
    by: isOperator ? "operator" : "partner",
    ...(isOperator && !isForOperator ? {} : { key: { id: key, name: keyName }, person, address }),
  };
}
