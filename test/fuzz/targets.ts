import * as fc from "fast-check";
import { answerOf } from "../../shared/delivery/attempt/attempt-answer.ts";
import type { DialOutcome } from "../../shared/delivery/attempt/dialer.ts";
import { acknowledgedOf } from "../../shared/delivery/pull/pull-row.ts";
import { newDeliveryRow, withAnswer } from "../../shared/delivery/rows/delivery-row.ts";
import { EqualityIndex } from "../../shared/fanout/equality-index.ts";
import { equalityChoices } from "../../shared/fanout/exact-values.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { recordRow } from "../../shared/polling/rows/record-row.ts";
import { sourcePageOf } from "../../shared/source/answer-bodies.ts";
import { matchesPattern, parseEventPattern } from "../../shared/subscriptions/patterns/event-pattern.ts";
import { anyCharacter } from "../support/any-character.ts";
import { apiFixture, eventAt } from "../unit/api/api-fixture.ts";
import { sentAndTold } from "../unit/mirror/sent-and-told.ts";
import { hostileName, jsonText, jsonValue, objectText } from "./hostile-json.ts";

/** Something that reads what strangers send, and what must hold whatever they send. */
export type Target = {
  readonly name: string;
  /** How many cases take as long as one of the quickest target. */
  readonly cost: number;
  readonly property: () => fc.IRawProperty<unknown>;
};

const holds = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(what);
};

const row = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.tuple(hostileName, jsonText), { maxLength: 5 }))
  .map(([id, members]) => objectText([...members.filter(([name]) => name !== "id"), ["id", `"r${id}"`]]));
const pageText = fc.oneof(
  { weight: 4, arbitrary: fc.array(row, { maxLength: 4 }).map((rows) => `{"items":[${rows.join(",")}]}`) },
  { weight: 1, arbitrary: jsonText },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
);

const answer: fc.Arbitrary<DialOutcome> = fc.oneof(
  fc.record({
    outcome: fc.constant("answered" as const),
    status: fc.integer({ min: 100, max: 599 }),
    headers: fc.record(
      {
        retryAfter: fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[0-9]{1,400}$/)),
        webhookDelivery: fc.string({ maxLength: 20 }),
      },
      { requiredKeys: [] },
    ),
    excerpt: fc.string({ unit: anyCharacter, maxLength: 60 }),
    ms: fc.double({ min: 0, max: 30_000, noNaN: true }),
    timing: fc.constant({}),
  }),
  fc.record({
    outcome: fc.constant("failed" as const),
    class: fc.constantFrom("dns", "connect", "tls", "timeout", "blocked", "protocol"),
    ms: fc.double({ min: 0, max: 30_000, noNaN: true }),
    timing: fc.constant({}),
  }),
);

const delivery = {
  ...{ subscription: "sub_1", partner: "prt_1", instance: "acme" },
  ...{ event: "evt_01KE6JS08V6X0V9FXVEJ48KF60", run: "0", attempt: 1 },
};

const paths = [
  ...(["POST /v1/subscriptions", "POST /v1/partners", "PUT /v1/instances/acme", "POST /v1/erasures"] as const),
  ...(["POST /v1/operator-keys", "POST /v1/instances/acme/rewind", "PATCH /v1/partners/{partner}"] as const),
  ...(["PATCH /v1/subscriptions/{id}", "POST /v1/subscriptions/{id}/secret"] as const),
  ...(["POST /v1/subscriptions/{id}/replays", "POST /v1/subscriptions/{pull}/ack"] as const),
] as const;
const knownField = fc.constantFrom(
  ...["url", "eventTypes", "filter", "instances", "baseline", "headers", "secret", "kind", "name", "quotas", "status"],
  ...["credentials", "requestsPerSecond", "rooms", "subject", "ackIds", "overlapSeconds", "events", "dryRun", "since"],
);
const apiBody = fc.oneof(
  jsonText,
  fc.array(fc.tuple(knownField, jsonText), { maxLength: 4 }).map(objectText),
  fc.string({ maxLength: 30 }),
);
const lists = [
  ...[
    "/v1/subscriptions",
    "/v1/partners",
    "/v1/operator-keys",
    "/v1/instances",
    "/v1/audit",
    "/v1/events?instance=acme",
  ],
  ...["/v1/feeds?instance=acme", "/v1/quarantine?instance=acme", "/v1/subscriptions/{id}/deliveries"],
];

type Fixture = ReturnType<typeof apiFixture> & { readonly ids: { readonly [name: string]: string } };

