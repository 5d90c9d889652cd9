export type MetricUnit = "count" | "seconds" | "milliseconds";

/**
 * Every metric that the code records, with its meaning as docs/runbook.md shows it: `<area>.<what>`, in snake case, with
 * its unit if it isn't a count. Log lines, the dashboard, alarms and the runbook's table are derived from the catalogue.
 */
export const metricCatalogue = {
  "schedule.requests_granted": "requests granted to polls; on AWS, see `NumberOfMessagesSent` of the `poll` queue",
  "schedule.caps_stretched": "ticks whose request budget was too small for the longest waits of owners",
  "schedule.paused": "ticks that dispatched nothing because publishing was behind",
  "source.requests": "requests to the source",
  "polling.rows_quarantined": "unreadable rows, each counted once",
  "polling.rows_missed": "rows that the fast pass missed and a sweep, a walk or a scrub found",
  "polling.scrub_found": "changes that only the scrub found",
  "polling.feeds_stalled": "feeds that stalled",
  "source.schema_drift": "fields and values outside the contract, each counted once",
  "source.breaker_opened": "pauses of an instance that didn't respond",
  "walk.age_seconds": "age of the last completed walk; on AWS only above 36 hours",
  "publishing.beats_seen": "heartbeats that came through the change stream, 16 per instance every ten minutes",
  "events.published": "events put on the bus",
  "events.republished": "events that the change stream lost and the nightly republish published",
  "fanout.filters_undecided": "filters that took too long to match; the event was delivered",
  "delivery.delivered": "attempts that an endpoint accepted",
  "delivery.failed": "attempts that were rejected or got no response",
  "delivery.blocked": "attempts prevented because the URL isn't allowed",
  "delivery.duration_ms": "duration of an attempt at an endpoint",
  "delivery.lag_ms":
    "time from a change at the source to its webhook, except for changes backdated by more than an hour",
  "endpoints.open": "endpoints with an open circuit, counted every five minutes",
  "endpoints.open_percent":
    "percentage of endpoints with an open circuit; at most four of each partner's endpoints count, and the value is 0 if fewer than ten open circuits count",
  "endpoints.paused": "paused endpoints, counted every five minutes",
  "backlog.age_seconds": "age of the oldest delivery that waits for its endpoint, except in pull queues",
  "alerts.sent": "alerts that a mail server or a chat accepted",
  "alerts.failed": "alert emails that failed for good: rejected, or with an unknown result; chats don't count",
  "api.keys_refused": "requests with an invalid API key",
  "api.not_ready": "`/readyz` responses that name a problem of an instance",
  "tables.throttled": "attempts that a table or an index throttled",
  "canary.latency_ms": "time from the mirror to the verified webhook of a canary event",
} as const;

export type MetricName = keyof typeof metricCatalogue;

export function unitOf(name: MetricName): MetricUnit {
  if (name.endsWith("_ms")) return "milliseconds";
  return name.endsWith("_seconds") ? "seconds" : "count";
}

/** AWS bills each hour in which a metric has a value, so values up to these aren't recorded there; 0 for all others. */
export const usualUpTo: { readonly [name in MetricName]?: number } = {
  // AWS itself counts the messages for free.
  "schedule.requests_granted": Number.POSITIVE_INFINITY,
  "walk.age_seconds": 36 * 3_600,
};
