import { beforeEach, expect, test } from "vitest";
import { mayHave } from "../../../shared/partners/partner.ts";
import { partnerOfPseudoInstance, pseudoInstanceOf } from "../../../shared/partners/partner-key.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { MemoryTable } from "../../support/memory-table.ts";

let table: MemoryTable;
let registry: PartnerRegistry;
beforeEach(() => {
  table = new MemoryTable("subscriptions");
  registry = new PartnerRegistry(table);
});

const settings = {
  name: "Acme",
  instances: ["acme"],
  quotas: { subscriptions: 5, replayPerSecond: 10 },
  portalOrigins: [],
};
const create = () => registry.create("prt_1", settings, 1);

test("a repeated creation keeps the partner's later changes", async () => {
  await create();
  const suspended = await registry.change("prt_1", 2, (current) => ({ ...current, status: "suspended" }));
  await create();
  expect(await registry.find("prt_1")).toEqual(suspended);
});

test("what a partner may have follows its state, and one that is being deleted may have nothing", async () => {
  await create();
  const access = () => registry.accessOf("prt_1");
  const { quotas } = settings;
  expect(await access()).toEqual({ partner: "prt_1", isActive: true, instances: new Set(["acme"]), quotas, rev: 1 });
  await registry.change("prt_1", 2, (current) => ({ ...current, status: "suspended" }));
  expect(await access()).toMatchObject({ isActive: false, instances: new Set(["acme"]), rev: 2 });
  await registry.change("prt_1", 3, (current) => ({ ...current, status: "deleting" }));
  expect(await access()).toMatchObject({ isActive: false, instances: new Set() });
  const none = { isActive: false, instances: new Set(), quotas: undefined, rev: 0 };
  expect(await registry.accessOf("prt_2")).toEqual({ partner: "prt_2", ...none });
  expect(mayHave(await access(), "~prt_1")).toBe(true);
  expect(mayHave(await access(), "~prt_2")).toBe(false);
});

test("a pseudo-instance stands for one partner, and a real instance for none", () => {
  expect(partnerOfPseudoInstance(pseudoInstanceOf("prt_1"))).toBe("prt_1");
  expect(partnerOfPseudoInstance("acme~")).toBeUndefined();
});

test("an instance knows the partners that are bound to it, and those that once were", async () => {
  await create();
  const rebind = (instances: string[]) => registry.change("prt_1", 2, (current) => ({ ...current, instances }));
  await rebind(["globex"]);
  expect(await registry.boundTo("acme")).toEqual(["prt_operator"]);
  expect(await registry.boundTo("globex")).toEqual(["prt_operator", "prt_1"]);
  expect(await registry.everBoundTo("acme")).toEqual(["prt_operator", "prt_1"]);
  expect(await registry.everBoundTo("initech")).toEqual(["prt_operator"]);
  expect(await rebind(["acme"])).toMatchObject({ formerInstances: ["globex"], rev: 3, updatedAt: 2 });
  // An earlier release didn't note the instances that it took.
  const { formerInstances: _, ...old } = (await registry.find("prt_1"))!;
  await table.put([{ item: { ...old, pk: "registry", sk: "partner#prt_1" } }]);
  expect(await registry.everBoundTo("initech")).toEqual(["prt_operator", "prt_1"]);
  expect(await rebind(["globex"])).not.toHaveProperty("formerInstances");
});

test("changes at the same time are all made, a refused one and one of nobody aren't", async () => {
  await create();
  const name = (suffix: string) => registry.change("prt_1", 2, (now) => ({ ...now, name: `${now.name}${suffix}` }));
  await Promise.all([name("1"), name("2")]);
  expect((await registry.find("prt_1"))?.name).toMatch(/^Acme(12|21)$/);
  expect(await registry.change("prt_1", 3, () => undefined)).toMatchObject({ rev: 3 });
  expect(await registry.change("prt_2", 3, (now) => now)).toBeUndefined();
});

test("a partner that changed since it was read isn't removed", async () => {
  const read = await create();
  await registry.change("prt_1", 2, (current) => ({ ...current, name: "Acme Inc." }));
  await registry.remove(read);
  expect(await registry.find("prt_1")).toMatchObject({ name: "Acme Inc." });
  await registry.remove((await registry.find("prt_1"))!);
  expect(await registry.find("prt_1")).toBeUndefined();
});
