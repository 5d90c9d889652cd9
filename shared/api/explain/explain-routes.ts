import type { MirrorItem } from "../../mirror/mirror-item.ts";
import { ownInstance } from "../access/own-resources.ts";
import { endpoint } from "../http/endpoint.ts";
import { isoTime } from "../http/iso-time.ts";
import { verdictsOf } from "./delivery-verdicts.ts";
import { explainedSubject, explainQuery, explanation } from "./explain-schemas.ts";
import { findingsOf, summaryOf } from "./findings.ts";
import { judgedSubscriptions } from "./judged-subscriptions.ts";
import { readingFeeds } from "./reading-feeds.ts";
import { traceOf } from "./record-trace.ts";

export const explainRoutes = [
  endpoint("get", "/v1/explain", {
    ...{ tag: "Status", who: "partner", scope: "read" },
    operationId: "explain",
    summary: "Explain why an event did or didn't appear for a record",
    query: explainQuery,
    answers: { 200: ["The explanation", explanation] },
    problems: ["not-found"],
    async handle({ query, caller }, services) {
      const { clock, eventRetention } = services;
      const subject = explainedSubject(query);
      const instance = await ownInstance(services, caller, subject.instance);
      const judged = await judgedSubscriptions(services, caller, subject.instance, query.subscription);
      const trace = await traceOf(services, subject);
      const owner = trace.item?.owner ?? trace.events[0]?.stored?.envelope.owner;
      const [feeds, verdicts] = await Promise.all([
        readingFeeds(services, subject, owner),
        verdictsOf(services.deliveries, subject.instance, trace.events, judged),
      ]);
      const facts = { instance, trace, feeds, verdicts, now: clock.now(), eventRetention };
      const findings = findingsOf({ ...facts, isForOperator: caller.isOperator });
      return {
        instance: subject.instance,
        subject: { type: subject.type, id: subject.id },
        summary: summaryOf(trace.events, verdicts, findings),
        findings: [...findings],
        ...(trace.item && { record: recordView(trace.item) }),
        feeds: feeds.map(({ feed: { feedId, status, polledAt, watermark }, quarantined }) => {
          return { id: feedId, status, lastPoll: isoTime(polledAt), readUpTo: isoTime(watermark), quarantined };
        }),
        events: trace.events.map(({ id, type, seq, detectedAt, stored }, position) => ({
          ...{ id, type, seq, detectedAt: isoTime(detectedAt), kept: stored !== undefined },
          deliveries: [...(verdicts[position]?.verdicts ?? [])],
        })),
      };
    },
  }),
];

function recordView({ state, seq, firstSeenAt, asOf, modified, changeLog }: MirrorItem) {
  return {
    ...{ state, seq, modified },
    firstSeenAt: isoTime(firstSeenAt),
    lastSeenAt: isoTime(asOf),
    changes: changeLog.map(({ seq: toldSeq, observedAt, detectedBy, facts }) => ({
      ...{ seq: toldSeq, seenAt: isoTime(observedAt), detectedBy },
      types: facts.map(({ type }) => type),
    })),
  };
}
