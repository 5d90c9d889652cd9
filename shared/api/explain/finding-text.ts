/** A reason why an event did or didn't appear, as a code and its parameters. */
export type Finding = {
  readonly code: string;
  readonly event?: string;
  readonly subscription?: string;
  readonly feed?: string;
  /** The source's or the feed's error, or that records of the type have `no_state`. */
  readonly detail?: string;
};

/** An event of the explained record, and its outcome for each subscription that selects it. */
type ExplainedEvent = {
  readonly id: string;
  readonly type: string;
  readonly detectedAt: string;
  readonly deliveries: readonly { readonly outcome: string }[];
};

/** How a reader is shown an endpoint and a time. The API shows their id and UTC, the portal the name and local time. */
export type Wording = { readonly nameOf: (subscription: string) => string; readonly timeOf: (time: string) => string };

/** What became of an event that a subscription may select, unless it was delivered, as the end of a sentence. */
export const outcomes = {
  noAttempt: "is queued for its first attempt",
  // The settings changed after the event, and former settings aren't kept.
  changedSince:
    "has no attempt, because the subscription may not have selected it before a later change; a replay sends it",
  youngerThanEvent: "wasn't sent because the subscription is newer than the event; a replay sends it",
  typeNotAsked: "wasn't sent because the subscription doesn't select this type",
  instanceNotAsked: "wasn't sent because the subscription doesn't select this instance",
  waitingToBeFetched: "is waiting to be fetched",
  disabled: "wasn't sent because the subscription is disabled",
  baselineNotWanted: "wasn't sent because the subscription doesn't select baseline events",
  filtered: "wasn't sent because the subscription's filter doesn't match it",
  waiting: "is waiting for its next attempt",
  blocked: "is waiting because Feedhook refused to send to the URL",
  held: "is held because Feedhook isn't sending to the endpoint",
  expired: "expired after all retries failed",
} as const;
const outcomeTexts: ReadonlyMap<string, string> = new Map(Object.entries(outcomes));

/** Why an event did or didn't appear, as the second half of a sentence. */
export function findingText({ code, event = "", subscription = "", feed = "", detail }: Finding, { nameOf }: Wording) {
  const outcome = outcomeTexts.get(code);
  if (subscription !== "" && outcome !== undefined) return `${event} to ${nameOf(subscription)} ${outcome}`;
  switch (code) {
    case "instance_paused":
      return "the instance isn't read because it is paused";
    case "instance_parked":
      return detail === "unknown_instance"
        ? "the instance isn't read because the source has no instance with this name"
        : `the instance isn't read because the source refuses the credentials (${detail ?? "?"})`;
    case "quarantined":
      return `${feed} moved a row of this record to quarantine because it couldn't be read`;
    case "feed_paused":
      return `${feed} is paused`;
    case "feed_in_trouble":
      return `${feed} is failing${detail === undefined ? "" : `: ${detail}`}`;
    case "first_contact":
      return "first contact isn't complete, so the record may not have been read yet";
    case "not_in_mirror":
      return detail === "no_state"
        ? "Feedhook keeps no state for records of this type"
        : "no feed has found the record yet";
    case "removal_held":
      return "the removal waits for an operator's decision because too many records vanished";
    case "unlisted":
      return "lists no longer include the record, but it can still be read by ID, so it counts as present";
    case "removed":
      return "the record was removed";
    case "baseline":
      return "the record existed at first contact and hasn't changed since";
    case "nothing_told":
      return "no event about the record was published, or its history was erased";
    case "event_expired":
      return `${event} is older than the retention period of events`;
    case "being_published":
      return `${event} is being published`;
    case "not_published":
      return `${event} wasn't published; the nightly check or a redrive will publish it`;
    case "nobody_asked":
      return `no subscription selects the type of ${event}`;
    default:
      return code;
  }
}

/** Findings that don't explain why an event is missing. */
const asides = new Set(["unlisted", "removed"]);

/** The explanation in one sentence: what became of the newest event, or the first reason why there is none. */
export function summaryText(events: readonly ExplainedEvent[], findings: readonly Finding[], wording: Wording): string {
  const newest = events.toSorted((one, other) => one.detectedAt.localeCompare(other.detectedAt)).at(-1);
  if (newest === undefined) {
    const reason = findings.find(({ code }) => !asides.has(code));
    const why = reason === undefined ? "the record hasn't changed" : findingText(reason, wording);
    return `No event exists for this record: ${why}.`;
  }
  const { id, type, detectedAt, deliveries } = newest;
  const what = `The record's newest event, ${type}, was detected at ${wording.timeOf(detectedAt)}`;
  if (deliveries.length === 0) return `${what}, and no subscription selects it.`;
  const delivered = deliveries.filter(({ outcome }) => outcome === "delivered").length;
  if (delivered === deliveries.length) return `${what} and was delivered to every subscription that selects it.`;
  const missing = findings.find(({ event }) => event === id);
  const rest = missing === undefined ? "" : `: ${findingText(missing, wording)}`;
  return `${what} and was delivered to ${delivered} of ${deliveries.length} subscriptions${rest}.`;
}
