import { z } from "@hono/zod-openapi";

export const attentionKind = z.enum([
  "source_unreachable",
  "instance_parked",
  "clocks_apart",
  "removals_held",
  "rows_quarantined",
  "feeds_stalled",
  "polling_paused",
  "dead_letters",
  "changes_set_aside",
  "backups_missing",
  "endpoints_failing",
  "endpoints_disabled",
]);
export type AttentionKind = z.infer<typeof attentionKind>;

/** For each kind, one sentence on what to do, and the section of the docs that says more. */
export const attentionKinds: { readonly [kind in AttentionKind]: { readonly action: string; readonly docs: string } } =
  {
    source_unreachable: {
      action: "The source doesn't answer. Nothing is lost: reading goes on by itself once it does.",
      docs: "docs/single-node.md#source-unreachable",
    },
    instance_parked: {
      action:
        "The source refuses the credentials, or doesn't know the instance (`unknown_instance`): ask its owner, and put new credentials, or the right name, with PUT /v1/instances/{name}.",
      docs: "docs/runbook.md#instance-parked",
    },
    clocks_apart: {
      action: "Set this machine's clock (NTP): receivers refuse signatures that are minutes off.",
      docs: "docs/single-node.md#clocks-apart",
    },
    removals_held: {
      action: "Approve or dismiss them (GET /v1/removals): so many vanished at once that nothing is told as removed.",
      docs: "docs/runbook.md#removals-held",
    },
    rows_quarantined: {
      action: "Look at them (GET /v1/quarantine), then retry or discard them.",
      docs: "docs/runbook.md#rows-quarantined",
    },
    feeds_stalled: {
      action: "See lastError of each (GET /v1/feeds); they go on by themselves once they can be read.",
      docs: "docs/runbook.md#feeds-stalled",
    },
    polling_paused: {
      action: "Publishing is behind, so nothing is read: see what publish fails at in the log.",
      docs: "docs/runbook.md#polling-paused",
    },
    dead_letters: {
      action: "Find the cause in the log, mend it, then redrive them.",
      docs: "docs/runbook.md#dead-letters-deliver",
    },
    changes_set_aside: {
      action: "Changes could not be published: find the cause in the log, mend it, then redrive them.",
      docs: "docs/runbook.md#publish-failures",
    },
    backups_missing: {
      action: "Read backup.failed in the log and mend its cause: the next backup is tried within a quarter of an hour.",
      docs: "docs/single-node.md#backups-missing",
    },
    endpoints_failing: {
      action: "Ask their owners; what is for them is held and sent once they answer.",
      docs: "docs/runbook.md#endpoints-unhealthy",
    },
    endpoints_disabled: {
      action: "Nothing is sent to them any more: enable their subscriptions once they answer, then replay.",
      docs: "docs/runbook.md#backlog-old",
    },
  };
export const attention = z
  .object({
    kind: attentionKind,
    instance: z.string().optional().openapi({ description: "Absent where it concerns the whole bridge." }),
    what: z.string().optional().openapi({
      description:
        "The queue, the resource, what the source answered, what the rows hold up, or why the backup failed.",
    }),
    count: z.int().openapi({
      description: "How many. Of `changes_set_aside` on AWS, how many batches of changes.",
      example: 42,
    }),
    more: z.literal(true).optional().openapi({ description: "There are more than were counted." }),
    since: z.iso.datetime().optional().openapi({ description: "The oldest of them; absent where nobody noted it." }),
    action: z.string().openapi({ description: "What to do." }),
    command: z.string().optional().openapi({
      description: "What to give in a shell for that, where the API has no right to do it.",
      example: "npm run redrive -- --stage prod",
    }),
    docs: z.string().openapi({ description: "Where the documentation says more." }),
  })
  .openapi("Attention");
export type Attention = z.input<typeof attention>;
