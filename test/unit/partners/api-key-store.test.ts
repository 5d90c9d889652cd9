import { beforeEach, describe, expect, it } from "vitest";
import { defined } from "../../../shared/kernel/defined.ts";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { apiKeyKey } from "../../../shared/partners/api-key.ts";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { mostPortalLinks, PortalLinks } from "../../../shared/partners/portal-links.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { meanwhile } from "../../support/meanwhile.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const partner = `prt_${"0".repeat(26)}`;
const minute = 60_000;
let clock: FakeClock;
let table: MemoryTable;
let keys: ApiKeyStore;
let links: PortalLinks;

/** A worker's stores; all workers share the table. */
function workerOn(own: Table) {
  const parts = { ...testContext({ clock }), table: own, operatorKeyHash: "00aa" };
  const store = new ApiKeyStore(parts);
  return { keys: store, links: new PortalLinks({ ...parts, keys: store }) };
}
beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  table = new MemoryTable("subscriptions", { pageSize: 2 });
  ({ keys, links } = workerOn(table));
});

/** The random values of a request for what it creates, at its first try or at a repeat. */
const draw = (isRepeat: boolean) => seededDraw("0".repeat(32), Date.UTC(2026, 10, 21, 12), isRepeat);
const newKey = { name: "server", scopes: ["read" as const] };
const newLink = (madeBy: string) => ({
  ...{ access: "read" as const, validUntil: clock.now() + 10 * minute, isFramed: false },
  madeBy: { partner, key: madeBy },
});
const stored = async (id: string) => table.get(apiKeyKey(partner, id));

/** A created key or link, which the quota has room for. */
function within<T>(created: T | "quotaExceeded"): T {
  if (created === "quotaExceeded") throw new Error("quotaExceeded");
  return created;
}

