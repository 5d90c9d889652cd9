import { describe, expect, it } from "vitest";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { Key } from "../../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { type ProjectionChange, ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { before } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { faked } from "../../support/faked.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { partner, settings, subscriptionFixture } from "./subscription-fixture.ts";

type Fixture = Awaited<ReturnType<typeof subscriptionFixture>>;

/** A store whose process dies at the `at`-th table operation, without that one's effect. */
async function mortal() {
  let left = Number.POSITIVE_INFINITY;
  const fixture = await subscriptionFixture();
  for (const name of ["get", "getAll", "query", "queryIndex", "put", "update", "remove"] as const) {
    before(fixture.memory, name, () => {
      left -= 1;
      if (left < 0) throw new EngineUnavailableError("died");
    });
  }
  return {
    ...fixture,
    dieAt: (at: number) => {
      left = at;
    },
  };
}

/** The next process, which sweeps. */
async function swept({ memory, clock }: Fixture, logger = new SilentLogger()) {
  const randomness = new SeededRandomness(7);
  const parts = { ...testContext({ clock, randomness }), table: memory };
  const secrets = faked(SecretBox, { seal: async () => "sealed", open: async () => "whsec_opened" });
  const subscriptions = new SubscriptionStore({ ...parts, secrets });
  const projection = new SubscriptionProjection(memory);
  const intents = new ProjectionIntents(parts);
  const partners = { enforce: async () => "done" as const };
  await new ProjectionRepair({
    ...testContext({ clock, logger }),
    intents,
    subscriptions,
    projection,
    partners,
  }).sweep();
  return { subscriptions, projection, intents };
}

const fieldsOf = ({ id, eventTypes, status }: { id: string; eventTypes: readonly string[]; status: string }) => ({
  ...{ id, eventTypes, status },
});

/** Every copy is where its subscription says, with its content, and nowhere else. */
async function expectConsistent(fixture: Fixture) {
  const { subscriptions, projection } = await swept(fixture);
  const { items } = await subscriptions.list(partner, { limit: 100 });
  const registered = fixture.memory.items.filter(({ pk }) => pk === "registry").map(({ sk }) => sk.slice(9));
  for (const instance of [...registered, `~${partner}`, "initech"]) {
    const isRead = registered.includes(instance) || instance.startsWith("~");
    const meant = items.filter(
      ({ instances: own = [instance] }) => isRead && [...own, `~${partner}`].includes(instance),
    );
    expect((await projection.subscriptionsOf(instance)).map(fieldsOf)).toEqual(meant.map(fieldsOf));
  }
}

it("a process that dies during a change leaves no subscription whose id was never returned, unless its owner has found it meanwhile", async () => {
  for (const isFound of [false, true]) {
    const fixture = await mortal();
    // The intent, its data key and the row are stored, but nothing of the projection.
    fixture.dieAt(8);
    await expect(fixture.store.create(partner, settings)).rejects.toThrow("died");
    fixture.dieAt(Number.POSITIVE_INFINITY);
    const { items } = await fixture.store.list(partner, { limit: 10 });
    expect(items).toHaveLength(1);
    if (isFound) await fixture.store.update(partner, items[0]!.id, (one) => ({ ...one, description: "mine" }));
    fixture.clock.advance(60_000);
    await expectConsistent(fixture);
    expect((await fixture.store.list(partner, { limit: 10 })).items).toHaveLength(isFound ? 1 : 0);
  }
});

it.each([
  ["no version can be raised", (key: Key) => key.sk === "stamp", "disabled"],
  ["nothing can be updated", () => true, "active"],
])(
  "a creation that can't be projected is undone if %s: the next sweep removes its copies, whose versions rise",
  async (_how, isBroken, status) => {
    let broken = true;
    const fixture = await subscriptionFixture();
    before(fixture.memory, "update", ({ key }) => {
      if (broken && isBroken(key)) throw new EngineUnavailableError("503");
    });
    await expect(fixture.store.create(partner, settings)).rejects.toThrow(EngineUnavailableError);
    broken = false;
    expect((await fixture.store.list(partner, { limit: 10 })).items).toEqual([]);
    const { projection, clock } = fixture;
    // A copy that fan-out may have read under this version exists: the version rises before the copy goes.
    const version = await projection.versionOf("acme");
    expect(await projection.subscriptionsOf("acme")).toMatchObject([{ status }]);
    clock.advance(60_000);
    await expectConsistent(fixture);
    expect(await projection.subscriptionsOf("acme")).toEqual([]);
    expect(await projection.versionOf("acme")).toBeGreaterThan(version);
  },
);

