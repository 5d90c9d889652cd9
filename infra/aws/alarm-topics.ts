import type { ITopic } from "aws-cdk-lib/aws-sns";

/** How soon somebody has to look: `page` at once, whatever the hour; `ticket` on the next working day. */
export type Severity = "page" | "ticket";

/** Who hears alarms of each severity; one topic may hear both. */
export type AlarmTopics = { readonly [severity in Severity]: ITopic };

/** Alarms that can wait for a working day: nothing gets lost or worse by then. All others are pages. */
const tickets: ReadonlySet<string> = new Set([
  "backlog-old",
  "canary-late",
  "dead-letters-ticks",
  "instance-parked",
  "removals-held",
  "rows-quarantined",
  "walk-stalled",
]);

/** The severity of the alarm with that name (docs/runbook.md). */
export function severityOf(alarm: string): Severity {
  return tickets.has(alarm) ? "ticket" : "page";
}
