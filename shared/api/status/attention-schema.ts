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
      action: "The source doesn't answer. Reading continues automatically when it does; no change is lost.",
      docs: "docs/single-node.md#source-unreachable",
    },
    instance_parked: {
      action:
        "The source refuses the credentials or has no instance of this name (`unknown_instance`). Ask its owner, then set new credentials, or the right name, with PUT /v1/instances/{name}.",
      docs: "docs/runbook.md#instance-parked",
    },
    clocks_apart: {
      action: "Set this machine's clock with NTP. Receivers refuse signatures that are minutes off.",
      docs: "docs/single-node.md#clocks-apart",
    },
    removals_held: {
      action:
        "Approve or dismiss them (GET /v1/removals). Unusually many records vanished at once, so their removals are held.",
      docs: "docs/runbook.md#removals-held",
    },
    rows_quarantined: {
      action: "Review them (GET /v1/quarantine), then retry or discard them.",
      docs: "docs/runbook.md#rows-quarantined",
    },
    feeds_stalled: {
      action: "See lastError of each (GET /v1/feeds). They continue automatically when they can be read.",
      docs: "docs/runbook.md#feeds-stalled",
    },
    polling_paused: {
      action: "Publishing is behind, so reading has stopped. Find in the log why `publish` fails.",
      docs: "docs/runbook.md#polling-paused",
    },
    dead_letters: {
      action: "Find the cause in the log, fix it, then redrive them.",
      docs: "docs/runbook.md#dead-letters-deliver",
    },
    changes_set_aside: {
      action: "Changes couldn't be published. Find the cause in the log, fix it, then redrive them.",
      docs: "docs/runbook.md#publish-failures",
    },
    backups_missing: {
      action: "Read backup.failed in the log and fix its cause. The next backup starts within 15 minutes.",
      docs: "docs/single-node.md#backups-missing",
    },
    endpoints_failing: {
      action: "Contact their owners. Their deliveries are held and sent when they answer.",
      docs: "docs/runbook.md#endpoints-unhealthy",
    },
    endpoints_disabled: {
      action: "They receive nothing. When they answer again, enable their subscriptions, then replay.",
      docs: "docs/runbook.md#backlog-old",
    },
  };
export const attention = z
  .object({
    kind: attentionKind,
    instance: z.string().optional().openapi({ description: "Absent if it concerns the whole bridge." }),
    what: z.string().optional().openapi({
      description:
        "Details: the queue, the resource, the source's answer, what the rows block, or why the backup failed.",
    }),
    count: z.int().openapi({
      description: "How many. For `changes_set_aside` on AWS, the number of batches.",
      example: 42,
    }),
    more: z.literal(true).optional().openapi({ description: "Whether there are more than were counted." }),
    since: z.iso.datetime().optional().openapi({ description: "When the oldest of them began; absent if unknown." }),
    action: z.string().openapi({ description: "What to do." }),
    command: z.string().optional().openapi({
      description: "The shell command for it, if the API isn't allowed to do it.",
      example: "npm run redrive -- --stage prod",
    }),
    docs: z.string().openapi({ description: "The page of the documentation." }),
  })
  .openapi("Attention");
export type Attention = z.input<typeof attention>;
