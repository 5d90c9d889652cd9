import type { EventVerdicts } from "./delivery-verdicts.ts";
import type { Finding } from "./findings.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** Findings that don't explain why an event is missing. */
const asides = new Set(["unlisted", "removed"]);

/** The response in one sentence: what became of the newest event, or the first reason why there is none. */
export function summaryOf(
  events: readonly ExpectedEvent[],
  verdicts: readonly EventVerdicts[],
  findings: readonly Finding[],
): string {
  const reason = findings.find(({ code }) => !asides.has(code))?.text;
  const newest = events.toSorted((one, other) => one.detectedAt - other.detectedAt).at(-1);
  if (newest === undefined) return `No event exists for this record: ${reason ?? "the record hasn't changed"}.`;
  const outcomes = verdicts.find(({ event }) => event === newest.id)?.verdicts ?? [];
  const at = new Date(newest.detectedAt).toISOString();
  const what = `The record's newest event, ${newest.type}, was detected at ${at}`;
  const missing = findings.find(({ text }) => text.startsWith(newest.id));
  if (outcomes.length === 0) return `${what}, and no subscription selects it.`;
  const delivered = outcomes.filter(({ outcome }) => outcome === "delivered").length;
  if (delivered === outcomes.length) return `${what} and was delivered to every subscription that selects it.`;
  const rest = missing === undefined ? "" : `: ${missing.text}`;
  return `${what} and was delivered to ${delivered} of ${outcomes.length} subscriptions${rest}.`;
}
