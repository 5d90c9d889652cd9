import type { TimeWording } from "../deliveries/wait-sentence.ts";

export type Finding = {
  readonly code: string;
  readonly event?: string;
  readonly subscription?: string;
  readonly feed?: string;
  /** The source's or the feed's error, or `no_state` if Feedhook keeps no state for records of this type. */
  readonly detail?: string;
};

type ExplainedEvent = {
  readonly id: string;
  readonly type: string;
  readonly detectedAt: string;
  readonly deliveries: readonly { readonly outcome: string }[];
};

/** The API writes IDs and UTC; the portal writes names and local times. */
export type Wording = TimeWording<string> & {
  readonly noun: "subscription" | "endpoint";
  readonly nameOf: (subscription: string) => string;
};

export type Undelivered = keyof ReturnType<typeof outcomesFor>;

const outcomesFor = (noun: Wording["noun"]) => ({
  noAttempt: "is queued for its first attempt",
  // The settings changed after the event, and earlier settings aren't kept.
  changedSince: `wasn't sent: the ${noun}'s settings have changed since the event, and the earlier ones may have excluded it; to send it, start a replay`,
  youngerThanEvent: `wasn't sent because the ${noun} was created after the event; to send it, start a replay that begins before the event`,
  typeNotAsked: `wasn't sent because the ${noun} doesn't select this type`,
  instanceNotAsked: `wasn't sent because the ${noun} doesn't select this instance`,
  waitingToBeFetched: "is waiting to be fetched",
  disabled: `wasn't sent because the ${noun} is disabled`,
  baselineNotWanted: `wasn't sent because the ${noun} doesn't select baseline events`,
  filtered: `wasn't sent because the ${noun}'s filter doesn't match it`,
  waiting: "is waiting for its next attempt",
  blocked: "is blocked because Feedhook can't send to the URL",
  held: "is held until delivery to the endpoint resumes",
  expired: "expired before it was delivered",
});

const textsOf = ({ event = "", feed = "", detail }: Finding, noun: Wording["noun"]) => ({
  instance_paused: "the instance isn't being read because it is paused",
  instance_parked:
    detail === "unknown_instance"
      ? "the instance isn't being read because the source has no instance with this name"
      : `the instance isn't being read because the source rejects the credentials${detail === undefined ? "" : ` (${detail})`}`,
  quarantined: `a row of this record from feed ${feed} is in quarantine because the row couldn't be read`,
  feed_paused: `the feed ${feed} is paused`,
  feed_in_trouble: `the feed ${feed} is failing${detail === undefined ? "" : `: ${detail}`}`,
  first_contact: "first contact isn't complete, so the record may not have been read yet",
  not_in_mirror:
    detail === "no_state" ? "Feedhook keeps no state for records of this type" : "no feed has found the record yet",
  removal_held:
    "the removal is held until an operator decides or a later reading confirms it, because too many records disappeared",
  unlisted: "the record is no longer in any list, but it can still be read by ID, so it counts as present",
  removed: "the record was removed",
  baseline: "the record existed at first contact and hasn't changed since",
  nothing_told: "Feedhook has published no change to the record, or the record's history was erased",
  event_expired: `${event} is older than the event retention period`,
  being_published: `${event} is being published`,
  not_published: `${event} hasn't been published yet; the nightly check or a redrive will publish it`,
  nobody_asked: `no ${noun} selects the type of ${event}`,
});

const named = (texts: { readonly [code: string]: string }, code: string): string | undefined =>
  new Map(Object.entries(texts)).get(code);

/** Returns the second half of a sentence. */
export function findingText(finding: Finding, { noun, nameOf }: Wording): string {
  const { code, event = "", subscription = "" } = finding;
  const outcome = subscription === "" ? undefined : named(outcomesFor(noun), code);
  if (outcome !== undefined) return `for ${nameOf(subscription)}, ${event} ${outcome}`;
  return named(textsOf(finding, noun), code) ?? code;
}

/** Findings that don't explain why an event is missing. */
const asides = new Set(["unlisted", "removed"]);

export function summaryText(events: readonly ExplainedEvent[], findings: readonly Finding[], wording: Wording): string {
  const newest = events.toSorted((one, other) => one.detectedAt.localeCompare(other.detectedAt)).at(-1);
  if (newest === undefined) {
    const reason = findings.find(({ code }) => !asides.has(code));
    const why = reason === undefined ? "the record hasn't changed" : findingText(reason, wording);
    return `No event exists for this record: ${why}.`;
  }
  return eventText(`The record's newest event, ${newest.type},`, newest, findings, wording);
}

export function eventText(
  name: string,
  { id, detectedAt, deliveries }: ExplainedEvent,
  findings: readonly Finding[],
  wording: Wording,
): string {
  const what = `${name} was detected ${wording.preposition} ${wording.timeOf(detectedAt)}`;
  if (deliveries.length === 0) return `${what}, and no ${wording.noun} selects it.`;
  const delivered = deliveries.filter(({ outcome }) => outcome === "delivered").length;
  if (delivered === deliveries.length) return `${what} and was delivered to every ${wording.noun} that selects it.`;
  const missing = findings.find(({ event }) => event === id);
  const rest = missing === undefined ? "" : `: ${findingText(missing, wording)}`;
  if (delivered === 0) return `${what} and hasn't been delivered${rest}.`;
  return `${what} and was delivered to ${delivered} of ${deliveries.length} ${wording.noun}s${rest}.`;
}
