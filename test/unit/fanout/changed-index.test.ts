import fc from "fast-check";
import { expect, it } from "vitest";
import { ChangedIndex } from "../../../shared/fanout/changed-index.ts";
import { isFor, SubscriptionIndex } from "../../../shared/fanout/subscription-index.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { anEvent } from "./an-event.ts";

const filter = fc.constantFrom(
  undefined,
  { subject: { id: ["1"] } },
  { subject: { id: ["2"] } },
  { data: { n: [1, 2] } },
  { data: { n: [{ prefix: "x" }] } },
  // It doesn't compile.
  { type: "x" },
);
const one = fc.record({
  id: fc.integer({ min: 0, max: 9 }).map((n) => `sub_${n}`),
  eventTypes: fc.constantFrom(["*"], ["person.*"], ["company.updated"]),
  baseline: fc.boolean(),
  status: fc.constantFrom("active" as const, "disabled" as const),
  filter,
});
const some = fc.uniqueArray(one, { selector: ({ id }) => id });

it("with changes above it finds what an index of all subscriptions finds", () => {
  const projected = (all: readonly object[]) =>
    all.map((fields) => JSON.parse(JSON.stringify({ partner: "prt_1", ...fields })) as ProjectedSubscription);
  fc.assert(
    fc.property(some, some, fc.uniqueArray(fc.integer({ min: 0, max: 9 })), (before, changed, removed) => {
      const ids = new Set([...changed.map(({ id }) => id), ...removed.map((n) => `sub_${n}`)]);
      const left = projected(before).filter(({ id }) => !ids.has(id));
      const above = new SubscriptionIndex(projected(changed));
      const index = new ChangedIndex(new SubscriptionIndex(projected(before)), ids, above);
      const anew = new SubscriptionIndex([...left, ...projected(changed)]);
      for (const type of ["person.updated", "company.updated"] as const) {
        expect(index.candidates(type).map(({ id }) => id)).toEqual(anew.candidates(type).map(({ id }) => id));
        expect(index.of(type).needsBody).toBe(anew.of(type).needsBody);
        for (const data of [{ n: 1 }, { n: "x" }]) {
          const event = anEvent({ type, data, subject: { type: "person", id: "1", seq: 1, part: 1 } });
          const found = (from: Pick<SubscriptionIndex, "of">) => {
            const wanted = from
              .of(type)
              .possible(event)
              .filter((candidate) => isFor(candidate, event));
            return wanted.map(({ id }) => id);
          };
          expect(found(index)).toEqual(found(anew));
        }
      }
    }),
  );
});
