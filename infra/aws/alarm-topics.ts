import type { ITopic } from "aws-cdk-lib/aws-sns";

/** How soon an operator has to act: `page` immediately, `ticket` on the next working day. */
export type Severity = "page" | "ticket";

/** The topics that receive alarms of each severity; one topic may receive both. */
export type AlarmTopics = { readonly [severity in Severity]: ITopic };

/** Alarms that can wait for a working day without loss or harm. All others are pages. */
const tickets: ReadonlySet<string> = new Set([
  "backlog-old",
  "canary-late",
  "dead-letters-ticks",
  "instance-parked",
  "removals-held",
  "rows-quarantined",
  "walk-stalled",
]);

/** The severity of an alarm (docs/runbook.md). */
export function severityOf(alarm: string): Severity {
  return tickets.has(alarm) ? "ticket" : "page";
}
