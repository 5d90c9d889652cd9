import { describe, expect, it } from "vitest";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import { ContentionError, UnsealError } from "../../../shared/kernel/errors.ts";
import { around } from "../../support/around.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { partner, settings, subscribed, subscriptionFixture } from "./subscription-fixture.ts";

describe("a subscription", () => {
  it("is found as it was created, under an id that sorts by creation", async () => {
    const { store, clock } = await subscriptionFixture();
    const first = await store.create(partner, { ...settings, description: "CRM", filter: { owner: { id: ["7"] } } });
    clock.advance(1);
    const second = await store.create(partner, settings);

    expect(first.subscription.id).toMatch(/^sub_[0-9A-Z]{26}$/);
    expect(first.subscription.id < second.subscription.id).toBe(true);
    expect(await store.find(partner, first.subscription.id)).toEqual(first.subscription);
    expect(await store.find("prt_other", first.subscription.id)).toBeUndefined();
  });

  it.each([
    [1, 1_000],
    [2, 0],
  ])("changed %i times, %i ms later, stays if the request that created it is repeated", async (times, later) => {
    const { store, clock } = await subscriptionFixture();
    const draw = (isRepeat: boolean) => seededDraw("0".repeat(32), clock.now(), isRepeat);
    const [first, repeat] = [draw(false), draw(true)];
    const { subscription } = await store.create(partner, settings, {}, first);
    clock.advance(later);
    for (let n = 0; n < times; n += 1)
      await store.update(partner, subscription.id, (current) => ({ ...current, status: "disabled" }));
    expect((await store.create(partner, settings, {}, repeat)).subscription.status).toBe("disabled");
    expect(await store.find(partner, subscription.id)).toMatchObject({ status: "disabled", rev: 1 + times });
  });

  it("doesn't open a secret that was moved to another subscription", async () => {
    const { store, subscription } = await subscribed();
    await expect(store.secrets.openSecrets({ ...subscription, id: "sub_other" })).rejects.toThrow(UnsealError);
  });

  it("is listed page by page, each one once", async () => {
    const { store, clock } = await subscriptionFixture();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push((await store.create(partner, settings)).subscription.id);
      clock.advance(1);
    }
    const seen: string[] = [];
    let after: string | undefined;
    for (let more = true; more; ) {
      const page = await store.list(partner, { after, limit: 2 });
      seen.push(...page.items.map(({ id }) => id));
      after = seen.at(-1);
      more = page.more;
    }
    expect(seen).toEqual(ids);
  });

  it("changes by compare-and-set: no change of a concurrent writer is lost", async () => {
    const { store, id, change, find } = await subscribed();
    await Promise.all([
      change({ description: "mine" }),
      change({ baseline: true }),
      store.disable(partner, id, "gone"),
    ]);
    const status = { status: "disabled", disabledReason: "gone" };
    expect(await find()).toMatchObject({ description: "mine", baseline: true, ...status, rev: 4 });
  });

  it("is disabled once by a response from its current address, and not by one from an older address", async () => {
    const { store, id, find } = await subscribed();
    const stale = await store.disable(partner, id, "gone", "https://old.example.com/");
    expect(stale).toMatchObject({ outcome: "ok", subscription: { status: "active", rev: 1 } });
    expect(await store.disable(partner, id, "gone", settings.url)).toMatchObject({ subscription: { rev: 2 } });
    expect(await store.disable(partner, id, "requested", settings.url)).toMatchObject({ subscription: { rev: 2 } });
    expect(await find()).toMatchObject({ status: "disabled", disabledReason: "gone", rev: 2 });
  });

  it("keeps its identity and secrets whatever a change returns", async () => {
    const { change, find, subscription } = await subscribed();
    const { id, secrets, createdAt } = subscription;
    await change({ ...settings, id: "sub_x", partner: "prt_x", secrets: [], rev: 99, createdAt: 0 });
    expect(await find()).toMatchObject({ id, partner, secrets, rev: 2, createdAt });
  });

  it("gives up as contention instead of spinning when every compare-and-set loses", async () => {
    const { memory, change, remove } = await subscribed();
    loseAll(memory);
    await expect(change({})).rejects.toThrow(ContentionError);
    await expect(remove()).rejects.toThrow(ContentionError);
  });

  it("is neither changed nor removed if it doesn't exist", async () => {
    const { store } = await subscriptionFixture();
    expect(await store.update(partner, "sub_none", (current) => current)).toEqual({ outcome: "notFound" });
    expect(await store.remove(partner, "sub_none")).toBe("notFound");
  });
});

/** Every conditional write on an existing subscription loses, as if another writer were always faster. */
function loseAll(memory: MemoryTable): void {
  const loses = (when: readonly { readonly is: string }[] = []) => when.some(({ is }) => is === "equal");
  around(
    memory,
    "put",
    (put) => async (puts) => (puts.some(({ when }) => loses(when)) ? puts.map(() => "conflict") : put(puts)),
  );
  around(memory, "remove", (remove) => async (key, when) => (loses(when) ? "conflict" : remove(key, when)));
}
