import { text } from "../text.ts";

type Channel = keyof typeof text.alerts.services;

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(text.alerts.reasons));

/** Statuses below 500 that are no fault of the URL or the key: Feedhook sends the alert again. */
const temporary = new Set(["408", "429"]);

/** Why an alert didn't arrive and what to do about it, for a code such as `http_404`. */
export function alertReason(channel: Channel, reason: string): string {
  const { services, checks, returned, mailRejected, mailProblem, other } = text.alerts;
  const [, kind = "", status = ""] = /^(http|smtp)_(\d{3})$/.exec(reason) ?? [];
  const answer = returned(services[channel], status);
  if (kind === "http") return status < "500" && !temporary.has(status) ? `${answer} ${checks[channel]}` : answer;
  // Statuses that begin with 53 reject Feedhook's own sign-in, which only the operator can change.
  if (kind === "smtp" && !status.startsWith("53")) return status < "500" ? answer : mailRejected(status);
  return reasons.get(reason) ?? (/^(smtp|ses)_/.test(reason) ? mailProblem : other)(reason);
}
