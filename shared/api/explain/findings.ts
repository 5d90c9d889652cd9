import { isInTrouble } from "../../schedule/feeds/feed-state.ts";
import type { Instance } from "../../source/instance.ts";
import type { EventVerdicts, Outcome } from "./delivery-verdicts.ts";
import type { ReadingFeed } from "./reading-feeds.ts";
import type { RecordTrace } from "./record-trace.ts";

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
      ? "the instance isn't read: the source has no instance of this name"
      : `the instance isn't read: the source refuses the credentials (${parkedReason ?? "?"})`;
  return [
    ...(paused === true ? [finding("instance_paused", "the instance isn't read: it is paused")] : []),
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
        ? [finding("feed_in_trouble", `${feedId} fails${isForOperator ? `: ${lastError ?? "unknown"}` : ""}`)]
        : []),
    ];
  });
  const draining = feeds.some(({ feed: { drained } }) => !drained);
  if (trace.item === undefined && draining) {
    found.push(finding("first_contact", "first contact isn't complete: the record may not be read yet"));
  }
  return found;
}

function ofRecord({ trace: { item, events } }: Facts): Finding[] {
  if (item === undefined) {
    const told = events.length > 0 ? "this type has no state of its own" : "no feed has shown it yet";
    return [finding("not_in_mirror", told)];
  }
  const states = {
    live: [],
    held: [finding("removal_held", "too many records vanished at once: its removal waits for an operator's decision")],
    unlisted: [finding("unlisted", "lists no longer show it, but a read by id does: it counts as present")],
    deleted: [finding("removed", "it is removed")],
  };
  const baseline = item.changeLog.length === 1 && item.changeLog[0]?.baseline === true;
  const quiet = item.changeLog.length === 0;
  return [
    ...states[item.state],
    ...(baseline ? [finding("baseline", "it existed at first contact and hasn't changed since")] : []),
    ...(quiet ? [finding("nothing_told", "no event about it was published, or its history was erased")] : []),
  ];
}

function ofEvents({ trace: { events }, now, eventRetention }: Facts): Finding[] {
  return events
    .filter(({ stored }) => stored === undefined)
    .map(({ id, detectedAt }) => {
      const age = now - detectedAt;
      if (age >= eventRetention) return finding("event_expired", `${id} is older than the events' retention`);
      if (age < publishing) return finding("being_published", `${id} is being published`);
      const text = `${id} should have been published: the nightly check or a redrive publishes it`;
      return finding("not_published", text);
    });
}

function ofDeliveries({ verdicts }: Facts): Finding[] {
  return verdicts.flatMap(({ event, verdicts: each }) => {
    if (each.length === 0) return [finding("nobody_asked", `no subscription wants the type of ${event}`)];
    const texts: { readonly [name in Outcome]: string | undefined } = {
      noAttempt: "has no attempt yet: it is queued",
      changedSince:
        "has no attempt: the subscription changed after the event and may not have wanted it then; a replay sends it",
      youngerThanEvent: "was not sent: the subscription is newer than the event; a replay sends it",
      typeNotAsked: "was not sent: the subscription doesn't want this type",
      instanceNotAsked: "was not sent: the subscription doesn't want this instance",
      waitingToBeFetched: "waits to be fetched",
      disabled: "was not sent: the subscription is disabled",
      baselineNotWanted: "was not sent: the subscription doesn't want the baseline",
      filtered: "was not sent: the subscription's filter doesn't match",
      waiting: "waits for its next attempt",
      blocked: "waits: the address was refused",
      held: "is held: the endpoint isn't being called",
      expired: "was given up",
      delivered: undefined,
    };
    return each.flatMap(({ subscription, outcome }) => {
      const text = texts[outcome];
      return text === undefined ? [] : [finding(outcome, `${event} to ${subscription} ${text}`)];
    });
  });
}
