import { z } from "@hono/zod-openapi";
import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../../kernel/instant.ts";
import { answerSchema } from "../http/named-schemas.ts";

export const attentionKind = z.enum([
  "disk_full",
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

export const attentionKinds: { readonly [kind in AttentionKind]: { readonly action: string; readonly docs: string } } =
  {
    disk_full: {
      action:
        "Free some disk space. Until then, nothing is read or sent. Afterwards, everything continues automatically.",
      docs: "docs/single-node.md#a-full-disk",
    },
    source_unreachable: {
      action: "The source isn't responding. Reading resumes automatically when it responds. No changes are lost.",
      docs: "docs/single-node.md#source-unreachable",
    },
    instance_parked: {
      action:
        "The source rejects the credentials or has no instance with this name (`unknown_instance`). Ask the customer, then set new credentials, or register the instance under the correct name (PUT /v1/instances/{name}).",
      docs: "docs/runbook.md#instance-parked",
    },
    clocks_apart: {
      action:
        "Set the Feedhook server's clock with NTP. Receivers reject webhooks whose timestamp is several minutes off.",
      docs: "docs/single-node.md#clocks-apart",
    },
    removals_held: {
      action:
        "An unusual number of records disappeared, so their removals are held. Approve or dismiss them (GET /v1/removals).",
      docs: "docs/runbook.md#removals-held",
    },
    rows_quarantined: {
      action: "Review the rows (GET /v1/quarantine), then retry or discard them.",
      docs: "docs/runbook.md#rows-quarantined",
    },
    feeds_stalled: {
      action: "Check each feed's last error (GET /v1/feeds). Feeds resume automatically once they can be read again.",
      docs: "docs/runbook.md#feeds-stalled",
    },
    polling_paused: {
      action: "Reading is paused because publishing is behind. Check the log to see why publishing is failing.",
      docs: "docs/runbook.md#polling-paused",
    },
    dead_letters: {
      action: "Find the cause in the log, fix it, then redrive the messages.",
      docs: "docs/runbook.md#dead-letters-deliver",
    },
    changes_set_aside: {
      action: "Changes couldn't be published. Find the cause in the log, fix it, then redrive the changes.",
      docs: "docs/runbook.md#publish-failures",
    },
    backups_missing: {
      action: "Look for backup.failed in the log and fix the cause. The next backup starts within 15 minutes.",
      docs: "docs/single-node.md#backups-missing",
    },
    endpoints_failing: {
      action: "Contact the partners. Deliveries are held until the endpoints respond again.",
      docs: "docs/runbook.md#endpoints-unhealthy",
    },
    endpoints_disabled: {
      action:
        "These endpoints receive no events. Once their servers work again, enable their subscriptions and replay the missed events.",
      docs: "docs/runbook.md#backlog-old",
    },
  };
export const attention = answerSchema("Attention", {
  kind: attentionKind,
  instance: z.string().optional().openapi({
    description: "The instance that has the problem. Absent if the problem concerns the whole bridge.",
  }),
  what: z.string().optional().openapi({
    description:
      "Details: the source's response, why the instance is parked, how far apart the clocks are, the resource, what the rows block, the last error of the feed that stalled first, the queue, or why the backup failed.",
  }),
  count: z.int().openapi({
    description: "The number of items. For `changes_set_aside` on AWS, the number of batches.",
    example: 42,
  }),
  more: z.literal(true).optional().openapi({ description: "Set if there are more than `count`." }),
  since: z.iso.datetime().optional().openapi({ description: "When the oldest item began. Absent if unknown." }),
  action: z.string().openapi({ description: "What to do." }),
  command: z.string().optional().openapi({
    description: "The shell command to run, if the API doesn't have permission for the action.",
    example: "npm run redrive -- --stage prod",
  }),
  docs: z.string().openapi({ description: "The section of the documentation about this problem." }),
});
export type Attention = z.input<typeof attention>;

/** `since` is in unix ms. */
export type Found = Pick<Attention, "instance" | "what" | "count" | "more" | "command"> & {
  readonly since?: number | undefined;
};

export function attentionOf(kind: AttentionKind, { since, ...found }: Found): Attention {
  return { kind, ...found, ...defined({ since: isoTime(since) }), ...attentionKinds[kind] };
}