/** One API for many cases: what one leaves behind is no excuse for how the next is answered. */
async function preparedApi(): Promise<Fixture> {
  const fixture = apiFixture();
  await fixture.registerInstance();
  const settings = { eventTypes: ["*"] };
  const push = await fixture.call("POST", "/v1/subscriptions", { ...settings, url: "https://hook.example/x" });
  const pull = await fixture.call("POST", "/v1/subscriptions", { ...settings, kind: "pull" });
  const partner = await fixture.call("POST", "/v1/partners", { name: "one" });
  return { ...fixture, ids: { id: push.body.id, pull: pull.body.id, partner: partner.body.id } };
}

const filled = (path: string, ids: Fixture["ids"]): string =>
  path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");

/** A fresh one now and then, since a case may delete or fill what others need. */
function sharedApi(): () => Promise<Fixture> {
  let fixture: Promise<Fixture> | undefined;
  let cases = 0;
  return () => {
    cases += 1;
    if (fixture === undefined || cases % 200 === 0) fixture = preparedApi();
    return fixture;
  };
}

export const targets: readonly Target[] = [
  {
    name: "pages of the Partner API: every row is told as it was sent, or left out by name",
    cost: 20,
    property: () =>
      fc.asyncProperty(pageText, async (body) => {
        const page = sourcePageOf({ outcome: "answer", status: 200, headers: {}, body });
        const rows = page?.items.flatMap((one) => recordRow(one) ?? []) ?? [];
        if (rows.length === 0) return;
        const { see, events } = sentAndTold();
        const outcome = await see("company", [], { rows });
        holds(outcome.outcome === "observed", "the page isn't observed");
        for (const { data } of events) jsonObject.parse(data);
      }),
  },
  {
    name: "bodies of the management API: nothing is answered with a fault of ours",
    cost: 40,
    property: () => {
      const api = sharedApi();
      return fc.asyncProperty(fc.constantFrom(...paths), apiBody, async (route, body) => {
        const { call, ids } = await api();
        const [method = "", path = ""] = filled(route, ids).split(" ");
        const { status } = await call(method, path, body);
        holds(status < 500, `${route} answers ${status}`);
      });
    },
  },
  {
    name: "cursors and queries of lists: what isn't one is refused",
    cost: 20,
    property: () => {
      const api = sharedApi();
      const cursor = fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 80 }),
        fc.string({ maxLength: 60 }).map((position) => Buffer.from(`2:abcdefghij:${position}`).toString("base64url")),
      );
      return fc.asyncProperty(fc.constantFrom(...lists), cursor, async (list, text) => {
        const { call, ids } = await api();
        const path = filled(list, ids);
        const { status } = await call(
          "GET",
          `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(text.toWellFormed())}`,
        );
        holds(status === 400, `${list} answers ${status}`);
      });
    },
  },
  {
    name: "answers to webhooks: each leads to a row that can be stored, and to a time that can be waited for",
    cost: 1,
    property: () =>
      fc.property(answer, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (dialled, chance) => {
        const now = Date.UTC(2026, 0, 5);
        const recorded = answerOf(dialled, { at: now, type: "person.updated" }, defaultTimings);
        const before = newDeliveryRow(delivery, now, defaultTimings.deliveryRetention);
        const after = withAnswer(before, delivery, recorded, { timings: defaultTimings, chance });
        const latest = now + 30_000 + Math.max(defaultTimings.retryAfterCap, 86_400_000);
        const { nextAt } = after;
        holds(
          nextAt === undefined || (Number.isSafeInteger(nextAt) && nextAt > now && nextAt <= latest),
          `next at ${nextAt ?? 0}`,
        );
        holds(JSON.stringify(JSON.parse(JSON.stringify(after))) === JSON.stringify(after), "the row isn't JSON");
      }),
  },
  {
    name: "event patterns: a pattern compiles or is refused, and matching never fails",
    cost: 1,
    property: () =>
      fc.property(jsonValue, jsonValue, (given, data) => {
        // What isn't JSON, as a number beyond a double that JSON.parse makes infinite, the API refuses before.
        const { data: pattern } = jsonObject.safeParse(given);
        if (pattern === undefined) return;
        const parsed = parseEventPattern(pattern);
        if (parsed.outcome === "invalid") {
          holds(parsed.issues.length > 0, "refused without a reason");
          return;
        }
        const event = { ...eventAt(Date.UTC(2026, 0, 5)).envelope, data } as Envelope;
        const matched = matchesPattern(parsed.pattern, event);
        const indexed = new EqualityIndex([{ id: "sub_1", choices: equalityChoices(pattern) }]);
        holds(!matched || indexed.possible(event).length === 1, "the index leaves out what matches");
      }),
  },
  {
    name: "acknowledgements: an id that no fetch gave out acknowledges nothing",
    cost: 1,
    property: () =>
      fc.property(fc.string({ unit: anyCharacter, maxLength: 64 }), (ackId) => {
        const found = acknowledgedOf(ackId);
        holds(found === undefined || ackId === `${found.event}.${found.run}`, "it is read as another one");
      }),
  },
];
