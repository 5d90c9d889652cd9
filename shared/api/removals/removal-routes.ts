import { z } from "@hono/zod-openapi";
import { subject } from "../../kernel/catalogue.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import { type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import { bodiesOf, recordBody } from "../../mirror/records/bodies.ts";
import { instanceName } from "../../source/instance.ts";
import { knownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";

const removalQuery = z.strictObject({ instance: instanceName.clone().openapi({ example: "acme" }) });

const removalParams = z.object({
  name: instanceName.clone().openapi({ example: "acme" }),
  source: z
    .string()
    .regex(/^[a-z_]+$/)
    .openapi({ example: "person" }),
});

const heldRemovals = answerSchema("HeldRemovals", {
  items: z.array(
    z.object({
      source: z.string().openapi({ description: "The resource whose removals are held.", example: "person" }),
      since: z.iso.datetime(),
      missing: z.int().openapi({
        description:
          "The number of the instance's records, of any resource, that were missing when the hold began: those counted as missing in the last 24 hours, and those missing from a complete list but not yet requested by ID.",
      }),
      known: z.int().openapi({
        description: "The number of the instance's known records, of any resource, when the hold began.",
      }),
      sample: z
        .array(
          z.object({
            type: z.string().openapi({ example: "person" }),
            id: z.string().openapi({ example: "k2Jm" }),
            name: z.string().optional().openapi({
              description: "The record's last known name. Absent if the record has none or was erased.",
              example: "Ingrid Olsen",
            }),
          }),
        )
        .openapi({ description: "A sample of the records that would be removed, at most 20." }),
      decision: z.enum(["approved", "dismissed"]).optional().openapi({
        description: "The operator's decision. Present until every list of the resource has applied it.",
      }),
      decidedAt: z.iso.datetime().optional().openapi({
        description:
          "When the decision was made. The decision covers records that were missing then. Later losses are counted from zero.",
      }),
    }),
  ),
});

const decide = {
  tag: "Feeds",
  who: "operator",
  scope: "manage",
  params: removalParams,
  answers: { 202: "The decision is recorded" },
} as const;

export const removalRoutes = [
  endpoint("listHeldRemovals", "get", "/v1/removals", {
    ...{ tag: "Feeds", who: "operator", scope: "read" },
    summary: "List held removals",
    description:
      "If more records vanish than is plausible, Feedhook holds their removals until an operator approves them or a second complete list confirms them. Each entry includes a sample of the records.",
    query: removalQuery,
    answers: { 200: ["All held removals", heldRemovals] },
    async handle({ query: { instance } }, services) {
      await knownInstance(services, instance);
      const holds = await services.removals.list(instance);
      const items = holds.map(async ({ since, decidedAt, ...hold }) => ({
        ...hold,
        since: isoTime(since),
        ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
        sample: await removalSample(services, instance, hold.source),
      }));
      return { items: await Promise.all(items) };
    },
  }),

  endpoint("approveRemovals", "post", "/v1/instances/{name}/removals/{source}/approve", {
    ...decide,
    summary: "Approve removals",
    description: "Feedhook reads each record once more, and publishes its removal if the record is still gone.",
    async handle({ params: { name, source } }, { removals }) {
      if ((await removals.decide(name, source, "approved")) === "notFound") throw RequestError.notFound("This hold");
    },
  }),

  endpoint("dismissRemovals", "post", "/v1/instances/{name}/removals/{source}/dismiss", {
    ...decide,
    summary: "Dismiss removals",
    description:
      "Feedhook publishes none of the removals. Use this if the credentials lost access to the records, for example. Later losses are counted from zero.",
    async handle({ params: { name, source } }, { removals }) {
      if ((await removals.decide(name, source, "dismissed")) === "notFound") throw RequestError.notFound("This hold");
    },
  }),
];

type SampledRecord = { readonly type: string; readonly id: string; readonly name?: string };

/** The number of records in a sample: enough to show an operator what the records have in common. */
const sampleSize = 20;
/** More than `sampleSize`, because some of the records may have come back. */
const mostLosses = 100;

async function removalSample(
  { removals, mirror }: ApiServices,
  instance: string,
  source: string,
): Promise<SampledRecord[]> {
  const ids = await removals.sample(instance, source, mostLosses);
  const type = subject.safeParse(source);
  if (!type.success) return ids.slice(0, sampleSize).map((id) => ({ type: source, id }));
  const keys = ids.map((id) => recordKey(instance, type.data, id));
  const stored = await mirror.getAll(keys, { consistent: false });
  const sample = ids.flatMap((id, position) => {
    const item = stored[position];
    if (item === undefined) return [{ type: source, id }];
    const known = parseStored(mirrorItem, item, `mirror item ${source} ${id}`);
    if (!isMissing(known)) return [];
    const name = nameIn(recordBody(known.resource, bodiesOf(known)));
    return [{ type: source, id, ...(name !== undefined && { name }) }];
  });
  return sample.slice(0, sampleSize);
}

/** The removal guard's ledger keeps a loss even if the record came back, or was removed before the hold began. */
function isMissing({ resource, state, missingAt }: MirrorItem): boolean {
  return resource === "document" ? state !== "deleted" && missingAt !== undefined : state === "held";
}

function nameIn({ name, firstName, lastName }: JsonObject): string | undefined {
  const parts = [name, firstName, lastName].flatMap((part) => (typeof part === "string" && part !== "" ? [part] : []));
  return parts.length === 0 ? undefined : parts.join(" ");
}
