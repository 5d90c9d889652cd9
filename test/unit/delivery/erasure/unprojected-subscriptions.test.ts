import { expect, it } from "vitest";
import { partnerRegistry } from "../../../../functions/runtime/services/partners.ts";
import { subscriptionProjection, subscriptionStore } from "../../../../functions/runtime/services/subscriptions.ts";
import { ann, erasureWorld, values } from "./erasure-world.ts";

/**
 * What happened between the delivery and the erasure, so that the subscription is no longer projected onto the
 * instance.
 */
const happenings = ["its partner is suspended", "its partner lost the instance", "it wants another instance"];

it.each(happenings)("an erasure removes a subscription's responses from before %s", async (what) => {
  const ids: string[] = [];
  const { see, deliver, work, tables, clock, services } = erasureWorld({ ids, isProjected: true });
  const [partners, store] = [services.get(partnerRegistry), services.get(subscriptionStore)];
  for (const name of ["acme", "other"])
    await tables.subscriptions.put([{ item: { pk: "registry", sk: `instance#${name}` } }]);
  const quotas = { subscriptions: 10, replayPerSecond: 10 };
  await partners.create("prt_1", { name: "p", instances: ["acme", "other"], quotas }, clock.now());
  const settings = { url: "https://a.example/", baseline: false, status: "active" } as const;
  const { subscription } = await store.create("prt_1", { ...settings, eventTypes: ["*"] });
  ids.push(subscription.id);
  await see(ann);
  await deliver();
  if (what === "it wants another instance")
    await store.update("prt_1", subscription.id, (current) => ({ ...current, instances: ["other"] }));
  else {
    const change = what === "its partner is suspended" ? { status: "suspended" as const } : { instances: ["other"] };
    await partners.change("prt_1", clock.now(), (current) => ({ ...current, ...change }));
    await store.reproject(subscription);
  }
  expect(await services.get(subscriptionProjection).subscriptionsOf("acme")).toEqual([]);
  expect(JSON.stringify(tables.deliveries.items)).toMatch(values);
  await see({ id: "p1", firstName: "Deleted user" });
  await work();
  expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
});
