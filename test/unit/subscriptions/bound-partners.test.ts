import { expect, test } from "vitest";
import { ContentionError } from "../../../shared/kernel/errors.ts";
import type { Partner } from "../../../shared/partners/partner.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { before } from "../../support/around.ts";
import { beforeCopy, settings, subscriptionFixture } from "./subscription-fixture.ts";

const bound = { name: "A partner", quotas: { subscriptions: 100, replayPerSecond: 10 }, portalOrigins: [] };

async function fixtureWith(...ids: readonly string[]) {
  const fixture = await subscriptionFixture();
  const partners = new PartnerRegistry(fixture.memory);
  const { clock } = fixture;
  for (const id of ids) await partners.create(id, { ...bound, instances: ["acme"] }, clock.now());
  const bind = (id: string, instances: string[], status: Partner["status"] = "active") =>
    partners.change(id, clock.now(), (current) => ({ ...current, instances, status }));
  return { ...fixture, bind };
}

test("an instance's past and present subscriptions are those of all partners that are or were bound to it, by id", async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `prt_${String(n).padStart(2, "0")}`);
  const { store, clock, projection, bind } = await fixtureWith(...ids);
  const created: { id: string; partner: string }[] = [];
  for (const partner of [...ids].reverse()) {
    const { subscription } = await store.create(partner, { ...settings, instances: ["globex"] });
    created.push({ id: subscription.id, partner });
    clock.advance(1);
  }
  await bind("prt_05", []);
  expect(await projection.everReached("acme")).toEqual(created);
  expect(await projection.everReached("globex")).toEqual([]);
});

test("a rebuild projects nothing of a suspended partner", async () => {
  const { store, projection, bind } = await fixtureWith("prt_1");
  await bind("prt_1", ["acme"], "suspended");
  await store.create("prt_1", settings);
  await projection.rebuild("acme");
  expect(await projection.subscriptionsOf("acme")).toEqual([]);
});

test.each([["suspended", ["acme"]] as const, ["active", []] as const])(
  "a partner that becomes %s for %j while its instance is rebuilt keeps no copy there",
  async (status, instances) => {
    const { memory, store, projection, bind } = await fixtureWith("prt_1");
    const { subscription } = await store.create("prt_1", settings);
    for (const { pk, sk } of memory.items.filter((item) => item.pk === "instance#acme"))
      await memory.remove({ pk, sk });
    const change = async () => {
      await bind("prt_1", [...instances], status);
      await projection.project(subscription);
    };
    beforeCopy(memory, change, "acme");
    await projection.rebuild("acme");
    expect(await projection.subscriptionsOf("acme")).toEqual([]);
  },
);

test("a partner that loses an instance while a subscription is projected onto it keeps no copy there", async () => {
  const { memory, store, projection, bind } = await fixtureWith("prt_1");
  beforeCopy(memory, () => bind("prt_1", []), "acme");
  await store.create("prt_1", settings);
  expect(await projection.subscriptionsOf("acme")).toEqual([]);
});

test("a partner that changes during each projection causes contention", async () => {
  const { memory, store, projection, bind } = await fixtureWith("prt_1");
  const { subscription } = await store.create("prt_1", settings);
  let projections = 0;
  before(memory, "put", async (puts) => {
    if (!puts.some(({ item }) => item.pk === "instance#acme")) return;
    projections += 1;
    await bind("prt_1", ["acme"]);
  });
  const refused = projection.project(subscription);
  await expect(refused).rejects.toThrow(ContentionError);
  await expect(refused).rejects.toThrow("partner prt_1 is being changed by other workers");
  expect(projections).toBeLessThan(20);
});
