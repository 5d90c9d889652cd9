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
    description:
      "Explain only this subscription, even if it doesn't select the event's type. Default: every subscription that selects the type.",
    example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

/** @throws RequestError if the text isn't `<type>/<id>` with a subject of the catalogue */
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
  lastSeenAt: instant.openapi({ description: "When Feedhook read the known state, by the source's clock." }),
  modified: z.string().optional().openapi({ description: "When the record last changed, according to the source." }),
  changes: z
    .array(
      z.object({
        seq: z.int(),
        seenAt: instant,
        detectedBy: z.enum(detectedBy.options),
        types: z.array(z.string()).openapi({ example: ["person.updated"] }),
      }),
    )
    .openapi({ description: "The record's eight newest changes." }),
});

export const explanation = z
  .object({
    instance: z.string().openapi({ example: "acme" }),
    subject: z.object({ type: z.string().openapi({ example: "person" }), id: z.string() }),
    summary: z.string().openapi({ description: "The explanation in one sentence." }),
    findings: z
      .array(
        z.object({
          code: z.string().openapi({ example: "baseline" }),
          text: z.string(),
          event: z.string().optional().openapi({ description: "The event that the finding is about." }),
          subscription: z.string().optional().openapi({ description: "The subscription that it is about." }),
          feed: z.string().optional().openapi({ description: "The feed that it is about." }),
          detail: z.string().optional().openapi({ description: "The cause, if the text names one." }),
        }),
      )
      .openapi({ description: "Why an event did or didn't appear, in the order of the pipeline. `code` is stable." }),
    record: record
      .optional()
      .openapi({ description: "The record's last known state. Absent if no feed has found the record." }),
    feeds: z
      .array(
        z.object({
          id: z.string(),
          status: z.enum(["active", "backing_off", "parked", "paused"]),
          lastPoll: instant.optional(),
          readUpTo: instant.optional().openapi({ description: "The time up to which changes have been read." }),
          quarantined: z.boolean().openapi({ description: "Whether a row of this record is in quarantine." }),
        }),
      )
      .openapi({ description: "The feeds that can find changes to the record." }),
    events: z.array(
      z.object({
        id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
        type: z.string().openapi({ example: "person.updated" }),
        seq: z.int(),
        detectedAt: instant,
        kept: z
          .boolean()
          .openapi({ description: "Whether the event is still stored, so that you can retrieve and replay it." }),
        deliveries: z
          .array(z.object({ subscription: z.string(), outcome: z.string().openapi({ example: "delivered" }) }))
          .openapi({
            description:
              "The outcome for each subscription that selects this type: the delivery's state, or why there is no delivery.",
          }),
      }),
    ),
  })
  .openapi("Explanation");