describe("the repair sweep", () => {
  it("leaves a running change alone, and finds nothing left of an ended one", async () => {
    const fixture = await subscriptionFixture();
    const logger = new SilentLogger();
    await fixture.store.create(partner, settings);
    expect(fixture.memory.items.filter(({ pk }) => pk === "copies")).toEqual([]);
    const { intents } = await swept(fixture, logger);
    await intents.begin({ kind: "instance", name: "acme" });
    fixture.clock.advance(59_000);
    await swept(fixture, logger);
    expect(fixture.memory.items.filter(({ pk }) => pk === "copies")).toHaveLength(1);
    expect(logger.lines).toEqual([]);
  });

  it("projects nothing onto an instance whose process died before it registered it", async () => {
    const fixture = await subscriptionFixture();
    const logger = new SilentLogger();
    await fixture.store.create(partner, settings);
    const { intents, projection } = await swept(fixture);
    const change = { kind: "instance", name: "initech" } as const;
    await intents.begin(change);
    fixture.clock.advance(60_000);
    await swept(fixture, logger);
    expect(await projection.subscriptionsOf("initech")).toEqual([]);
    expect(fixture.memory.items.filter(({ pk }) => pk === "copies")).toEqual([]);
    expect(logger.lines).toEqual([{ level: "warn", event: "projection.repaired", fields: change }]);
  });

  it("finds no change that has ended, though the index still shows it", async () => {
    const fixture = await subscriptionFixture();
    const stale = { pk: "copies", sk: "instance#acme", indexSort: 0 };
    fixture.memory.queryIndex = async () => ({ items: [stale], more: false });
    const { intents } = await swept(fixture);
    expect(await intents.overdue()).toEqual([]);
  });

  it("keeps a subscription that a repeated request completed, whose process died while projecting it", async () => {
    const fixture = await mortal();
    const { store, memory, clock } = fixture;
    const draw = (isRepeat: boolean) => seededDraw("0".repeat(32), clock.now(), isRepeat);
    fixture.dieAt(8);
    await expect(store.create(partner, settings, {}, draw(false))).rejects.toThrow("died");
    fixture.dieAt(8);
    await expect(store.create(partner, settings, {}, draw(true))).rejects.toThrow("died");
    fixture.dieAt(Number.POSITIVE_INFINITY);
    expect(memory.items.filter(({ pk }) => pk === "copies")).toHaveLength(1);
    clock.advance(60_000);
    await expectConsistent(fixture);
    expect((await store.list(partner, { limit: 10 })).items).toMatchObject([{ rev: 2 }]);
  });

  it("still finds a change whose intent an earlier change ended", async () => {
    const fixture = await subscriptionFixture();
    const { intents } = await swept(fixture);
    const change = { kind: "subscription", partner, id: "sub_1", fresh: false } as const;
    const earlier = await intents.begin(change);
    await intents.begin(change);
    await intents.done(earlier);
    fixture.clock.advance(60_000);
    expect(await intents.overdue()).toMatchObject([{ change }]);
  });

  it("finds each started change, even beside others of its kind or name", async () => {
    const clock = new FakeClock();
    const table = new MemoryTable("subscriptions");
    const intents = new ProjectionIntents({ ...testContext({ clock, randomness: new SeededRandomness(7) }), table });
    const ofSubscription = (id: string) => ({ kind: "subscription", partner, id, fresh: true }) as const;
    const changes: readonly ProjectionChange[] = [
      ...[ofSubscription("sub_1"), ofSubscription("sub_2")],
      ...(["a", "b"] as const).map((name) => ({ kind: "instance", name }) as const),
      { kind: "partner", partner: "a" },
    ];
    for (const change of changes) await intents.begin(change);
    await intents.done(await intents.begin({ kind: "instance", name: "c" }));
    clock.advance(60_000);
    const found = (await intents.overdue()).map(({ change }) => change);
    expect(found).toHaveLength(changes.length);
    expect(found).toEqual(expect.arrayContaining([...changes]));
  });

  it("repairs the other subscriptions when one can't be repaired", async () => {
    const fixture = await subscriptionFixture();
    const logger = new SilentLogger();
    const { id } = (await fixture.store.create(partner, settings)).subscription;
    const { intents } = await swept(fixture);
    const other = (await fixture.store.create(partner, settings)).subscription.id;
    for (const one of [id, other]) {
      await intents.begin({ kind: "subscription", partner, id: one, fresh: false });
      fixture.clock.advance(1);
    }
    await fixture.memory.update({
      key: { pk: `partner#${partner}`, sk: `subscription#${id}` },
      set: { status: "odd" },
    });
    await fixture.memory.remove({ pk: "instance#acme", sk: `subscription#${other}` });
    fixture.clock.advance(60_000);
    const { projection } = await swept(fixture, logger);
    expect((await projection.subscriptionsOf("acme")).map((one) => one.id)).toContain(other);
    expect(fixture.memory.items.filter(({ pk }) => pk === "copies")).toHaveLength(1);
    expect(logger.lines.map(({ level, event }) => [level, event])).toEqual([
      ["error", "projection.repair_failed"],
      ["warn", "projection.repaired"],
    ]);
  });
});
