import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { instanceName } from "../../source/instance.ts";
import { knownInstance } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { feedId } from "../feeds/feed-schemas.ts";
import { pageAnswer, paging } from "../http/cursor.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";

const position = /^\d{15}#[0-9a-f]{32}$/;

const quarantineQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  ...paging,
});

const rowParams = z.object({
  id: feedId,
  row: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be the `row` of a listed row")
    .openapi({ example: "9f86d081884c7d659a2feaa0c55ad015" }),
});

const entry = {
  feed: z.string().openapi({ example: "acme#person-walk#5c0d0b6c1f2a" }),
  row: z.string().openapi({ description: "The row's ID within its feed." }),
  keptAt: z.iso.datetime(),
  reason: z
    .string()
    .openapi({ description: "Why the row couldn't be read or stored, as a stable code.", example: "unreadable" }),
  bytes: z.int(),
};

const rowAnswer = answerSchema("QuarantinedRowDetail", {
  ...entry,
  body: z.unknown().openapi({ description: "The row as received, or the start of its text if it is too large." }),
  shortened: z.boolean(),
  waiting: z.boolean().openapi({ description: "Whether the feed's next visit retries the row." }),
  triedAt: z.iso.datetime().optional(),
});

const read = { tag: "Feeds", who: "operator", scope: "read" } as const;
const manage = { tag: "Feeds", who: "operator", scope: "manage", params: rowParams } as const;

export const quarantineRoutes = [
  endpoint("listQuarantine", "get", "/v1/quarantine", {
    ...read,
    summary: "List quarantined rows, oldest first",
    description:
      "Returns rows that couldn't be read or stored. Their feeds continue without them. To see a row's content, which may be personal data, retrieve the row.",
    query: quarantineQuery,
    answers: { 200: pageAnswer(z.object(entry).openapi("QuarantinedRow"), "QuarantinePage") },
    async handle({ query: { instance, limit, cursor }, context }, services) {
      const { cursors, quarantine } = services;
      const after = await cursors.decode(context, cursor, position);
      await knownInstance(services, instance);
      const { entries, next } = await quarantine.list(instance, after === undefined ? { limit } : { limit, after });
      const items = entries.map(({ feedId, hash, keptAt, reason, bytes }) => {
        return { feed: feedId, row: hash, keptAt: isoTime(keptAt), reason, bytes };
      });
      return cursors.page(context, items, next);
    },
  }),

  endpoint("getQuarantinedRow", "get", "/v1/feeds/{id}/quarantine/{row}", {
    ...read,
    summary: "Retrieve a quarantined row",
    params: rowParams,
    answers: { 200: ["The row", rowAnswer] },
    async handle({ params: { id, row } }, { quarantine }) {
      const found = await quarantine.read(id, row);
      if (found === undefined) throw RequestError.notFound("This row");
      const { keptAt, reason, bytes, body, shortened, wanted, triedAt } = found;
      const times = { keptAt: isoTime(keptAt), triedAt: isoTime(triedAt) };
      return { feed: id, row, ...times, reason, bytes, body, shortened, waiting: wanted };
    },
  }),

  endpoint("retryQuarantinedRow", "post", "/v1/feeds/{id}/quarantine/{row}/retry", {
    ...manage,
    summary: "Retry a quarantined row",
    description:
      "The feed's next visit reads the record again. If this succeeds, the row leaves quarantine and the record is published.",
    answers: { 202: "The retry is scheduled" },
    async handle({ params: { id, row } }, { quarantine }) {
      const outcome = await quarantine.retry(id, row);
      if (outcome === "notFound") throw RequestError.notFound("This row");
      if (outcome === "notRetryable")
        throw new RequestError(
          "wrong-state",
          "Only records, and documents for which the source didn't respond, can be read again. Discard this row instead.",
        );
    },
  }),

  endpoint("discardQuarantinedRow", "delete", "/v1/feeds/{id}/quarantine/{row}", {
    ...manage,
    summary: "Discard a quarantined row",
    answers: { 204: "Discarded" },
    async handle({ params: { id, row } }, { quarantine }) {
      if ((await quarantine.discard(id, row)) === "notFound") throw RequestError.notFound("This row");
    },
  }),
];
