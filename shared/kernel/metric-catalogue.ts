export type MetricUnit = "count" | "seconds" | "milliseconds";

export type MetricDeclaration = {
  readonly unit: MetricUnit;
  /** As docs/runbook.md shows it. */
  readonly meaning: string;
  /** AWS bills each hour in which a metric has a value, so values up to this one aren't recorded there. */
  readonly usualUpTo?: number;
  /** AWS measures this for free, so the metric isn't recorded there. */
  readonly measuredByAws?: true;
};

/**
 * Every metric that the code records: `<area>.<what>`, in snake case, with its unit if the name needs one. Log lines,
 * the dashboard, alarms and the runbook's table are derived from the catalogue.
 */
export const metricCatalogue = {
  "schedule.requests_granted": {
    unit: "count",
    meaning: "requests granted to polls; on AWS, see `NumberOfMessagesSent` of the `poll` queue",
    measuredByAws: true,
  },
  "schedule.caps_stretched": {
    unit: "count",
    meaning: "ticks whose request budget was too small for the longest waits of owners",
  },
  "schedule.paused": { unit: "count", meaning: "ticks that dispatched nothing because publishing was behind" },
  "source.requests": { unit: "count", meaning: "requests to the source" },
  "polling.rows_quarantined": {
    unit: "count",
    meaning: "unreadable rows, each counted once",
  },
  "polling.rows_missed": {
    unit: "count",
    meaning: "rows that the fast lane missed and a sweep, a walk or a scrub found",
  },
  "polling.scrub_found": {
    unit: "count",
    meaning: "changes that only the scrub found",
  },
  "polling.feeds_stalled": { unit: "count", meaning: "feeds that stalled" },
  "source.schema_drift": {
    unit: "count",
    meaning: "fields and values outside the contract, each counted once",
  },
  "source.breaker_opened": { unit: "count", meaning: "pauses of an instance that didn't respond" },
  "walk.age_seconds": {
    unit: "seconds",
    meaning: "age of the last completed walk; on AWS only above 36 hours",
    usualUpTo: 36 * 3_600,
  },
  "publishing.beats_seen": {
    unit: "count",
    meaning: "heartbeats that came through the change stream, 16 per instance every ten minutes",
  },
  "events.published": { unit: "count", meaning: "events put on the bus" },
  "events.republished": {
    unit: "count",
    meaning: "events that the change stream lost and the nightly republish published",
  },
  "fanout.filters_undecided": {
    unit: "count",
    meaning: "filters that took too long to match; the event was delivered",
  },
  "delivery.delivered": { unit: "count", meaning: "attempts that an endpoint accepted" },
  "delivery.failed": { unit: "count", meaning: "attempts that were rejected or got no response" },
  "delivery.blocked": { unit: "count", meaning: "attempts prevented because the URL isn't allowed" },
  "delivery.duration_ms": { unit: "milliseconds", meaning: "duration of an attempt at an endpoint" },
  "delivery.lag_ms": {
    unit: "milliseconds",
    meaning: "time from a change at the source to its webhook, except for changes backdated by more than an hour",
  },
  "endpoints.open": {
    unit: "count",
    meaning: "endpoints with an open circuit, counted every five minutes",
  },
  "endpoints.open_percent": {
    unit: "count",
    meaning:
      "percentage of endpoints with an open circuit; at most four of each partner's endpoints count, and the value is 0 if fewer than ten open circuits count",
  },
  "endpoints.paused": { unit: "count", meaning: "paused endpoints, counted every five minutes" },
  "backlog.age_seconds": {
    unit: "seconds",
    meaning: "age of the oldest delivery that waits for its endpoint, except in pull queues",
  },
  "alerts.sent": { unit: "count", meaning: "alerts that a mail server or a chat accepted" },
  "alerts.failed": {
    unit: "count",
    meaning: "alert emails that failed for good: rejected, or with an unknown result; chats don't count",
  },
  "api.keys_refused": { unit: "count", meaning: "requests with an invalid API key" },
  "api.not_ready": { unit: "count", meaning: "`/readyz` responses that name a problem of an instance" },
  "tables.throttled": {
    unit: "count",
    meaning: "attempts that a table or an index throttled",
  },
  "canary.latency_ms": {
    unit: "milliseconds",
    meaning: "time from the mirror to the verified webhook of a canary event",
  },
} as const satisfies { readonly [name: string]: MetricDeclaration };

export type MetricName = keyof typeof metricCatalogue;
