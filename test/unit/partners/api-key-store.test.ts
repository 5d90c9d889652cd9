import { beforeEach, describe, expect, it } from "vitest";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { apiKeyKey } from "../../../shared/partners/api-key.ts";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { PortalLinks } from "../../../shared/partners/portal-links.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { meanwhile } from "../../support/meanwhile.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const partner = `prt_${"0".repeat(26)}`;
const minute = 60_000;
let clock: FakeClock;
let table: MemoryTable;
let keys: ApiKeyStore;
let links: PortalLinks;

/** A worker's stores; all workers share the table. */
function workerOn(own: Table) {
  const parts = { table: own, clock, randomness: new SeededRandomness(), operatorKeyHash: "00" };
  const store = new ApiKeyStore(parts);
  return { keys: store, links: new PortalLinks({ ...parts, keys: store }) };
}
beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  table = new MemoryTable("subscriptions", { pageSize: 2 });
  ({ keys, links } = workerOn(table));
});

/** What a request draws for what it creates, at its first try or at a repeat. */
const draw = (isRepeat: boolean) => seededDraw("0".repeat(32), Date.UTC(2026, 10, 21, 12), isRepeat);
const newKey = { name: "server", scopes: ["read" as const] };
const newLink = (madeBy: string) => ({
  ...{ access: "read" as const, validUntil: clock.now() + 10 * minute, isFramed: false },
  madeBy: { partner, key: madeBy },
});
const stored = async (id: string) => table.get(apiKeyKey(partner, id));

describe("a key", () => {
  it("that a repeated request finds keeps the time of its last use", async () => {
    const { key, text } = await keys.create(partner, newKey, draw(false));
    await keys.identify(text);
    const used = await stored(key.id);
    expect(used).toHaveProperty("lastUsedAt");
    expect(await keys.createWithin(1, partner, newKey, draw(true))).toEqual({ key, text });
    expect(await stored(key.id)).toEqual(used);
  });

  it("that is revoked while its use is noted stays revoked", async () => {
    const { key, text } = await keys.create(partner, newKey);
    const worker = workerOn(meanwhile(table, "update", () => keys.revoke(partner, key.id)));
    await worker.keys.identify(text);
    expect(await stored(key.id)).toBeUndefined();
  });

  it("isn't a portal link: that is revoked by its own call", async () => {
    const { key } = await keys.create(partner, newKey);
    const made = await links.create(partner, newLink(key.id));
    if (made === "quotaExceeded") throw new Error(made);
    expect(await keys.revoke(partner, made.link.id)).toBe("notFound");
    expect(await links.revoke(partner, key.id)).toBe("notFound");
    expect([await stored(key.id), await stored(made.link.id)]).not.toContain(undefined);
  });
});

describe("a portal link", () => {
  it("whose maker is revoked isn't noted as used", async () => {
    const { key } = await keys.create(partner, newKey);
    const made = await links.create(partner, newLink(key.id));
    if (made === "quotaExceeded") throw new Error(made);
    await keys.revoke(partner, key.id);
    expect(await keys.identify(made.token)).toBeUndefined();
    expect(await stored(made.link.id)).not.toHaveProperty("lastUsedAt");
  });

  it("that was opened isn't closed by a repeat that began before it was stored", async () => {
    const { key } = await keys.create(partner, newKey);
    const wanted = newLink(key.id);
    const worker = workerOn(
      meanwhile(table, "put", async () => {
        const first = await links.create(partner, wanted, draw(false));
        if (first === "quotaExceeded") throw new Error(first);
        await links.open(partner, first.link.id);
      }),
    );
    const repeated = await worker.links.create(partner, wanted, draw(true));
    if (repeated === "quotaExceeded") throw new Error(repeated);
    expect(await links.open(partner, repeated.link.id)).toBe("openedBefore");
  });

  it("that is opened at its last moment isn't removed with those that have ended", async () => {
    const { key } = await keys.create(partner, newKey);
    const made = await links.create(partner, newLink(key.id));
    if (made === "quotaExceeded") throw new Error(made);
    clock.advance(70 * minute);
    const worker = workerOn(meanwhile(table, "remove", () => links.open(partner, made.link.id)));
    await worker.links.create(partner, newLink(key.id));
    expect(await stored(made.link.id)).toMatchObject({ portal: "session" });
  });
});
