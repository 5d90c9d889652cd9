import fc from "fast-check";
import { expect, it } from "vitest";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import { SubscriptionIndex } from "../../../shared/fanout/subscription-index.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { faked } from "../../support/faked.ts";
import { testContext } from "../../support/test-context.ts";
import { partner, settings, subscriptionFixture } from "../subscriptions/subscription-fixture.ts";

async function fixtureWithCache() {
  const fixture = await subscriptionFixture();
  const { projection, clock } = fixture;
  const read = { all: 0, copies: 0 };
  const counted = faked(SubscriptionProjection, {
    versionOf: projection.versionOf.bind(projection),
    changesSince: projection.changesSince.bind(projection),
    subscriptionsOf: async (instance: string) => {
      read.all += 1;
      return projection.subscriptionsOf(instance);
    },
    copiesOf: async (instance: string, ids: readonly string[]) => {
      read.copies += ids.length;
      return projection.copiesOf(instance, ids);
    },
  });
  const timings = { ...defaultTimings, registryCache: 3_600_000_000 };
  return { ...fixture, cache: new IndexCache({ ...testContext({ clock, timings }), projection: counted }), read };
}

const idsOf = (index: Pick<SubscriptionIndex, "candidates">) => index.candidates("person.created").map(({ id }) => id);

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
