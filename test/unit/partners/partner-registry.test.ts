import { beforeEach, expect, test } from "vitest";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { MemoryTable } from "../../support/memory-table.ts";

let registry: PartnerRegistry;
beforeEach(() => {
  registry = new PartnerRegistry(new MemoryTable("subscriptions"));
});

const settings = {
  name: "Acme",
  instances: ["acme"],
  quotas: { subscriptions: 5, replayPerSecond: 10 },
  portalOrigins: [],
};
const create = () => registry.create("prt_1", settings, 1);

test("a creation that is repeated leaves the partner as it was changed since", async () => {
  await create();
  const suspended = await registry.change("prt_1", 2, (current) => ({ ...current, status: "suspended" }));
  await create();
  expect(await registry.find("prt_1")).toEqual(suspended);
});

test("a partner that changed since it was read isn't removed", async () => {
  const read = await create();
  await registry.change("prt_1", 2, (current) => ({ ...current, name: "Acme Inc." }));
  await registry.remove(read);
  expect(await registry.find("prt_1")).toMatchObject({ name: "Acme Inc." });
  await registry.remove((await registry.find("prt_1"))!);
  expect(await registry.find("prt_1")).toBeUndefined();
});
