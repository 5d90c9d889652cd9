import * as fc from "fast-check";
import type { DialOutcome } from "../../shared/delivery/attempt/dialer.ts";
import { answerOf } from "../../shared/delivery/attempt/webhook-post.ts";
import { backlogKey } from "../../shared/delivery/backlog/backlog.ts";
import { PullConsumer } from "../../shared/delivery/pull/pull-consumer.ts";
import { ackIdOf, acknowledgedOf } from "../../shared/delivery/pull/pull-queue.ts";
import { DeliveryLog } from "../../shared/delivery/rows/delivery-log.ts";
import { deliveryRow, newDeliveryRow, withAnswer } from "../../shared/delivery/rows/delivery-row.ts";
import { EqualityIndex, equalityChoices } from "../../shared/fanout/equality-index.ts";
import { BatchWriter } from "../../shared/kernel/batch-writer.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { parseEventPattern } from "../../shared/subscriptions/patterns/event-pattern.ts";
import { EventPlace } from "../../shared/subscriptions/patterns/event-place.ts";
import { matchesPattern, maxSteps } from "../../shared/subscriptions/patterns/match-pattern.ts";
import { mismatchesOf } from "../../shared/subscriptions/patterns/mismatches.ts";
import { Steps } from "../../shared/subscriptions/patterns/steps.ts";
import { anyCharacter } from "../support/any-character.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { faked } from "../support/faked.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { testContext } from "../support/test-context.ts";
import { eventAt } from "../unit/api/api-fixture.ts";
import { idOf } from "../unit/fanout/an-event.ts";
import { jsonValue } from "./hostile-json.ts";
import { holds, type Target } from "./target.ts";

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

const answers: Target = {
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
};

const patterns: Target = {
  name: "event patterns: a pattern compiles or is refused, and matching never fails",
  cost: 2,
  property: () =>
    fc.property(jsonValue, jsonValue, (given, data) => {
      // The API refuses earlier what isn't JSON, such as a number beyond a double that JSON.parse makes infinite.
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
      const possible = indexed.possible(EventPlace.of(event), new Steps(maxSteps));
      holds(!matched || possible.length === 1, "the index leaves out what matches");
      holds(matched === (mismatchesOf(parsed.pattern, EventPlace.of(event)).length === 0), "the reasons say otherwise");
    }),
};

/** Deliveries that wait to be fetched: these three, of one subscription. */
const waiting = [idOf(1), idOf(2), idOf(3)].map((event) => ({ ...delivery, event }));

/** A consumer of `waiting`, and what is left of them. */
async function pullConsumer() {
  const table = new MemoryTable("deliveries");
  const clock = new FakeClock();
  const parts = { ...testContext({ clock }), table };
  await table.put(waiting.map((row) => ({ item: { ...backlogKey(row), ...row, type: "person.updated", due: 1 } })));
  const writer = { put: async (put: Parameters<MemoryTable["put"]>[0][number]) => (await table.put([put]))[0]! };
  const log = new DeliveryLog({ ...parts, writer: faked(BatchWriter, writer) });
  const consumer = new PullConsumer({ ...parts, log, events: faked(EventStore, { getMany: async () => [] }) });
  return { consumer, items: () => table.items };
}

const ackId = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...waiting.map(ackIdOf)) },
  // Almost one: of another run, event or case, truncated, or with more behind it.
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...waiting.map(ackIdOf), ackIdOf({ event: idOf(9), run: "0" })),
        fc.constantFrom(" ", ".0", "\n", "#", "\0", "~", ""),
        fc.nat({ max: 40 }),
      )
      .map(([id, more, length]) => `${id.slice(0, length)}${more}`),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 64 }) },
);

const acknowledgements: Target = {
  name: "acknowledgements: those deliveries are done whose ids were given out, and no others",
  cost: 4,
  property: () =>
    fc.asyncProperty(fc.array(ackId, { maxLength: 6 }), async (ids) => {
      for (const id of ids) {
        const found = acknowledgedOf(id);
        holds(found === undefined || id === ackIdOf(found), "it is read as another one");
      }
      const { consumer, items } = await pullConsumer();
      const count = await consumer.acknowledge({ id: delivery.subscription, partner: delivery.partner }, ids);
      const wanted = waiting.filter((row) => ids.includes(ackIdOf(row))).map(({ event }) => event);
      const rows = items().flatMap((item) => deliveryRow.safeParse(item).data ?? []);
      const done = rows.filter(({ state }) => state === "delivered").map(({ event }) => event);
      const left = items().filter((item) => "due" in item);
      holds(count === wanted.length, `${count} are counted of ${wanted.length}`);
      holds(JSON.stringify(done.toSorted()) === JSON.stringify(wanted.toSorted()), "others are done");
      holds(left.length === waiting.length - wanted.length, `${left.length} are left`);
    }),
};

export const deliveryTargets: readonly Target[] = [answers, patterns, acknowledgements];
