import { z } from "@hono/zod-openapi";
import { subject as subjects } from "../../kernel/catalogue.ts";
import { detectedBy } from "../../kernel/envelope.ts";
import { isoTime } from "../../kernel/instant.ts";
import type { MirrorItem } from "../../mirror/mirror-item.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import { operatorPartner, pseudoInstanceOf } from "../../partners/partner-key.ts";
import { instanceName } from "../../source/instance.ts";
import { type Subscription, wantsInstance } from "../../subscriptions/subscription.ts";
import { ownInstance, ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { recordOf } from "../events/event-criteria.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { asksForType, verdictsOf } from "./delivery-verdicts.ts";
import { findingText, summaryText, type Wording } from "./finding-text.ts";
import { findingsOf } from "./findings.ts";
import { type ExpectedEvent, readingFeeds, traceOf } from "./record-trace.ts";

const explainQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  subject: z.string().min(3).max(600).openapi({
    description: "`<type>/<id>`, as in an event's `subject`.",
    example: "person/k2Jm",
  }),
  subscription: z.string().optional().openapi({
    description:
      "Explain only this subscription, even if it doesn't select the event's type. Default: every subscription that selects the type.",
    example: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

const instant = z.iso.datetime();

const knownState = z.object({
  state: z.enum(["live", "held", "unlisted", "deleted"]),
  seq: z.int(),
  firstSeenAt: instant,
  lastSeenAt: instant.openapi({ description: "When Feedhook read the known state, by the source's clock." }),
  modified: z.string().optional().openapi({ description: "When the record last changed, according to the source." }),
  changes: z
    .array(
      z.object({
        seq: z.int(),
        seenAt: instant,
        detectedBy: z.enum(detectedBy.options),
        types: z.array(z.string()).openapi({ example: ["person.updated"] }),
      }),
    )
    .openapi({ description: "The record's eight newest changes." }),
});

const explanation = answerSchema("Explanation", {
  instance: z.string().openapi({ example: "acme" }),
  subject: z.object({ type: z.string().openapi({ example: "person" }), id: z.string() }),
  summary: z.string().openapi({ description: "The explanation in one sentence." }),
  findings: z
    .array(
      z.object({
        code: z.string().openapi({ example: "baseline" }),
        text: z.string(),
        event: z.string().optional().openapi({ description: "The event that the finding is about." }),
        subscription: z.string().optional().openapi({ description: "The subscription that the finding is about." }),
        feed: z.string().optional().openapi({ description: "The feed that the finding is about." }),
        detail: z.string().optional().openapi({ description: "The cause, if the text names one." }),
      }),
    )
    .openapi({ description: "Why an event did or didn't appear, in the order of the pipeline. `code` is stable." }),
  record: knownState
    .optional()
    .openapi({ description: "The record's last known state. Absent if no feed has found the record." }),
  feeds: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(["active", "backing_off", "parked", "paused"]),
        lastPoll: instant.optional(),
        readUpTo: instant.optional().openapi({ description: "The time up to which changes have been read." }),
        quarantined: z.boolean().openapi({ description: "Whether a row of this record is in quarantine." }),
      }),
    )
    .openapi({ description: "The feeds that can find changes to the record." }),
  events: z.array(
    z.object({
      id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
      type: z.string().openapi({ example: "person.updated" }),
      seq: z.int(),
      detectedAt: instant,
      kept: z
        .boolean()
        .openapi({ description: "Whether the event is still stored, so that you can retrieve and replay it." }),
      deliveries: z
        .array(z.object({ subscription: z.string(), outcome: z.string().openapi({ example: "delivered" }) }))
        .openapi({
          description:
            "The outcome for each subscription that selects this type: the delivery's state, or why there is no delivery.",
        }),
    }),
  ),
});

const asStored: Wording = {
  noun: "subscription",
  nameOf: (subscription) => subscription,
  preposition: "at",
  timeOf: (time) => time,
};

