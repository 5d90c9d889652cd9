import { expect, test } from "vitest";
import { defaultQuotas } from "../../../shared/partners/partner.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { ProjectionIntents, type Unfinished } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { settings, subscriptionFixture } from "./subscription-fixture.ts";

type Enforce = (partner: string, until: number, after?: string) => Promise<"done" | Unfinished>;

/** Changes whose processes died, and the sweeps that repair them; `enforce` does what a partner's change needs. */
async function repairing(enforce: Enforce = async () => "done") {
  const fixture = await subscriptionFixture();
  const { memory, clock, store, projection } = fixture;
  const intents = new ProjectionIntents({
    ...testContext({ clock, randomness: new SeededRandomness(7) }),
    table: memory,
  });
  const logger = new SilentLogger();
  const partners = { enforce };
  const repair = new ProjectionRepair({
    ...testContext({ clock, logger }),
    intents,
    subscriptions: store,
    projection,
    partners,
  });
  const left = () => memory.items.filter(({ pk }) => pk === "copies").map(({ sk }) => sk);
  return { ...fixture, intents, repair, logger, left };
}

test("a rebuild that takes longer than a sweep continues with the next partner, and ends", async () => {
  const { memory, clock, store, projection, register, intents, repair, left } = await repairing();
  const registry = new PartnerRegistry(memory);
  const created: string[] = [];
  for (let n = 0; n < 39; n += 1) {
    const id = `prt_${String(n).padStart(26, "0")}`;
    await registry.create(id, { name: id, instances: ["initech"], quotas: defaultQuotas }, 1);
    created.push((await store.create(id, settings)).subscription.id);
  }
  await register("initech");
  await intents.begin({ kind: "instance", name: "initech" });
  clock.advance(60_000);
  const put = memory.put.bind(memory);
  // Eight partners' copies take ten seconds.
  memory.put = (puts) => {
    if (puts.some(({ item }) => item.pk === "instance#initech")) clock.advance(1_250);
    return put(puts);
  };
  const standing = async () => (await projection.subscriptionsOf("initech")).length;
  const before = await projection.versionOf("initech");
  const sweeps: number[] = [];
  for (let sweep = 0; sweep < 10 && left().length > 0; sweep += 1) {
    await repair.sweep();
    sweeps.push(await standing());
    clock.advance(60_000);
  }
  // The operator, who is bound to each instance, is the last.
  expect(sweeps).toEqual([8, 16, 24, 32, 39]);
  expect(await projection.versionOf("initech")).toBe(before + 5);
  expect((await projection.subscriptionsOf("initech")).map(({ id }) => id).sort()).toEqual(created.sort());
});

test("a sweep ends in time for its function, and the next one starts with the remaining changes", async () => {
  const asked: string[] = [];
  const slow = await repairing(async (partner) => {
    asked.push(partner);
    slow.clock.advance(20_000);
    if (partner === "prt_broken") throw new Error("it can't be read");
    return { after: undefined };
  });
  for (const partner of ["prt_broken", "prt_b", "prt_c", "prt_d", "prt_e"]) {
    await slow.intents.begin({ kind: "partner", partner });
    slow.clock.advance(1_000);
  }
  slow.clock.advance(60_000);
  for (let sweep = 1; sweep <= 6; sweep += 1) {
    await slow.repair.sweep();
    expect(asked).toHaveLength(sweep);
  }
  expect(asked).toEqual(["prt_broken", "prt_b", "prt_c", "prt_d", "prt_e", "prt_broken"]);
  expect(slow.left()).toHaveLength(5);
});

test("a change near the end of a sweep has the rest of it", async () => {
  const left: number[] = [];
  const { intents, repair, clock } = await repairing(async (_, until) => {
    left.push(until - clock.now());
    clock.advance(15_000);
    return "done";
  });
  for (const partner of ["prt_a", "prt_b"]) await intents.begin({ kind: "partner", partner });
  clock.advance(60_000);
  await repair.sweep();
  expect(left).toEqual([10_000, 5_000]);
});

test("a partner's change continues behind the subscription at which a sweep stopped, unless it has started over", async () => {
  const asked: (string | undefined)[] = [];
  const { intents, repair, clock, left } = await repairing(async (_, until, after) => {
    expect(until).toBe(clock.now() + 10_000);
    asked.push(after);
    return asked.length < 5 ? { after: `sub_${String(asked.length)}` } : "done";
  });
  const change = { kind: "partner", partner: "prt_a" } as const;
  await intents.begin(change);
  clock.advance(60_000);
  for (let sweep = 0; sweep < 3; sweep += 1) await repair.sweep();
  expect(asked).toEqual([undefined, "sub_1", "sub_2"]);
  await intents.begin(change);
  clock.advance(60_000);
  for (let sweep = 0; sweep < 3; sweep += 1) await repair.sweep();
  expect(asked.slice(3)).toEqual([undefined, "sub_4"]);
  expect(left()).toEqual([]);
});

test("a change that started over during a sweep isn't delayed by that sweep", async () => {
  const begunAnew: Enforce = async (partner) => {
    await fixture.intents.begin({ kind: "partner", partner });
    return { after: "sub_1" };
  };
  const fixture = await repairing(begunAnew);
  await fixture.intents.begin({ kind: "partner", partner: "prt_a" });
  fixture.clock.advance(60_000);
  await fixture.repair.sweep();
  expect(await fixture.intents.overdue()).toEqual([]);
  fixture.clock.advance(60_000);
  expect((await fixture.intents.overdue()).map(({ after }) => after)).toEqual([undefined]);
});
