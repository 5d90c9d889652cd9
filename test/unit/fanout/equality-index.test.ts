import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isFor, SubscriptionIndex } from "../../../shared/fanout/subscription-index.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { anEvent, possibleFor } from "./an-event.ts";

const copy = (id: string, fields: Partial<ProjectedSubscription> = {}): ProjectedSubscription => ({
  ...{ id, partner: "prt_1", eventTypes: ["*"], baseline: false, status: "active" },
  ...fields,
});

const possible = (copies: readonly ProjectedSubscription[], event: Envelope) =>
  possibleFor(new SubscriptionIndex(copies).of(event.type), event);

describe("the index by exact values", () => {
  it("tests only those of 10,000 single-record filters that name the event's record", () => {
    const copies = Array.from({ length: 10_000 }, (_, n) =>
      copy(`sub_${n}`, { filter: { subject: { type: ["person"], id: [`r${n}`] } } }),
    );
    const event = anEvent({ type: "person.updated", subject: { type: "person", id: "r77", seq: 1, part: 1 } });
    expect(possible(copies, event).map(({ id }) => id)).toEqual(["sub_77"]);
  });

  it("looks filters up by their rarest value, whichever they name first", () => {
    const both = (n: number) => ({ type: ["person"], id: [`r${n}`] });
    const copies = Array.from({ length: 20 }, (_, n) => {
      const { type, id } = both(n);
      return copy(`sub_${n}`, { filter: { subject: n % 2 === 0 ? { type, id } : { id, type } } });
    });
    for (const n of [4, 5]) {
      const event = anEvent({ subject: { type: "person", id: `r${n}`, seq: 1, part: 1 } });
      expect(possible(copies, event).map(({ id }) => id)).toEqual([`sub_${n}`]);
    }
  });

  it("leaves 10,000 filters that exclude baseline events untested for one", () => {
    const copies = Array.from({ length: 10_000 }, (_, n) => copy(`sub_${n}`, { baseline: n === 3 }));
    expect(possible(copies, anEvent({ baseline: true })).map(({ id }) => id)).toEqual(["sub_3"]);
  });

  it("always tests filters without an exact value", () => {
    const copies = [
      copy("a", { filter: { subject: { id: [{ prefix: "r" }] } } }),
      copy("b", { filter: { instance: ["x"] } }),
    ];
    expect(possible(copies, anEvent()).map(({ id }) => id)).toEqual(["a"]);
  });

  it('finds a value in an array, and distinguishes 7 from "7"', () => {
    const copies = [copy("a", { filter: { data: { n: [7] } } }), copy("b", { filter: { data: { n: ["7"] } } })];
    expect(possible(copies, anEvent({ data: { n: [[7], 8] } })).map(({ id }) => id)).toEqual(["a"]);
  });

  it("keeps the order of ids, by which an event with many matches is continued", () => {
    const copies = ["d", "b", "a", "c"].map((id, n) => copy(id, n % 2 === 0 ? {} : { filter: { instance: ["acme"] } }));
    expect(possible(copies, anEvent({ instance: "acme" })).map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  it("reads a large event a bounded number of times, and then treats every filter as possible", () => {
    const $or = Array.from({ length: 32 }, (_, n) => ({ [`f${n}`]: ["x"] }));
    const copies = [copy("a", { filter: { data: { list: { $or } } } }), copy("b", { filter: { instance: ["other"] } })];
    const looks = { count: 0 };
    const seen = (object: object) =>
      new Proxy(object, {
        getOwnPropertyDescriptor: (target, name) => {
          looks.count += 1;
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      });
    const list = (length: number) => ({ list: Array.from({ length }, () => seen({})) }) as unknown as JsonObject;
    expect(possible(copies, anEvent({ data: list(100) }))).toEqual([]);
    looks.count = 0;
    expect(possible(copies, anEvent({ data: list(20_000) })).map(({ id }) => id)).toContain("a");
    expect(looks.count).toBeLessThan(200_000);
  });

  it("lists a filter under at most 32 values, because it is built in one turn", () => {
    const ids = (n: number) => Array.from({ length: 650 }, (_, at) => n * 650 + at);
    const $or = Array.from({ length: 100 }, (_, at) => ({ data: { [`f${at}`]: ["x"] } }));
    const copies = [
      ...Array.from({ length: 100 }, (_, n) => copy(`long_${n}`, { filter: { data: { n: ids(n) } } })),
      ...Array.from({ length: 100 }, (_, n) => copy(`or_${n}`, { filter: { $or } })),
      ...Array.from({ length: 100 }, (_, n) => copy(`both_${n}`, { filter: { data: { n: ids(n) }, instance: ["b"] } })),
    ];
    const index = new SubscriptionIndex(copies).of("person.updated");
    const put = vi.spyOn(Map.prototype, "set");
    const found = possibleFor(index, anEvent({ type: "person.updated" })).map(({ id }) => id.split("_")[0]);
    const puts = put.mock.calls.length;
    put.mockRestore();
    expect(puts).toBeLessThan(2_000);
    expect([found.length, new Set(found)]).toEqual([200, new Set(["long", "or"])]);
  });

  it("counts a subscription once whose value an event has ten thousand times", () => {
    const copies = ["a", "b"].map((id) => copy(id, { filter: { data: { n: [7, 8] } } }));
    const event = anEvent({ data: { n: Array.from({ length: 10_000 }, (_, at) => 7 + (at % 2)) } });
    expect(possible(copies, event).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("never loses a match, whatever the filters and the event", () => {
    const value = fc.constantFrom("x", "y", 1, true, null, 2 ** 60);
    // The last one is the same double as the last one above.
    const shown = fc.oneof(value, fc.constant(JSON.rawJSON("1152921504606846977")));
    const condition = fc.array(
      fc.oneof({ weight: 4, arbitrary: value }, fc.constantFrom({ exists: false }, { exists: true }, { prefix: "x" })),
      { minLength: 1, maxLength: 2 },
    );
    const part = fc.oneof(
      fc.record({ data: fc.dictionary(fc.constantFrom("a", "b"), condition, { minKeys: 1 }) }),
      fc.record({ data: fc.record({ deep: fc.record({ a: condition }) }) }),
      fc.record({ instance: fc.constantFrom(["acme"], ["other"]) }),
    );
    const filter = fc.oneof(
      part,
      fc.tuple(part, part).map(([one, other]) => ({ ...one, ...other })),
      fc.tuple(part, part).map((alternatives) => ({ $or: alternatives })),
      fc.tuple(part, part, part).map(([one, ...alternatives]) => ({ ...one, $or: alternatives })),
    );
    const held = fc.oneof(shown, fc.array(shown, { maxLength: 2 }), fc.record({ a: shown }, { requiredKeys: [] }));
    const data = fc.record(
      { a: held, b: held, deep: fc.oneof(held, fc.array(held, { maxLength: 2 })) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(filter, { minLength: 1, maxLength: 6 }), data, (filters, given) => {
        const event = anEvent({ instance: "acme", data: given });
        const index = new SubscriptionIndex(filters.map((one, n) => copy(String(n), { filter: one }))).of(event.type);
        const matching = index.candidates.filter((candidate) => isFor(candidate, event)).map(({ id }) => id);
        const found = possibleFor(index, event)
          .filter((candidate) => isFor(candidate, event))
          .map(({ id }) => id);
        expect(found).toEqual(matching);
      }),
      { numRuns: 500 },
    );
  });
});
