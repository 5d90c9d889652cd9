import { z } from "@hono/zod-openapi";
import { instanceName } from "../../source/instance.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { periodReasons, unknownReasons } from "./known-until.ts";

const instant = z.iso.datetime();

export const completenessKind = z.enum([
  "person",
  "company",
  "project",
  "activity",
  "company_template",
  "project_template",
  "room",
  "document",
]);
export type CompletenessKind = z.infer<typeof completenessKind>;

const time = (description: string) =>
  z.iso.datetime({ offset: true }).optional().openapi({ description, example: "2026-11-27T08:00:00Z" });

export const completenessQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  kinds: z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(completenessKind).min(1))
    .optional()
    .openapi({
      type: "string",
      description: "The kinds to return, separated by commas. Default: all kinds.",
      example: "person,company",
    }),
  from: time("The start of the period. Default: the time at which the instance was connected."),
  to: time("The end of the period (exclusive). If `to` is absent, the response has no `period`."),
});

const known = answerSchema("KnownUntil", {
  until: instant.optional().openapi({
    description: "The time, by the source's clock. Absent if unknown.",
    example: "2026-11-27T09:14:05.000Z",
  }),
  reason: z.enum(unknownReasons).optional().openapi({
    description:
      "Why `until` is absent. `first_contact`: the source hasn't been read to the end yet. `not_noted`: no gapless reading is recorded. `not_published`: the changes that were read aren't known to be published yet. `estimated_only`: only an estimate exists (see `estimatedUntil`).",
  }),
  kind: completenessKind.optional().openapi({
    description:
      "For all kinds combined: the kind that limits `until` or, if `until` is absent, a kind whose time is unknown.",
  }),
});
export type KnownAnswer = z.input<typeof known>;

const kindAnswer = answerSchema("KindCompleteness", {
  kind: completenessKind,
  changes: known.openapi({
    description:
      "Every change with a change time up to `until` is published, if the source showed it within `withinSeconds` of the change time.",
  }),
  withinSeconds: z.number().optional().openapi({
    description:
      "How soon (in seconds) after its change time the source must show a change for `changes` to cover it. The next complete list finds changes that the source shows later.",
    example: 60,
  }),
  listed: known.optional().openapi({
    description:
      "Everything that the source's complete list showed at `until` is published, regardless of change times. Only for records.",
  }),
  removals: known.optional().openapi({
    description: "Every removal up to `until` is published. Absent for kinds whose removals Feedhook doesn't detect.",
  }),
  estimatedUntil: instant.optional().openapi({
    description:
      "For documents: when the longest-waiting owner was last read, estimated from the schedule. Not a guarantee.",
  }),
});
export type KindAnswer = z.input<typeof kindAnswer>;

const scrubRun = z.object({
  beganAt: instant,
  endedAt: instant.optional().openapi({ description: "Absent while the scrub is running." }),
  compared: z.int().openapi({ description: "The number of records read by ID and compared.", example: 41_200 }),
  found: z.int().openapi({ description: "The number of changes that only the scrub found.", example: 0 }),
});

const scrubAnswer = answerSchema("ScrubResult", {
  kind: completenessKind,
  last: scrubRun.optional().openapi({ description: "The last complete scrub. Absent before the first one." }),
  running: scrubRun.optional(),
});
export type ScrubAnswer = z.input<typeof scrubAnswer>;

export const uncertaintyCodes = [
  "first_contact",
  "instance_parked",
  "instance_paused",
  "source_unreachable",
  "feed_backing_off",
  "feed_stalled",
  "feed_parked",
  "feed_paused",
  "reads_behind",
  "owners_stalled",
  "owners_behind",
  "removals_held",
  "rows_quarantined",
  "publishing_behind",
  "changes_set_aside",
] as const;

const uncertainty = answerSchema("Uncertainty", {
  code: z.enum(uncertaintyCodes).openapi({
    description:
      "What is uncertain. `reads_behind`: the source's reads by ID show older states than its list, so changes from `since` on may be missing.",
  }),
  kind: completenessKind.optional(),
  reason: z.string().optional().openapi({
    description: "Why, as a stable code: the last error, or why the instance is parked.",
    example: "unavailable_503",
  }),
  count: z.int().optional().openapi({ example: 3 }),
  more: z.literal(true).optional().openapi({ description: "Set if there are more than `count`." }),
  since: instant.optional(),
});
export type Uncertainty = z.input<typeof uncertainty>;

export const completenessAnswer = answerSchema("Completeness", {
  at: instant,
  instance: z.string().openapi({ example: "acme" }),
  changes: known.openapi({
    description: "Changes of all kinds combined. Includes documents only if the request's `kinds` does.",
  }),
  removals: known.openapi({
    description: "Removals of all kinds combined, except kinds whose removals Feedhook doesn't detect.",
  }),
  published: instant.optional().openapi({
    description:
      "Everything that Feedhook found before this time (according to its own clock) is published. Absent if unknown.",
  }),
  kinds: z.array(kindAnswer),
  scrubs: z
    .array(scrubAnswer)
    .openapi({ description: "The scrubs of projects, activities and documents, which read every record by ID." }),
  uncertain: z.array(uncertainty).openapi({
    description: "What may currently be missing from the events, and why. Empty if nothing is uncertain.",
  }),
  period: z
    .object({
      from: instant.optional(),
      to: instant,
      complete: z.boolean().openapi({
        description: "Whether every change and removal of the period is known to be published.",
      }),
      reasons: z.array(z.enum(periodReasons)).openapi({
        description:
          "Why the period isn't known to be complete. `changes_not_known`, `removals_not_known`: changes or removals aren't known up to `to`. `before_connection`: the period begins before the instance was connected, and Feedhook knows only the state at that time. `in_the_future`: the period isn't over. `uncertain`: something in `uncertain` began before `to` or at an unknown time.",
      }),
    })
    .optional(),
});
export type CompletenessAnswer = z.input<typeof completenessAnswer>;
