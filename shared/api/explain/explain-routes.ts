import { type z } from "@hono/zod-openapi";
import type { MirrorItem } from "../../mirror/mirror-item.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { ownInstance } from "../instances/own-instance.ts";
import { verdictsOf } from "./delivery-verdicts.ts";
import { explainedSubject, explainQuery, explanation } from "./explain-schemas.ts";
import { findingText, summaryText, type Wording } from "./finding-text.ts";
import { findingsOf } from "./findings.ts";
import { judgedSubscriptions } from "./judged-subscriptions.ts";
import { readingFeeds } from "./reading-feeds.ts";
import { traceOf } from "./record-trace.ts";

const explain = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Status"],
    method: "get",
    path: "/v1/explain",
    operationId: "explain",
    summary: "Explain why an event did or didn't appear for a record",
    request: { query: explainQuery },
    responses: {
      200: jsonAnswer("The explanation", explanation),
      ...problemAnswers("invalid-request", "not-found"),
    },
  },
);

const asStored: Wording = { nameOf: (subscription) => subscription, timeOf: (time) => time };

export function explainRoutes(services: ApiServices): ApiRouter {
  const { clock, eventRetention } = services;
  const router = createRouter();
  router.openapi(explain, async (context) => {
    const query = context.req.valid("query");
    const subject = explainedSubject(query);
    const { caller } = context.var;
    const instance = await ownInstance(services, caller, subject.instance);
    const judged = await judgedSubscriptions(services, caller, subject.instance, query.subscription);
    const trace = await traceOf(services, subject);
    const owner = trace.item?.owner ?? trace.events[0]?.stored?.envelope.owner;
    const [feeds, verdicts] = await Promise.all([
      readingFeeds({ feeds: services.feeds, table: services.feedTable }, subject, owner),
      verdictsOf(services.deliveries, subject.instance, trace.events, judged),
    ]);
    const facts = { instance, trace, feeds, verdicts, now: clock.now(), eventRetention };
    const findings = findingsOf({ ...facts, isForOperator: caller.isOperator });
    const events = trace.events.map(({ id, type, seq, detectedAt, stored }, position) => ({
      ...{ id, type, seq, detectedAt: new Date(detectedAt).toISOString(), kept: stored !== undefined },
      deliveries: [...(verdicts[position]?.verdicts ?? [])],
    }));
    const answer: z.input<typeof explanation> = {
      instance: subject.instance,
      subject: { type: subject.type, id: subject.id },
      summary: summaryText(events, findings, asStored),
      findings: findings.map((finding) => ({ ...finding, text: findingText(finding, asStored) })),
      ...(trace.item && { record: recordView(trace.item) }),
      feeds: feeds.map(({ feed: { feedId, status, polledAt, watermark }, quarantined }) => {
        return { id: feedId, status, lastPoll: instant(polledAt), readUpTo: instant(watermark), quarantined };
      }),
      events,
    };
    return context.json(answer, 200);
  });
  return router;
}

const instant = (ms: number | undefined): string | undefined => (ms === undefined ? ms : new Date(ms).toISOString());

function recordView({ state, seq, firstSeenAt, asOf, modified, changeLog }: MirrorItem) {
  return {
    ...{ state, seq, modified },
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(asOf).toISOString(),
    changes: changeLog.map(({ seq: toldSeq, observedAt, detectedBy, facts }) => ({
      ...{ seq: toldSeq, seenAt: new Date(observedAt).toISOString(), detectedBy },
      types: facts.map(({ type }) => type),
    })),
  };
}
