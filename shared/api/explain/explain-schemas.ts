import { z } from "@hono/zod-openapi";
import { subject } from "../../kernel/catalogue.ts";
import { detectedBy } from "../../kernel/envelope.ts";
import { instanceName } from "../../source/instance.ts";
import { RequestError } from "../http/request-error.ts";
import type { ExplainedSubject } from "./record-trace.ts";

export const explainQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  subject: z
    .string()
    .min(3)
    .max(600)
    .openapi({ description: "`<type>/<id>`, as in an event's `subject`.", example: "person/k2Jm" }),
  subscription: z.string().optional().openapi({
    description: "Only for this one, and also why it asks for none of it. Absent: every one that asks for the type.",
    example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

/** @throws RequestError where the text isn't `<type>/<id>` with a subject of the catalogue */
export function explainedSubject({
  instance,
  subject: text,
}: Pick<z.output<typeof explainQuery>, "instance" | "subject">): ExplainedSubject {
  const [, name, id] = /^([a-z_]+)\/(.+)$/s.exec(text) ?? [];
  const type = subject.safeParse(name);
  if (type.success && id !== undefined) return { instance, type: type.data, id };
  const message = `must be <type>/<id>, with a type of: ${subject.options.join(", ")}`;
  throw RequestError.invalid([{ field: "subject", message }]);
}

const instant = z.iso.datetime();

const record = z.object({
  state: z.enum(["live", "held", "unlisted", "deleted"]),
  seq: z.int(),
  firstSeenAt: instant,
  lastSeenAt: instant.openapi({ description: "Server time of the read that the known state comes from." }),
  modified: z.string().optional().openapi({ description: "When it last changed, as the source says." }),
  changes: z
    .array(
      z.object({
        seq: z.int(),
        seenAt: instant,
        detectedBy: z.enum(detectedBy.options),
        types: z.array(z.string()).openapi({ example: ["person.updated"] }),
      }),
    )
    .openapi({ description: "The last 8." }),
});

export const explanation = z
  .object({
    instance: z.string().openapi({ example: "acme" }),
    subject: z.object({ type: z.string().openapi({ example: "person" }), id: z.string() }),
    summary: z.string().openapi({ description: "The answer in one sentence, for people." }),
    findings: z
      .array(z.object({ code: z.string().openapi({ example: "baseline" }), text: z.string() }))
      .openapi({ description: "Why an event did or didn't appear, in the order of the pipeline. `code` is stable." }),
    record: record.optional().openapi({ description: "What the mirror knows; absent where no feed has shown it." }),
    feeds: z
      .array(
        z.object({
          id: z.string(),
          status: z.enum(["active", "backing_off", "parked", "paused"]),
          lastPoll: instant.optional(),
          readUpTo: instant.optional().openapi({ description: "Change time up to which the feed is read." }),
          quarantined: z.boolean().openapi({ description: "A row of this record was put aside." }),
        }),
      )
      .openapi({ description: "The feeds through which a change of it can come." }),
    events: z.array(
      z.object({
        id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
        type: z.string().openapi({ example: "person.updated" }),
        seq: z.int(),
        detectedAt: instant,
        kept: z.boolean().openapi({ description: "Whether it can be read and replayed." }),
        deliveries: z
          .array(z.object({ subscription: z.string(), outcome: z.string().openapi({ example: "delivered" }) }))
          .openapi({ description: "Every subscription that asks for this type: a delivery's state, or why none." }),
      }),
    ),
  })
  .openapi("Explanation");
