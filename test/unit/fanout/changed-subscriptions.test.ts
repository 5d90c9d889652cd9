import fc from "fast-check";
import { expect, it } from "vitest";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import {
  changedIndex,
  type InstanceIndex,
  isFor,
  SubscriptionIndex,
} from "../../../shared/fanout/subscription-index.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { before } from "../../support/around.ts";
import { testContext } from "../../support/test-context.ts";
import { partner, settings, subscriptionFixture } from "../subscriptions/subscription-fixture.ts";
import { anEvent, possibleFor } from "./an-event.ts";

async function fixtureWithCache() {
  const fixture = await subscriptionFixture();
  const { projection, clock } = fixture;
  const read = { all: 0, copies: 0 };
  before(projection, "subscriptionsOf", () => void (read.all += 1));
  before(projection, "copiesOf", (_, ids) => void (read.copies += ids.length));
  const timings = { ...defaultTimings, registryCache: 3_600_000_000 };
  return { ...fixture, cache: new IndexCache({ ...testContext({ clock, timings }), projection }), read };
}

const idsOf = (index: InstanceIndex) => index.of("person.created").candidates.map(({ id }) => id);

it("reads one copy per change, instead of all of them", async () => {
  const { store, cache, read } = await fixtureWithCache();
  const made = await Promise.all(Array.from({ length: 20 }, async () => store.create(partner, settings)));
  expect(idsOf(await cache.of("acme"))).toHaveLength(20);
  expect(read).toEqual({ all: 1, copies: 0 });
  const [first, second] = made.map(({ subscription: { id } }) => id);
  await store.update(partner, first!, (one) => ({ ...one, eventTypes: ["company.*"] }));
  await store.remove(partner, second!);
  expect(idsOf(await cache.of("acme"))).toHaveLength(18);
  expect(read).toEqual({ all: 1, copies: 2 });
});

it("reads all of them if a release that names no changes raised the version, or after more than 64 changes", async () => {
  const { store, memory, cache, read } = await fixtureWithCache();
  await store.create(partner, settings);
  await cache.of("acme");
  await store.create(partner, settings);
  await memory.update({ key: { pk: "instance#acme", sk: "stamp" }, add: { stamp: 1 } });
  expect(idsOf(await cache.of("acme"))).toHaveLength(2);
  expect(read).toEqual({ all: 2, copies: 0 });
  for (let made = 0; made < 65; made += 1) await store.create(partner, settings);
  expect(idsOf(await cache.of("acme"))).toHaveLength(67);
  expect(read).toEqual({ all: 3, copies: 0 });
});

it("has the subscriptions of a new index, whatever changed between", async () => {
  const step = fc.oneof(
    fc.constant("create" as const),
    fc.constant("look" as const),
    fc.constant("rebuild" as const),
    fc.record({ action: fc.constantFrom("delete", "disable", "leave", "return"), at: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { store, projection, cache } = await fixtureWithCache();
      const ids: string[] = [];
      for (const one of steps) {
        if (one === "create") ids.push((await store.create(partner, settings)).subscription.id);
        else if (one === "look") await cache.of("acme");
        else if (one === "rebuild") await projection.rebuild("acme");
        else if (ids.length > 0) {
          const id = ids[one.at % ids.length]!;
          if (one.action === "delete") {
            await store.remove(partner, id);
            ids.splice(ids.indexOf(id), 1);
          } else if (one.action === "disable")
            await store.update(partner, id, (old) => ({ ...old, status: "disabled" }));
          else if (one.action === "leave")
            await store.update(partner, id, (old) => ({ ...old, instances: ["globex"] }));
          else await store.update(partner, id, (old) => ({ ...old, instances: ["acme"], status: "active" }));
        }
      }
      const anew = new SubscriptionIndex(await projection.subscriptionsOf("acme"));
      expect(idsOf(await cache.of("acme"))).toEqual(idsOf(anew));
    }),
    { numRuns: 60 },
  );
});

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
      const index = changedIndex(new SubscriptionIndex(projected(before)), ids, above);
      const anew = new SubscriptionIndex([...left, ...projected(changed)]);
      for (const type of ["person.updated", "company.updated"] as const) {
        expect(index.of(type).candidates.map(({ id }) => id)).toEqual(anew.candidates(type).map(({ id }) => id));
        expect(index.of(type).needsBody).toBe(anew.of(type).needsBody);
        for (const data of [{ n: 1 }, { n: "x" }]) {
          const event = anEvent({ type, data, subject: { type: "person", id: "1", seq: 1, part: 1 } });
          const found = (from: InstanceIndex) =>
            possibleFor(from.of(type), event)
              .filter((candidate) => isFor(candidate, event))
              .map(({ id }) => id);
          expect(found(index)).toEqual(found(anew));
        }
      }
    }),
  );
});
