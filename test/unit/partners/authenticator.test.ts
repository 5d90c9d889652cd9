import { beforeEach, expect, test } from "vitest";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { Authenticator } from "../../../shared/partners/authenticator.ts";
import type { Partner } from "../../../shared/partners/partner.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

const partner = `prt_${"0".repeat(26)}`;
let keys: ApiKeyStore;
let partners: PartnerRegistry;
let authenticator: Authenticator;
beforeEach(async () => {
  const table = new MemoryTable("subscriptions");
  const parts = { ...testContext(), table, operatorKeyHash: "00" };
  keys = new ApiKeyStore(parts);
  partners = new PartnerRegistry(table);
  authenticator = new Authenticator({ ...parts, keys, partners });
  const quotas = { subscriptions: 5, replayPerSecond: 10 };
  await partners.create(partner, { name: "Acme", instances: ["acme"], quotas, portalOrigins: [] }, 1);
});

test("a key admits its partner, or an operator, with its scopes", async () => {
  const own = await keys.create(partner, { name: "server", scopes: ["read"] });
  expect(await authenticator.identify(own.text)).toEqual({
    outcome: "ok",
    caller: {
      ...{ key: own.key.id, keyName: "server", scopes: ["read"], grants: [], isOperator: false },
      access: await partners.accessOf(partner),
    },
  });
  const operators = await keys.create("prt_operator", { name: "ops", scopes: ["admin"] });
  expect(await authenticator.identify(operators.text)).toMatchObject({ caller: { isOperator: true } });
  expect(await authenticator.identify("fh_nobody")).toEqual({ outcome: "refused" });
});

test("a key is known from its first valid use until it is refused", async () => {
  const { key, text } = await keys.create(partner, { name: "server", scopes: ["read"] });
  expect(authenticator.knows(text)).toBe(false);
  await authenticator.identify(text);
  expect([authenticator.knows(text), authenticator.knows(`${text}x`)]).toEqual([true, false]);
  await keys.revoke(partner, key.id);
  await authenticator.identify(text);
  expect(authenticator.knows(text)).toBe(false);
});

test.each<[Partner["status"], string]>([
  ["suspended", "suspended"],
  ["deleting", "refused"],
])("a key of a partner that is %s is %s", async (status, outcome) => {
  const { text } = await keys.create(partner, { name: "server", scopes: ["read"] });
  await partners.change(partner, 2, (current) => ({ ...current, status }));
  expect(await authenticator.identify(text)).toEqual({ outcome });
});

test("an operator acts for a partner that exists, with what that partner may have", async () => {
  const { text } = await keys.create("prt_operator", { name: "ops", scopes: ["admin"] });
  const found = await authenticator.identify(text);
  if (found.outcome !== "ok") throw new Error(found.outcome);
  expect(await authenticator.onBehalfOf(found.caller, partner)).toEqual({
    ...found.caller,
    access: await partners.accessOf(partner),
  });
  expect(await authenticator.onBehalfOf(found.caller, "prt_none")).toBeUndefined();
});
