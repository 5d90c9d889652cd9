export type MetricUnit = "count" | "seconds" | "milliseconds";

export type MetricDeclaration = {
  readonly unit: MetricUnit;
  /** The meaning as docs/runbook.md lists it. */
  readonly meaning: string;
  /** Values up to this are no news: what bills by the hours in which a metric has a value isn't told them. */
  readonly usualUpTo?: number;
  /** A figure of AWS's own, for which nothing is paid, says as much there: it isn't recorded a second time. */
  readonly measuredByAws?: true;
};

/**
 * Every metric the code records, by name: `<room>.<what>`, in snake case, with its unit where the name needs one. The
 * port takes no other; log lines, dashboard, alarms and the runbook's table follow it.
 */
export const metricCatalogue = {
  "schedule.requests_granted": {
    unit: "count",
    meaning:
      "requests that ticks let polls make; on AWS not recorded, where `NumberOfMessagesSent` of the queue `poll` says whether there were any",
    measuredByAws: true,
  },
  "schedule.caps_stretched": {
    unit: "count",
    meaning: "ticks that found the request budget too small for the longest waits of owners, which stretch",
  },
  "schedule.paused": { unit: "count", meaning: "ticks that dispatched nothing because publishing is behind" },
  "source.requests": { unit: "count", meaning: "requests that polls made" },
  "polling.rows_quarantined": {
    unit: "count",
    meaning: "rows of the source that can't be read, each counted once",
  },
  "polling.rows_missed": {
    unit: "count",
    meaning: "rows that a sweep, a walk or a scrub found though the fast lane had passed them",
  },
  "polling.scrub_found": {
    unit: "count",
    meaning: "changes that only reading every record by id found: all faster ways had missed them",
  },
  "polling.feeds_stalled": { unit: "count", meaning: "feeds that began to stand still" },
  "source.schema_drift": {
    unit: "count",
    meaning: "fields and values that the contract doesn't name, each counted once",
  },
  "source.breaker_opened": { unit: "count", meaning: "times an instance was left alone because nothing answered" },
  "walk.age_seconds": {
    unit: "seconds",
    meaning: "age of the last completed walk; on AWS only where it is over 36 hours, one being due every day",
    usualUpTo: 36 * 3_600,
  },
  "publishing.beats_seen": {
    unit: "count",
    meaning: "heartbeats of the mirror's shards that came through the change stream, 16 per instance every ten minutes",
  },
  "events.published": { unit: "count", meaning: "events put on the bus" },
  "events.republished": {
    unit: "count",
    meaning: "events that the change stream never brought, found and published by the nightly look through the mirror",
  },
  "fanout.filters_undecided": {
    unit: "count",
    meaning: "filters that would have taken too long to try on an event, which was delivered instead",
  },
  "delivery.delivered": { unit: "count", meaning: "attempts that an endpoint accepted" },
  "delivery.failed": { unit: "count", meaning: "attempts that an endpoint refused, or that got no answer" },
  "delivery.blocked": { unit: "count", meaning: "attempts that weren't made, because the address may not be reached" },
  "delivery.duration_ms": { unit: "milliseconds", meaning: "duration of an attempt at an endpoint" },
  "delivery.lag_ms": {
    unit: "milliseconds",
    meaning: "from a change at the source to the delivery of its webhook; changes backdated by over an hour left out",
  },
  "endpoints.open": {
    unit: "count",
    meaning: "endpoints that answer nothing and are probed, counted every five minutes",
  },
  "endpoints.paused": { unit: "count", meaning: "endpoints that were silent for so long that they are rarely probed" },
  "backlog.age_seconds": {
    unit: "seconds",
    meaning: "age of the oldest delivery that waits for its endpoint; those to be fetched left out",
  },
  "alerts.sent": { unit: "count", meaning: "alerts that a mail server or a chat took" },
  "alerts.failed": {
    unit: "count",
    meaning: "alerts that were given up: every try was refused, or whether the last one arrived isn't known",
  },
  "api.keys_refused": { unit: "count", meaning: "requests with an API key that isn't valid" },
  "tables.throttled": {
    unit: "count",
    meaning: "attempts that a table refused for a moment, for its own sake or an index's",
  },
  "canary.latency_ms": {
    unit: "milliseconds",
    meaning: "from the mirror to a verified webhook, of an event of our own sent every five minutes",
  },
} as const satisfies { readonly [name: string]: MetricDeclaration };

export type MetricName = keyof typeof metricCatalogue;
