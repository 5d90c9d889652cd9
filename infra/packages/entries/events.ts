// `feedhook/events`
import * as z from "zod";
import type { BridgeEvent, BridgeEvents, BusEvent, EventType } from "../../../docs/types/feedhook-events.d.ts";
import { eventType } from "../../../shared/kernel/catalogue.ts";
import { envelope } from "../../../shared/kernel/envelope.ts";

export type * from "../../../docs/types/feedhook-events.d.ts";
export { eventTypes } from "../../../shared/kernel/catalogue.ts";

/** The schema alone doesn't check that the subject matches the type. */
const checkedEnvelope = envelope.refine(({ type, subject }) => type.startsWith(`${subject.type}.`), {
  path: ["subject", "type"],
  error: "doesn't match the event's type",
});

/**
 * Returns a schema that accepts what `schema` accepts, and leaves the value unchanged, including its unknown fields.
 */
function provenBy<T>(schema: z.ZodType): z.ZodType<T> {
  return z.custom<T>().superRefine((value, context) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });
}

/** An event of any type: the body of a webhook, and the `detail` of a message on the bus. */
export const bridgeEvent: z.ZodType<BridgeEvent> = provenBy(checkedEnvelope);

/** An event of one of these types: `eventOf("person.created", "person.updated").parse(body)`. */
export function eventOf<T extends EventType>(...types: readonly [T, ...T[]]): z.ZodType<BridgeEvents[T]> {
  const wanted: ReadonlySet<string> = new Set(types);
  return provenBy(
    checkedEnvelope.refine(({ type }) => wanted.has(type), { path: ["type"], error: `isn't ${types.join(" or ")}` }),
  );
}

/** A message as a rule on the bus delivers it. */
export const busEvent: z.ZodType<BusEvent> = provenBy(
  z.object({ source: z.literal("feedhook"), "detail-type": eventType, detail: checkedEnvelope }),
);