export const explainRoutes = [
  endpoint("explain", "get", "/v1/explain", {
    ...{ tag: "Status", who: "partner", scope: "read" },
    summary: "Explain why an event did or didn't appear for a record",
    query: explainQuery,
    answers: { 200: ["The explanation", explanation] },
    problems: ["not-found"],
    async handle({ query, caller }, services) {
      const { clock, timings } = services;
      const record = recordOf(query.subject);
      if (record === undefined) {
        const message = `must be <type>/<id>, where <type> is one of ${subjects.options.join(", ")}`;
        throw RequestError.invalid([{ field: "subject", message }]);
      }
      const subject = { instance: query.instance, ...record };
      const instance = await ownInstance(services, caller, subject.instance);
      const judged = await judgedSubscriptions(services, caller, subject.instance, query.subscription);
      const trace = await traceOf(services, subject);
      const owner = trace.item?.owner ?? trace.events[0]?.stored?.envelope.owner;
      const [feeds, verdicts] = await Promise.all([
        readingFeeds(services, subject, owner),
        verdictsOf(services.deliveries, subject.instance, trace.events, judged),
      ]);
      const facts = { instance, trace, feeds, verdicts, now: clock.now(), eventRetention: timings.eventRetention };
      const findings = findingsOf({ ...facts, isForOperator: caller.isOperator });
      const events = trace.events.map(({ id, type, seq, detectedAt, stored }, position) => ({
        ...{ id, type, seq, detectedAt: isoTime(detectedAt), kept: stored !== undefined },
        deliveries: [...(verdicts[position]?.verdicts ?? [])],
      }));
      return {
        instance: subject.instance,
        subject: { type: subject.type, id: subject.id },
        summary: summaryText(events, findings, asStored),
        findings: findings.map((finding) => ({ ...finding, text: findingText(finding, asStored) })),
        ...(trace.item && { record: recordView(trace.item) }),
        feeds: feeds.map(({ feed: { feedId, status, polledAt, watermark }, quarantined }) => {
          return { id: feedId, status, lastPoll: isoTime(polledAt), readUpTo: isoTime(watermark), quarantined };
        }),
        events,
      };
    },
  }),
];

function recordView({ state, seq, firstSeenAt, asOf, modified, changeLog }: MirrorItem) {
  return {
    ...{ state, seq, modified },
    firstSeenAt: isoTime(firstSeenAt),
    lastSeenAt: isoTime(asOf),
    changes: changeLog.map(({ seq: changeSeq, observedAt, detectedBy, facts }) => ({
      ...{ seq: changeSeq, seenAt: isoTime(observedAt), detectedBy },
      types: facts.map(({ type }) => type),
    })),
  };
}

/** The maximum number of subscriptions judged per event. A caller with more can name the subscription to explain. */
const mostSubscriptions = 100;

/** Higher than `mostSubscriptions`, because most subscriptions select other types. */
const mostRead = 10 * mostSubscriptions;

/**
 * An operator that acts for no partner sees all partners' subscriptions. Throws RequestError if the requested
 * subscription isn't the caller's.
 */
async function judgedSubscriptions(
  services: ApiServices,
  caller: Caller,
  instance: string,
  subscription: string | undefined,
): Promise<(event: ExpectedEvent) => readonly Subscription[]> {
  if (subscription !== undefined) {
    const asked = await ownSubscription(services, caller, { id: subscription });
    return () => [asked];
  }
  const { isOperator, access } = caller;
  const isEverybodys = isOperator && access.partner === operatorPartner;
  const standing = isEverybodys ? await everybodys(services, instance) : await ownOf(services, access, instance);
  return ({ type }) => standing.filter((one) => asksForType(one, type)).slice(0, mostSubscriptions);
}

async function everybodys({ copies, subscriptions }: ApiServices, instance: string): Promise<readonly Subscription[]> {
  const projected = (await copies.subscriptionsOf(instance)).slice(0, mostRead);
  const found = await Promise.all(projected.map(({ partner, id }) => subscriptions.find(partner, id)));
  return found.flatMap((one) => one ?? []);
}

/** Lists by partner: reading the instance's whole projection would take longer with every partner added. */
async function ownOf(
  { subscriptions }: ApiServices,
  access: PartnerAccess,
  instance: string,
): Promise<readonly Subscription[]> {
  if (!access.isActive || !mayHave(access, instance)) return [];
  const own: Subscription[] = [];
  for await (const one of subscriptions.all(access.partner)) if (own.push(one) === mostRead) break;
  const isOwn = instance === pseudoInstanceOf(access.partner);
  return own.filter((one) => isOwn || wantsInstance(one, instance));
}
