import { isInTrouble } from "../../schedule/feeds/feed-state.ts";
import type { Instance } from "../../source/instance.ts";
import { type EventVerdicts, outcomes } from "./delivery-verdicts.ts";
import type { ExpectedEvent, ReadingFeed, RecordTrace } from "./record-trace.ts";

/** One reason why an event did or didn't appear; `code` is stable. */
export type Finding = { readonly code: string; readonly text: string };

export type Facts = {
  readonly instance: Instance;
  readonly trace: RecordTrace;
  readonly feeds: readonly ReadingFeed[];
  readonly verdicts: readonly EventVerdicts[];
  /** Unix ms. */
  readonly now: number;
  /** How long (ms) events are kept. */
  readonly eventRetention: number;
  /** The source's own messages are for operators only. */
  readonly isForOperator: boolean;
};

const finding = (code: string, text: string): Finding => ({ code, text });

/** How long (ms) an event may still be on its way through the stream. */
const publishing = 60_000;

/** Turns the facts into findings in pipeline order: the source, the feeds, the mirror, the events, the deliveries. */
export function findingsOf(facts: Facts): readonly Finding[] {
  return [...ofInstance(facts), ...ofFeeds(facts), ...ofRecord(facts), ...ofEvents(facts), ...ofDeliveries(facts)];
}

function ofInstance({ instance: { status, parkedReason, paused } }: Facts): Finding[] {
  const refused =
    parkedReason === "unknown_instance"
      ? "the instance isn't read because the source has no instance with this name"
      : `the instance isn't read because the source refuses the credentials (${parkedReason ?? "?"})`;
  return [
    ...(paused === true ? [finding("instance_paused", "the instance isn't read because it is paused")] : []),
    ...(status === "parked" ? [finding("instance_parked", refused)] : []),
  ];
}

function ofFeeds({ feeds, trace, isForOperator }: Facts): Finding[] {
  const found = feeds.flatMap(({ feed, quarantined }) => {
    const { feedId, status, lastError } = feed;
    return [
      ...(quarantined
        ? [finding("quarantined", `${feedId} moved a row of this record to quarantine because it couldn't be read`)]
        : []),
      ...(status === "paused" ? [finding("feed_paused", `${feedId} is paused`)] : []),
      ...(isInTrouble(feed)
        ? [finding("feed_in_trouble", `${feedId} is failing${isForOperator ? `: ${lastError ?? "unknown"}` : ""}`)]
        : []),
    ];
  });
  const draining = feeds.some(({ feed: { drained } }) => !drained);
  if (trace.item === undefined && draining) {
    found.push(finding("first_contact", "first contact isn't complete, so the record may not have been read yet"));
  }
  return found;
}

function ofRecord({ trace: { item, events } }: Facts): Finding[] {
  if (item === undefined) {
    const told =
      events.length > 0 ? "Feedhook keeps no state for records of this type" : "no feed has found the record yet";
    return [finding("not_in_mirror", told)];
  }
  const states = {
    live: [],
    held: [finding("removal_held", "the removal waits for an operator's decision because too many records vanished")],
    unlisted: [
      finding(
        "unlisted",
        "lists no longer include the record, but it can still be read by ID, so it counts as present",
      ),
    ],
    deleted: [finding("removed", "the record was removed")],
  };
  const baseline = item.changeLog.length === 1 && item.changeLog[0]?.baseline === true;
  const quiet = item.changeLog.length === 0;
  return [
    ...states[item.state],
    ...(baseline ? [finding("baseline", "the record existed at first contact and hasn't changed since")] : []),
    ...(quiet ? [finding("nothing_told", "no event about the record was published, or its history was erased")] : []),
  ];
}

function ofEvents({ trace: { events }, now, eventRetention }: Facts): Finding[] {
  return events
    .filter(({ stored }) => stored === undefined)
    .map(({ id, detectedAt }) => {
      const age = now - detectedAt;
      if (age >= eventRetention) return finding("event_expired", `${id} is older than the retention period of events`);
      if (age < publishing) return finding("being_published", `${id} is being published`);
      const text = `${id} wasn't published; the nightly check or a redrive will publish it`;
      return finding("not_published", text);
    });
}

function ofDeliveries({ verdicts }: Facts): Finding[] {
  return verdicts.flatMap(({ event, verdicts: each }) => {
    if (each.length === 0) return [finding("nobody_asked", `no subscription selects the type of ${event}`)];
    return each.flatMap(({ subscription, outcome }) => {
      const text: string | undefined = outcomes[outcome];
      return text === undefined ? [] : [finding(outcome, `${event} to ${subscription} ${text}`)];
    });
  });
}

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
