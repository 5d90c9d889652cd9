export const kinds = {
  endpoint_failing: "Endpoint failing",
  endpoint_paused: "Endpoint paused",
  endpoint_disabled: "Endpoint disabled",
  endpoint_recovered: "Endpoint recovered",
  deliveries_expired: "Deliveries expired",
  test: "Test alert",
  code: "Confirmation code",
} as const;
export const states = {
  sent: { level: "good", word: "Sent" },
  sending: { level: "idle", word: "Sending" },
  refused: { level: "warn", word: "Retrying" },
  failed: { level: "bad", word: "Failed" },
  unknown: { level: "warn", word: "May have arrived" },
} as const;
export const outcomes = {
  sent: "Sent",
  pending: "No response yet",
  refused: "Couldn't send",
  unknown: "May have arrived",
} as const;
export const channels = {
  email: { name: "Email", service: "The mail server", check: "Check the address." },
  slack: { name: "Chat webhook", service: "The chat service", check: "Check the webhook URL." },
  teams: { name: "Microsoft Teams", service: "Microsoft Teams", check: "Check the workflow URL." },
  pagerduty: { name: "PagerDuty", service: "PagerDuty", check: "Check the integration key and the region." },
} as const;

/** The texts for codes without an HTTP or SMTP status. `alertReason` explains every code. */
export const reasons = {
  dns: "The host name didn't resolve.",
  connect: "The connection failed.",
  tls: "The TLS handshake failed.",
  timeout: "No response arrived in time.",
  blocked: "Feedhook can't send to this URL. Use a public https URL.",
  protocol: "The response wasn't valid HTTP.",
  too_many_today: "The daily alert limit was reached. It resets at 00:00 UTC.",
  no_mail_here: "The operator hasn't set up email. Use another channel.",
  interrupted: "Feedhook was interrupted while sending the alert.",
} as const;
const known: ReadonlyMap<string, string> = new Map(Object.entries(reasons));

/** The HTTP statuses below 500 that Feedhook retries. They don't mean that the channel's URL or key is wrong. */
const temporary = new Set(["408", "429"]);

/** `reason`: the API's code, such as `http_404`. */
export function alertReason(channel: keyof typeof channels, reason: string): string {
  const { service, check } = channels[channel];
  const [, kind = "", status = ""] = /^(http|smtp)_(\d{3})$/.exec(reason) ?? [];
  const answer = `${service} returned ${status}.`;
  if (kind === "http") return status < "500" && !temporary.has(status) ? `${answer} ${check}` : answer;
  // Status 53x means that the mail server rejected Feedhook's own sign-in. Only the operator can fix that.
  if (kind === "smtp" && !status.startsWith("53"))
    return status < "500" ? answer : `The mail server rejected the alert (${status}). Check the address.`;
  if (/^(smtp|ses)_/.test(reason))
    return `Feedhook couldn't send the email (${reason}). If this happens again, contact the operator.`;
  return known.get(reason) ?? `Reason: ${reason}.`;
}
