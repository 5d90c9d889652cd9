import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { acme, other, ownersWorld } from "../support/owners-fixture.ts";

const many: readonly Owner[] = [acme, other];

/** Two owners with as many documents or folders each, read once. */
async function worldOf(kind: "document" | "folder", each: number) {
  const { fixture, source, clock, timings } = ownersWorld();
  const idOf = (owner: Owner, at: number) => `${owner.id}${String(at).padStart(4, "0")}`;
  for (const owner of many)
    for (let at = 0; at < each; at += 1)
      if (kind === "document") source.add(idOf(owner, at), owner);
      else source.addFolder(idOf(owner, at), owner);
  for (const owner of many) await fixture.see(owner, 10_000);
  const lose = (owner: Owner, count: number) => {
    for (let at = 0; at < count; at += 1)
      if (kind === "document") source.documents.delete(idOf(owner, at));
      else source.folders.delete(idOf(owner, at));
  };
  /** The owner's next two passes: what they publish. */
  const passes = async (owner: Owner) => {
    const events = [];
    for (let pass = 0; pass < 2; pass += 1) {
      clock.advance(timings.snapshotPeriod);
      events.push(...(await fixture.see(owner, 10_000)));
    }
    return events.map(({ type }) => type);
  };
  const holds = () => fixture.operator.list("acme");
  return { fixture, lose, passes, holds };
}

describe.each(["document", "folder"] as const)("of 1,300 %ss", (kind) => {
  test("25 missing ones are removed, because they are fewer than 2 %", async () => {
    const { lose, passes, holds } = await worldOf(kind, 650);
    lose(acme, 25);
    expect(await passes(acme)).toEqual(Array.from({ length: 25 }, () => `${kind}.removed`));
    expect(await holds()).toEqual([]);
  });

  test("120 missing ones are held, the notice gives the total, and an operator approves them", async () => {
    const { fixture, lose, passes, holds } = await worldOf(kind, 650);
    lose(acme, 120);
    expect(await passes(acme)).toEqual([]);
    expect(await holds()).toMatchObject([{ source: kind, missing: 120, known: 1_300 }]);
    await fixture.operator.decide("acme", kind, "approved");
    expect(await passes(acme)).toEqual(Array.from({ length: 120 }, () => `${kind}.removed`));
    expect(await holds()).toEqual([]);
  });
});

test("30 of 60 folders are held, and dismissed ones are live as before", async () => {
  const { fixture, lose, passes, holds } = await worldOf("folder", 30);
  lose(acme, 30);
  expect(await passes(acme)).toEqual([]);
  expect(await holds()).toMatchObject([{ source: "folder", missing: 30, known: 60 }]);
  await fixture.operator.decide("acme", "folder", "dismissed");
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(await fixture.see()).toEqual([]);
  expect(await holds()).toEqual([]);
  const folders = fixture.mirror.items.filter((item) => item["resource"] === "folder");
  expect(folders.every((item) => item["state"] === "live" && item["missingAt"] === undefined)).toBe(true);
});

test("those of a removed owner no longer count as known", async () => {
  const { fixture, lose, passes, holds } = await worldOf("document", 300);
  fixture.source.gone.add("Company a");
  lose(acme, 300);
  await fixture.see(acme, 10_000);
  fixture.clock.advance(fixture.timings.confirmGap);
  await fixture.see(acme, 10_000);
  lose(other, 25);
  expect(await passes(other)).toEqual([]);
  expect(await holds()).toMatchObject([{ source: "document", known: 300 }]);
});

describe("a row without a readable id", () => {
  test("in an owner's document list holds that many removals of that owner", async () => {
    const { fixture, lose, passes, holds } = await worldOf("document", 5);
    fixture.source.unreadable.push({ id: 7, name: "?" });
    lose(acme, 1);
    expect(await passes(acme)).toEqual([]);
    lose(acme, 2);
    expect(await passes(acme)).toEqual(["document.removed", "document.removed"]);
    expect(await holds()).toEqual([]);
  });

  test("in its folder list holds all removals of its folders, which can't be read by id", async () => {
    const { fixture, lose, passes } = await worldOf("folder", 5);
    fixture.source.unreadableFolders.push({ id: null, name: "?" });
    lose(acme, 2);
    expect(await passes(acme)).toEqual([]);
    fixture.source.unreadableFolders.splice(0);
    expect(await passes(acme)).toEqual(["folder.removed", "folder.removed"]);
  });
});
