import { expect, it } from "vitest";
import { CircuitStore } from "../../../../shared/delivery/endpoint/circuit-store.ts";
import { SubjectErasure } from "../../../../shared/delivery/erasure/subject-erasure.ts";
import { SecretBox } from "../../../../shared/kernel/secret-box.ts";
import { PartnerRegistry } from "../../../../shared/partners/partner-registry.ts";
import { erasureMessage } from "../../../../shared/publishing/erasure-message.ts";
import { EventStore } from "../../../../shared/publishing/event-store.ts";
import { SubscriptionProjection } from "../../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../../shared/subscriptions/subscription-store.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import { ann, erasureWorld, values } from "./erasure-world.ts";

/**
 * What happened between the delivery and the erasure, so that the subscription is no longer projected onto the
 * instance.
 */
const happenings = ["its partner is suspended", "its partner lost the instance", "it wants another instance"];

it.each(happenings)("an erasure removes a subscription's responses from before %s", async (what) => {
  const ids: string[] = [];
  const { see, deliver, tables, clock, recover } = erasureWorld({ ids });
  const table = tables.subscriptions;
  for (const name of ["acme", "other"]) await table.put([{ item: { pk: "registry", sk: `instance#${name}` } }]);
  const partners = new PartnerRegistry(table);
  const quotas = { subscriptions: 10, replayPerSecond: 10 };
  await partners.create("prt_1", { name: "p", instances: ["acme", "other"], quotas }, clock.now());
  const secrets = faked(SecretBox, { seal: async () => "s", open: async () => "s" });
  const store = new SubscriptionStore({ ...testContext({ clock }), table, secrets });
  const settings = { url: "https://a.example/", eventTypes: ["*"], baseline: false, status: "active" } as const;
  const { subscription } = await store.create("prt_1", { ...settings, eventTypes: ["*"] });
  ids.push(subscription.id);
  await see(ann);
  await deliver();
  if (what === "its partner is suspended") {
    await partners.change("prt_1", clock.now(), (current) => ({ ...current, status: "suspended" }));
    await store.reproject(subscription);
  } else if (what === "its partner lost the instance") {
    await partners.change("prt_1", clock.now(), (current) => ({ ...current, instances: ["other"] }));
    await store.reproject(subscription);
  } else await store.update("prt_1", subscription.id, (current) => ({ ...current, instances: ["other"] }));
  expect(await new SubscriptionProjection(table).subscriptionsOf("acme")).toEqual([]);
  expect(JSON.stringify(tables.deliveries.items)).toMatch(values);
  const erasure = new SubjectErasure({
    ...testContext({ clock }),
    store: new EventStore({ ...testContext({ clock }), events: tables.events }),
    events: tables.events,
    subscriptions: new SubscriptionProjection(table),
    deliveries: tables.deliveries,
    circuits: new CircuitStore({ ...testContext({ clock }), table }),
    mirror: tables.mirror,
    feeds: tables.feeds,
    recover,
  });
  await see({ id: "p1", firstName: "Deleted user" });
  for (let round = 0; round < 5; round += 1) {
    for (const message of recover.take()) await erasure.run(erasureMessage.parse(message));
  }
  expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
});
