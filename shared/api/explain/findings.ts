import { isInTrouble } from "../../schedule/feeds/feed-state.ts";
import type { Instance } from "../../source/instance.ts";
import type { EventVerdicts } from "./delivery-verdicts.ts";
import type { Finding } from "./finding-text.ts";
import type { ReadingFeed, RecordTrace } from "./record-trace.ts";

export type Facts = {
  readonly instance: Instance;
  readonly trace: RecordTrace;
  readonly feeds: readonly ReadingFeed[];
  readonly verdicts: readonly EventVerdicts[];
  /** Unix ms. */
  readonly now: number;
  /** In ms. */
  readonly eventRetention: number;
  /** The source's own messages are for operators only. */
  readonly isForOperator: boolean;
};

/** How long (ms) an event may still be on its way through the stream. */
const publishing = 60_000;

/** Returns the findings in pipeline order, because the summary gives the first reason. */
export function findingsOf(facts: Facts): readonly Finding[] {
  return [...ofInstance(facts), ...ofFeeds(facts), ...ofRecord(facts), ...ofEvents(facts), ...ofDeliveries(facts)];
}

function ofInstance({ instance: { status, parkedReason: detail, paused } }: Facts): Finding[] {
  return [
    ...(paused === true ? [{ code: "instance_paused" }] : []),
    ...(status === "parked" ? [{ code: "instance_parked", ...(detail !== undefined && { detail }) }] : []),
  ];
}

function ofFeeds({ feeds, trace, isForOperator }: Facts): Finding[] {
  const found = feeds.flatMap(({ feed: state, quarantined }): Finding[] => {
    const { feedId: feed, status, lastError = "unknown" } = state;
    return [
      ...(quarantined ? [{ code: "quarantined", feed }] : []),
      ...(status === "paused" ? [{ code: "feed_paused", feed }] : []),
      ...(isInTrouble(state) ? [{ code: "feed_in_trouble", feed, ...(isForOperator && { detail: lastError }) }] : []),
    ];
  });
  const draining = feeds.some(({ feed: { drained } }) => !drained);
  return trace.item === undefined && draining ? [...found, { code: "first_contact" }] : found;
}

function ofRecord({ trace: { item, events } }: Facts): Finding[] {
  if (item === undefined) return [{ code: "not_in_mirror", ...(events.length > 0 && { detail: "no_state" }) }];
  const states = { live: [], held: ["removal_held"], unlisted: ["unlisted"], deleted: ["removed"] };
  const baseline = item.changeLog.length === 1 && item.changeLog[0]?.baseline === true;
  const quiet = item.changeLog.length === 0;
  const codes = [...states[item.state], ...(baseline ? ["baseline"] : []), ...(quiet ? ["nothing_told"] : [])];
  return codes.map((code) => ({ code }));
}

function ofEvents({ trace: { events }, now, eventRetention }: Facts): Finding[] {
  return events
    .filter(({ stored }) => stored === undefined)
    .map(({ id: event, detectedAt }) => {
      const age = now - detectedAt;
      if (age >= eventRetention) return { code: "event_expired", event };
      return { code: age < publishing ? "being_published" : "not_published", event };
    });
}

function ofDeliveries({ verdicts }: Facts): Finding[] {
  return verdicts.flatMap(({ event, verdicts: each }): Finding[] => {
    if (each.length === 0) return [{ code: "nobody_asked", event }];
    const missing = each.filter(({ outcome }) => outcome !== "delivered");
    return missing.map(({ subscription, outcome: code }) => ({ code, event, subscription }));
  });
}
