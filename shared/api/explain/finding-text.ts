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
const outcomeTexts: { readonly [noun in Wording["noun"]]: ReadonlyMap<string, string> } = {
  subscription: new Map(Object.entries(outcomesFor("subscription"))),
  endpoint: new Map(Object.entries(outcomesFor("endpoint"))),
};

/** Returns the second half of a sentence. */
export function findingText(
  { code, event = "", subscription = "", feed = "", detail }: Finding,
  { noun, nameOf }: Wording,
) {
  const outcome = outcomeTexts[noun].get(code);
  if (subscription !== "" && outcome !== undefined) return `for ${nameOf(subscription)}, ${event} ${outcome}`;
  switch (code) {
    case "instance_paused":
      return "the instance isn't being read because it is paused";
    case "instance_parked":
      return detail === "unknown_instance"
        ? "the instance isn't being read because the source has no instance with this name"
        : `the instance isn't being read because the source rejects the credentials${detail === undefined ? "" : ` (${detail})`}`;
    case "quarantined":
      return `a row of this record from feed ${feed} is in quarantine because the row couldn't be read`;
    case "feed_paused":
      return `the feed ${feed} is paused`;
    case "feed_in_trouble":
      return `the feed ${feed} is failing${detail === undefined ? "" : `: ${detail}`}`;
    case "first_contact":
      return "first contact isn't complete, so the record may not have been read yet";
    case "not_in_mirror":
      return detail === "no_state"
        ? "Feedhook keeps no state for records of this type"
        : "no feed has found the record yet";
    case "removal_held":
      return "the removal is held until an operator decides or a later reading confirms it, because too many records disappeared";
    case "unlisted":
      return "the record is no longer in any list, but it can still be read by ID, so it counts as present";
    case "removed":
      return "the record was removed";
    case "baseline":
      return "the record existed at first contact and hasn't changed since";
    case "nothing_told":
      return "Feedhook has published no change to the record, or the record's history was erased";
    case "event_expired":
      return `${event} is older than the event retention period`;
    case "being_published":
      return `${event} is being published`;
    case "not_published":
      return `${event} hasn't been published yet; the nightly check or a redrive will publish it`;
    case "nobody_asked":
      return `no ${noun} selects the type of ${event}`;
    default:
      return code;
  }
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
