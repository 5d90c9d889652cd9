import { describe, expect, it } from "vitest";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { registeredApi } from "./api-fixture.ts";

describe("the first contact", () => {
  async function withOwner(knownSince: number | undefined) {
    const api = await registeredApi();
    await api.drainAll();
    expect((await api.status()).instances[0].baselineDone).toBe(true);
    const owner = ownerFeed("acme", { type: "Company", id: "7", ...(knownSince !== undefined && { knownSince }) });
    await api.services.feeds.putIfAbsent([owner]);
    return { ...api, owner };
  }

  it("isn't done while an owner of documents waits for its first visit, is being visited, continues reading or backs off", async () => {
    const { status, services, clock, owner } = await withOwner(1);
    const unmet = { baselineDone: false, firstContact: { lists: 6, ofLists: 6 } };
    expect((await status()).instances[0]).toMatchObject(unmet);
    await services.feeds.postpone(owner, clock.now() + 15 * 60_000);
    expect((await status()).instances[0]).toMatchObject(unmet);
    const [aside = owner] = await services.feeds.loadAll([owner.feedId]);
    await services.feeds.recall(aside, "after backoff");
    expect((await status()).instances[0]).toMatchObject(unmet);
    await services.feeds.leave(aside, { to: "ahead" });
    expect((await status()).instances[0]).toMatchObject(unmet);
    await services.feeds.save(owner, { drained: true });
    expect((await status()).instances[0].baselineDone).toBe(true);
  });

  it("stays done when a later owner waits for its first visit", async () => {
    const { status } = await withOwner(undefined);
    expect((await status()).instances[0].baselineDone).toBe(true);
  });

  it("names what is left, why, and when it is retried, and estimates no earlier end", async () => {
    const { status, drainAll, services, clock } = await registeredApi({
      probe: { ownersMet: async () => ({ known: 180, met: 178 }) },
    });
    await drainAll();
    const owners = Array.from({ length: 12 }, (_, n) =>
      ownerFeed("acme", { type: "Company", id: String(n), knownSince: 1 }),
    );
    const [failing = owners[0]!, visited = owners[0]!] = owners;
    await services.feeds.putIfAbsent(owners.slice(0, 2));
    const until = clock.now() + 10 * 60_000;
    await services.feeds.save(
      failing,
      { status: "backing_off", failures: 7, retryAt: until, lastError: "unavailable_500" },
      { to: "later", until, nowRevAtStart: 0 },
    );
    await services.feeds.noteSent(visited, clock.now() + 60_000);
    clock.advance(5_000);
    const { left, secondsLeft } = (await status()).instances[0].firstContact;
    expect(left).toEqual([
      { feed: failing.feedId, reason: "unavailable_500", nextTry: new Date(until).toISOString() },
      { feed: visited.feedId, reason: "being_read", nextTry: new Date(clock.now()).toISOString() },
    ]);
    expect(secondsLeft).toBe(595);
    clock.advance(60_000);
    expect((await status()).instances[0].firstContact.secondsLeft).toBe(535);
    await services.feeds.putIfAbsent(owners);
    const many = (await status()).instances[0].firstContact.left;
    expect(many).toHaveLength(10);
    expect(many[0]).toMatchObject({ reason: "waits_for_its_turn" });
  });

  it("shows how many of the known owners were read, and an estimate for the rest, if the engine counts them", async () => {
    const { status, drainAll, services, clock } = await registeredApi({
      probe: { ownersMet: async () => ({ known: 40, met: 10 }) },
    });
    await drainAll();
    const owner = ownerFeed("acme", { type: "Company", id: "7", knownSince: 1 });
    await services.feeds.putIfAbsent([owner]);
    clock.advance(60_000);
    expect((await status()).instances[0]).toMatchObject({
      baselineDone: false,
      firstContact: { ownersMet: 10, ownersKnown: 40, secondsLeft: 180 },
    });
    // Parked by a wrong secret for an hour: that says nothing about the pace.
    await services.instances.park("acme", "invalid_client", clock.now());
    clock.advance(3_600_000);
    await services.instances.resume("acme", clock.now());
    clock.advance(60_000);
    expect((await status()).instances[0].firstContact.secondsLeft).toBe(180);
    await services.feeds.save(owner, { drained: true });
    expect((await status()).instances[0]).not.toHaveProperty("firstContact");
  });
});

describe("the first contact's lists", () => {
  it("show how many pages were read", async () => {
    const { status, services, tables } = await registeredApi();
    expect((await status()).instances[0].firstContact).toMatchObject({ lists: 0, pages: 0 });
    const counts = { rows: 100, duplicates: 0, missed: 0, quarantined: 0 };
    const ids = tables.feeds.items.map(({ pk }) => pk).filter((pk) => pk.includes("-timeline#"));
    const [one, other, quiet] = await services.feeds.loadAll(ids);
    await services.feeds.save(one!, { stats: { ...counts, pages: 7 } });
    await services.feeds.save(other!, { stats: { ...counts, pages: 11 } });
    await services.feeds.save(quiet!, { stats: counts });
    expect((await status()).instances[0].firstContact).toMatchObject({ pages: 18, documentPages: 0 });
  });

  it("count the pages of owners' documents until the instance is rebaselined", async () => {
    const { call, status, services, clock } = await registeredApi();
    await services.pressure.settle("acme", { spent: 20, unspent: 0, documentPages: 12 });
    clock.advance(60_000);
    await services.pressure.settle("acme", { spent: 20, unspent: 0, documentPages: 8 });
    expect((await status()).instances[0].firstContact).toMatchObject({ documentPages: 20 });
    await call("POST", "/v1/instances/acme/rebaseline");
    expect((await status()).instances[0].firstContact).toMatchObject({ documentPages: 0 });
  });
});