describe("a key", () => {
  it("is identified by its whole text, until its last moment", async () => {
    const validUntil = clock.now() + minute;
    const { key, text } = await keys.create(partner, { ...newKey, validUntil });
    const other = await keys.create(partner, newKey);
    expect(await keys.identify(text)).toEqual(key);
    for (const wrong of [`${text.slice(0, -1)}${text.endsWith("A") ? "B" : "A"}`, `${text}A`, text.slice(0, -43), ""])
      expect(await keys.identify(wrong)).toBeUndefined();
    await keys.revoke(partner, other.key.id);
    expect(await keys.identify(other.text)).toBeUndefined();
    clock.advance(minute - 1);
    expect(await keys.identify(text)).toBeDefined();
    clock.advance(1);
    expect(await keys.identify(text)).toBeUndefined();
  });

  it("is noted as used once an hour", async () => {
    const { key, text } = await keys.create(partner, newKey);
    const lastUse = async () => (await stored(key.id))?.["lastUsedAt"];
    const began = clock.now();
    for (const [later, noted] of [
      [0, 0],
      [60 * minute - 1, 0],
      [1, 60 * minute],
    ] as const) {
      clock.advance(later);
      await keys.identify(text);
      expect(await lastUse()).toBe(began + noted);
    }
  });

  it("counts against the quota until it is revoked, and a repeat that finds none is a new one", async () => {
    const first = within(await keys.createWithin(2, partner, newKey));
    await links.create(partner, newLink(first.key.id));
    within(await keys.createWithin(2, partner, newKey));
    expect(await keys.createWithin(2, partner, newKey, draw(true))).toBe("quotaExceeded");
    expect(await keys.revoke(partner, first.key.id)).toBe("revoked");
    within(await keys.createWithin(2, partner, newKey));
    expect(await keys.revoke(partner, first.key.id)).toBe("notFound");
    expect(await keys.createWithin(2, partner, newKey)).toBe("quotaExceeded");
  });

  it("that an earlier release made counts, too", async () => {
    const { key } = await keys.create(partner, newKey);
    await links.create(partner, newLink(key.id));
    await keys.create(partner, newKey);
    expect(await keys.createWithin(2, partner, newKey)).toBe("quotaExceeded");
    within(await keys.createWithin(3, partner, newKey));
  });

  it("is listed page by page, without portal links", async () => {
    const ids: string[] = [];
    for (let one = 0; one < 4; one += 1) {
      ids.push((await keys.create(partner, newKey)).key.id);
      await links.create(partner, newLink(ids[0]!));
      clock.advance(1);
    }
    const pages = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await keys.list(partner, { after, limit: 2 });
      pages.push(page.items.map(({ id }) => id));
      after = page.items.at(-1)?.id;
      ({ more } = page);
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });

  it("holds what it made while it is valid, and the deployment's key while its digest is accepted", async () => {
    const validUntil = clock.now() + minute;
    const { key } = await keys.create(partner, { ...newKey, validUntil });
    const unlimited = await keys.create(partner, newKey);
    expect(await keys.holds({ partner, key: unlimited.key.id })).toBe(true);
    expect(await keys.holds({ partner, key: "key_none" })).toBe(false);
    expect(await keys.holds({ partner, key: key.id })).toBe(true);
    clock.advance(minute);
    expect(await keys.holds({ partner, key: key.id })).toBe(false);
    const parts = { table, clock, randomness: new SeededRandomness(), operatorKeyHash: "00aa" };
    const renewed = new ApiKeyStore({
      ...testContext(),
      ...parts,
      operatorKeyHash: "00bb",
      formerOperatorKeyHash: "00aa",
    });
    const byDeployment = (hash?: string) => ({ partner, key: "environment", ...defined({ hash }) });
    for (const [hash, isHeld] of [
      ["00aa", true],
      ["00bb", false],
      [undefined, false],
    ] as const)
      expect(await keys.holds(byDeployment(hash))).toBe(isHeld);
    expect(await renewed.holds(byDeployment("00aa"))).toBe(true);
    expect(await renewed.holds(byDeployment("00bb"))).toBe(true);
  });

  it("found by a repeated request keeps the time of its last use", async () => {
    const { key, text } = await keys.create(partner, newKey, draw(false));
    await keys.identify(text);
    const used = await stored(key.id);
    expect(used).toHaveProperty("lastUsedAt");
    expect(await keys.createWithin(1, partner, newKey, draw(true))).toEqual({ key, text });
    expect(await stored(key.id)).toEqual(used);
  });

  it("revoked while its use is recorded stays revoked", async () => {
    const { key, text } = await keys.create(partner, newKey);
    const worker = workerOn(meanwhile(table, "update", () => keys.revoke(partner, key.id)));
    await worker.keys.identify(text);
    expect(await stored(key.id)).toBeUndefined();
  });

  it("isn't a portal link, which has its own call for revocation", async () => {
    const { key } = await keys.create(partner, newKey);
    const made = within(await links.create(partner, newLink(key.id)));
    expect(await keys.revoke(partner, made.link.id)).toBe("notFound");
    expect(await links.revoke(partner, key.id)).toBe("notFound");
    expect([await stored(key.id), await stored(made.link.id)]).not.toContain(undefined);
  });
});

