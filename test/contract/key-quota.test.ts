import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiKeyStore } from "../../shared/partners/api-key-store.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { testContext } from "../support/test-context.ts";
import type { TableHarness } from "./table-contract.ts";
import { engines } from "./table-engines.ts";

const partner = `prt_${"0".repeat(26)}`;
const wanted = { name: "k", scopes: ["read" as const] };

describe.each(engines)("the key quota on $name", ({ open }) => {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  const randomness = new SeededRandomness();
  let ground: TableHarness;
  beforeAll(async () => {
    ground = await open(clock);
  });
  afterAll(() => ground.close());

  it("holds when processes create keys concurrently, down to the last free place", async () => {
    const stores = [1, 2, 3].map(
      () =>
        new ApiKeyStore({
          ...testContext({ clock, randomness }),
          table: ground.table("subscriptions"),
          operatorKeyHash: "0".repeat(64),
        }),
    );
    const [store] = stores as [ApiKeyStore];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, n) => stores[n % 3]!.createWithin(4, partner, wanted)),
    );
    const made = () => store.list(partner, { limit: 50 });
    const atOnce = outcomes.filter(
      ({ status, ...one }) => status === "fulfilled" && "value" in one && one.value !== "quotaExceeded",
    );
    expect((await made()).items).toHaveLength(atOnce.length);
    expect(atOnce.length).toBeLessThanOrEqual(4);
    for (let n = atOnce.length; n < 4; n += 1)
      expect(await store.createWithin(4, partner, wanted)).not.toBe("quotaExceeded");
    expect(await store.createWithin(4, partner, wanted)).toBe("quotaExceeded");
    const [first] = (await made()).items;
    expect(await store.revoke(partner, first!.id)).toBe("revoked");
    expect(await store.createWithin(4, partner, wanted)).not.toBe("quotaExceeded");
    expect((await made()).items).toHaveLength(4);
  });
});
