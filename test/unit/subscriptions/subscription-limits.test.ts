import { expect, test } from "vitest";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import { ContentionError } from "../../../shared/kernel/errors.ts";
import { partner, settings, subscribed, subscriptionFixture } from "./subscription-fixture.ts";

test("a partner has at most its quota of subscriptions, and a removed one frees a place", async () => {
  const { store } = await subscriptionFixture();
  const create = () => store.createWithin(2, partner, settings);
  const first = await create();
  await create();
  expect(await create()).toBe("quotaExceeded");
  expect(await store.createWithin(2, "prt_2", settings)).not.toBe("quotaExceeded");
  if (first === "quotaExceeded") throw new Error("the first one is within the quota");
  expect(first.subscription.id).toMatch(/^sub_[0-9A-Z]{26}$/);
  expect(await store.remove(partner, first.subscription.id)).toBe("removed");
  expect(await create()).not.toBe("quotaExceeded");
  expect(await store.remove(partner, first.subscription.id)).toBe("notFound");
  expect(await create()).toBe("quotaExceeded");
});

test("subscriptions that an earlier release didn't count take up the quota", async () => {
  const { store } = await subscriptionFixture();
  for (let n = 0; n < 3; n += 1) await store.create(partner, settings);
  expect(await store.createWithin(3, partner, settings)).toBe("quotaExceeded");
  expect(await store.createWithin(4, partner, settings)).not.toBe("quotaExceeded");
  expect(await store.createWithin(4, partner, settings)).toBe("quotaExceeded");
});

test("a repeated request finds the subscription that it created, though the quota is used up", async () => {
  const { store, clock } = await subscriptionFixture();
  const draw = (isRepeat: boolean) => seededDraw("0".repeat(32), clock.now(), isRepeat);
  const created = await store.createWithin(1, partner, settings, {}, draw(false));
  expect(await store.createWithin(1, partner, settings, {}, draw(true))).toMatchObject({
    secret: created === "quotaExceeded" ? undefined : created.secret,
  });
  expect((await store.list(partner, { limit: 10 })).items).toHaveLength(1);
  expect(await store.createWithin(1, partner, settings)).toBe("quotaExceeded");
  // The first try of this one stored nothing.
  const other = seededDraw("1".repeat(32), clock.now(), true);
  expect(await store.createWithin(1, partner, settings, {}, other)).toBe("quotaExceeded");
});

test("another subscription's id isn't reused", async () => {
  const { store, clock } = await subscriptionFixture();
  const draw = () => seededDraw("0".repeat(32), clock.now(), false);
  const { subscription } = await store.create(partner, settings, {}, draw());
  const again = store.create(partner, { ...settings, status: "disabled" }, {}, draw());
  await expect(again).rejects.toThrow(ContentionError);
  await expect(again).rejects.toThrow(`subscription id ${subscription.id} is taken`);
  expect(await store.find(partner, subscription.id)).toEqual(subscription);
});

test("a subscription is removed only with the revision that the caller knows", async () => {
  const { store, id, find } = await subscribed();
  expect(await store.remove(partner, id, 2)).toBe("notFound");
  expect(await find()).toBeDefined();
  expect(await store.remove(partner, id, 1)).toBe("removed");
  expect(await find()).toBeUndefined();
});