describe("a portal link", () => {
  let key: Awaited<ReturnType<ApiKeyStore["create"]>>["key"];
  beforeEach(async () => {
    ({ key } = await keys.create(partner, newKey));
  });
  const linkBy = async (by = key.id) => within(await links.create(partner, newLink(by)));

  it("is opened once, for an hour and with its access", async () => {
    const { link, token } = await linkBy();
    expect(await links.open(partner, "key_none")).toBe("openedBefore");
    expect(await links.open(partner, key.id)).toBe("openedBefore");
    clock.advance(minute);
    const session = await links.open(partner, link.id);
    if (session === "openedBefore") throw new Error(session);
    const validUntil = clock.now() + 60 * minute;
    expect(session).toMatchObject({ access: "read", validUntil });
    const opened = { name: "portal session", scopes: ["read"], portal: "session", openedAt: clock.now(), validUntil };
    expect(await keys.identify(session.text)).toMatchObject(opened);
    expect(await keys.identify(token)).toBeUndefined();
    expect(await links.open(partner, link.id)).toBe("openedBefore");
  });

  it("is opened by one of two requests at the same time", async () => {
    const { link } = await linkBy();
    const worker = workerOn(meanwhile(table, "put", () => links.open(partner, link.id)));
    expect(await worker.links.open(partner, link.id)).toBe("openedBefore");
  });

  it("is listed until it or its maker ends, page by page", async () => {
    const { key: other } = await keys.create(partner, newKey);
    const made: string[] = [];
    for (const by of [key.id, other.id, key.id, "environment", key.id]) {
      made.push((await linkBy(by)).link.id);
      clock.advance(1);
    }
    const [first, ofOther, second, ofDeployment, third] = made;
    const listed = async (after?: string) => {
      const { items, more } = await links.list(partner, { after, limit: 2 });
      return [items.map(({ id }) => id), more];
    };
    expect(await listed()).toEqual([[first, ofOther], true]);
    await keys.revoke(partner, other.id);
    expect(await listed()).toEqual([[first, second], true]);
    expect(await listed(second)).toEqual([[ofDeployment, third], false]);
    clock.advance(10 * minute - 3);
    expect(await listed(first)).toEqual([[ofDeployment, third], false]);
  });

  it("of an earlier release, which names no maker, is valid", async () => {
    const { link } = await linkBy();
    await table.update({ key: apiKeyKey(partner, link.id), remove: ["madeBy"] });
    await keys.revoke(partner, key.id);
    expect((await links.list(partner, { limit: 2 })).items).toMatchObject([{ id: link.id }]);
  });

  it("counts until it is revoked or has ended, and a repeat counts once", async () => {
    const wanted = newLink(key.id);
    const { link } = within(await links.create(partner, wanted, draw(false)));
    const total = () => table.items.find(({ sk }) => sk === "quota#portal-links")?.["total"];
    expect(within(await links.create(partner, wanted, draw(true))).link).toEqual(link);
    expect(total()).toBe(1);
    expect(await links.revoke(partner, link.id)).toBe("revoked");
    expect(total()).toBe(0);
    expect(await links.revoke(partner, link.id)).toBe("notFound");
    expect(total()).toBe(0);
    await linkBy();
    within(await links.create(partner, { ...newLink(key.id), validUntil: clock.now() + 71 * minute }));
    clock.advance(70 * minute);
    await linkBy();
    expect(total()).toBe(2);
    const full = { key: { pk: `partner#${partner}`, sk: "quota#portal-links" }, set: { total: mostPortalLinks } };
    await table.update(full);
    expect(await links.create(partner, newLink(key.id))).toBe("quotaExceeded");
    const unstored = seededDraw("1".repeat(32), clock.now(), true);
    expect(await links.create(partner, newLink(key.id), unstored)).toBe("quotaExceeded");
  });

  it("may be framed by its partner while it is valid, if it was made for that", async () => {
    const plain = await linkBy();
    expect([plain.frame, plain.link.frameHash]).toEqual([undefined, undefined]);
    expect(plain.link).not.toHaveProperty("frameHash");
    const framed = () => links.create(partner, { ...newLink(key.id), isFramed: true });
    const [{ frame = "", link }, other] = [within(await framed()), within(await framed())];
    expect(await links.partnerFraming(frame)).toBe(partner);
    for (const wrong of ["", frame.slice(1), `${frame.slice(0, -8)}AAAAAAAA`, plain.token.slice("fh_".length)])
      expect(await links.partnerFraming(wrong)).toBeUndefined();
    expect(await keys.identify(frame)).toBeUndefined();
    expect(await keys.identify(`fh_${frame}`)).toBeUndefined();
    await links.revoke(partner, link.id);
    expect(await links.partnerFraming(frame)).toBeUndefined();
    await keys.revoke(partner, key.id);
    expect(await links.partnerFraming(other.frame ?? "")).toBeUndefined();
  });

  it("whose creator is revoked isn't recorded as used", async () => {
    const made = await linkBy();
    await keys.revoke(partner, key.id);
    expect(await keys.identify(made.token)).toBeUndefined();
    expect(await stored(made.link.id)).not.toHaveProperty("lastUsedAt");
  });

  it("that was opened isn't closed by a repeat that began before it was stored", async () => {
    const wanted = newLink(key.id);
    const worker = workerOn(
      meanwhile(table, "put", async () => {
        const first = within(await links.create(partner, wanted, draw(false)));
        await links.open(partner, first.link.id);
      }),
    );
    const repeated = within(await worker.links.create(partner, wanted, draw(true)));
    expect(await links.open(partner, repeated.link.id)).toBe("openedBefore");
  });

  it("that is opened at its last moment isn't removed with the expired ones", async () => {
    const made = await linkBy();
    clock.advance(70 * minute);
    const worker = workerOn(meanwhile(table, "remove", () => links.open(partner, made.link.id)));
    await worker.links.create(partner, newLink(key.id));
    expect(await stored(made.link.id)).toMatchObject({ portal: "session" });
  });
});
