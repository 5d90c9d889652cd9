import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { FolderTree } from "../../../../shared/mirror/documents/owner-read.ts";
import { folderPartition } from "../../../../shared/mirror/mirror-key.ts";
import { observeFolderList } from "../../../../shared/polling/documents/observe-folder-list.ts";
import { observeFolders } from "../../../../shared/polling/owners/prove-missing.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { faked } from "../../../support/faked.ts";
import { acme, third } from "../../mirror/documents/document-parts.ts";
import { sinksWith } from "../../mirror/documents/sinks-fixture.ts";

const [one, two] = [
  { id: "f1", name: "A", parentId: null },
  { id: "f2", name: "B", parentId: "f1" },
];

function sinkOf() {
  const fixture = sinksWith();
  const { clock, parts, mirror, read } = fixture;
  const guard = faked(RemovalGuard, {
    weigh: async () => ({ verdict: "free" }) as const,
    release: async () => undefined,
    count: async () => undefined,
  });
  const proving = {
    mirror: { observeFolders: (tree: FolderTree) => observeFolderList(parts, tree) },
    ...{ guard, clock, timings: { ...parts.timings, heldReview: 0 } },
  };
  const feed = { instance: "acme", feedId: "acme#owner", drained: true };
  const take = (tree: FolderTree) => observeFolders(proving, { feed }, tree, false);
  const observe = (bodies: readonly JsonObject[], rest: Partial<FolderTree> = {}) => {
    const shown = new Set(bodies.flatMap(({ id }) => (typeof id === "string" ? id : [])));
    return take({ ...fixture.listOf(bodies, rest), shown, unidentified: 0, ownerIsGone: false, ...rest });
  };
  const drop = async (owner: Owner = acme, instance = "acme") => {
    const outcome = await take({
      ...{ ...read, owner, instance, rows: [], shown: new Set<string>(), unidentified: 0, ownerIsGone: true },
      moment: { beganAt: Number.MAX_SAFE_INTEGER, asOf: 0 },
    });
    return outcome.outcome === "observed" ? outcome.changed : 0;
  };
  const states = () => mirror.items.map(({ id, state }) => `${id as string} ${state as string}`).sort();
  return { ...fixture, observe, drop, states };
}

const observed = (changed: number, open = false) => ({ outcome: "observed", changed, ...(open && { open }) });

describe("an owner's folder list", () => {
  test("says how many folders changed; an unchanged one writes nothing", async () => {
    const { observe, table, events } = sinkOf();
    expect(await observe([one, two])).toEqual(observed(2));
    expect(await observe([one, two])).toEqual(observed(0));
    expect(table.asked).toEqual({ puts: 1, queries: 2 });
    expect(await observe([{ ...one, name: "C" }, two])).toEqual(observed(1));
    expect(events.map(({ type, subject }) => `${type} ${subject.id}`)).toEqual([
      "folder.created f1",
      "folder.created f2",
      "folder.renamed f1",
    ]);
  });

  test("leaves a missing folder undecided until another one lacks it too", async () => {
    const { observe, clock, states } = sinkOf();
    await observe([one, two]);
    expect(await observe([one])).toEqual(observed(0, true));
    expect(await observe([one])).toEqual(observed(0, true));
    clock.advance(60_000);
    expect(await observe([one])).toEqual(observed(1));
    expect(states()).toEqual(["f1 live", "f2 deleted"]);
    expect(await observe([one])).toEqual(observed(0));
  });

  test("removes a missing folder at once if the journal recorded that folders were deleted", async () => {
    const { observe, events } = sinkOf();
    await observe([one, two]);
    const unreadable = { foldersDeleted: true, unidentified: 1 };
    expect(await observe([one], unreadable), "a row without an id may be the folder").toEqual(observed(0, true));
    expect(await observe([one], { foldersDeleted: true })).toEqual(observed(1));
    expect(events.at(-1)).toMatchObject({ type: "folder.removed", subject: { id: "f2" }, reason: "journal" });
  });

  test("leaves a missing folder undecided if it may be older than the stored one, whatever the journal recorded", async () => {
    const { observe, clock, states } = sinkOf();
    await observe([one, two]);
    const moment = { beganAt: clock.now() + 1_999, asOf: clock.now() };
    expect(await observe([one], { moment, foldersDeleted: true })).toEqual(observed(0, true));
    expect(states()).toEqual(["f1 live", "f2 live"]);
  });

  test("is compared again if another worker wrote a folder meanwhile, without publishing anything twice", async () => {
    const { observe, table, writtenElsewhere, stands, events } = sinkOf();
    await observe([one, two]);
    let writes = 0;
    table.beforePut = async () => {
      writes += 1;
      if (writes === 1) await writtenElsewhere("f1");
    };
    const renamed = [
      { ...one, name: "C" },
      { ...two, name: "D" },
    ];
    expect(await observe(renamed)).toEqual(observed(2));
    expect([stands("f1"), stands("f2")]).toMatchObject([{ rev: 3 }, { rev: 2 }]);
    expect(events.slice(2).map(({ type, subject }) => `${type} ${subject.id}`)).toEqual([
      "folder.renamed f2",
      "folder.renamed f1",
    ]);
    expect(table.asked).toEqual({ puts: 3, queries: 3 });
  });

  test("fails with its owner's name if other workers keep writing a folder", async () => {
    const { observe, table, writtenElsewhere } = sinkOf();
    await observe([one]);
    table.beforePut = () => writtenElsewhere("f1");
    await expect(observe([{ ...one, name: "C" }])).rejects.toMatchObject({
      code: "contention",
      message: expect.stringMatching(/^the folder list of Company a of acme /),
    });
  });

  test("of an unknown instance is refused, and nothing is written", async () => {
    const { observe, mirror } = sinkOf();
    expect(await observe([one], { instance: "left" })).toEqual({ outcome: "incomplete", reason: "refused" });
    expect(mirror.items).toEqual([]);
  });

  test("quarantines a folder that no item can hold", async () => {
    const { observe, table } = sinkOf();
    const owner = { type: "Company", id: "x".repeat(400_000) } as const;
    expect(await observe([one], { owner })).toEqual({
      ...observed(0),
      quarantined: [{ id: "f1", reason: "too_large" }],
    });
    expect(table.asked.puts).toBe(0);
  });

  test("fails with the folder's name if a stored one can't be read", async () => {
    const { observe, mirror } = sinkOf();
    await mirror.put([{ item: { pk: folderPartition("acme", acme), sk: "f1" } }]);
    await expect(observe([one])).rejects.toThrow(/^folder f1 has an unknown shape at /);
  });
});

describe("the folders of a removed owner", () => {
  test("are removed with it, once, and counted", async () => {
    const { observe, drop, states, events, table } = sinkOf();
    await observe([one, two]);
    events.length = 0;
    expect(await drop()).toBe(2);
    expect(events).toMatchObject([
      { type: "folder.removed", subject: { id: "f1" }, reason: "cascade" },
      { type: "folder.removed", subject: { id: "f2" }, reason: "cascade" },
    ]);
    expect(states()).toEqual(["f1 deleted", "f2 deleted"]);
    expect(await drop()).toBe(0);
    expect([events.length, table.asked]).toEqual([2, { puts: 3, queries: 3 }]);
  });

  test("aren't removed by a cascade if the owner is a phase, whose removal isn't published", async () => {
    const { observe, drop, events } = sinkOf();
    const phase = { ...third, subOwner: "phase" } as const;
    await observe([one], { owner: phase });
    expect(await drop(phase)).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "folder.removed", reason: "not_found_or_no_access" });
  });

  test("are checked again by the next visit if another worker wrote one meanwhile", async () => {
    const { observe, drop, states, table, writtenElsewhere, events } = sinkOf();
    await observe([one, two]);
    events.length = 0;
    let writes = 0;
    table.beforePut = async () => {
      writes += 1;
      if (writes === 2) await writtenElsewhere("f2");
    };
    await expect(drop()).rejects.toMatchObject({
      code: "contention",
      message: expect.stringMatching(/^folders of Company a of acme /),
    });
    expect(states()).toEqual(["f1 deleted", "f2 live"]);
    expect(await drop()).toBe(1);
    expect(events.map(({ subject }) => subject.id)).toEqual(["f1", "f2"]);
  });

  test("are removed except for one whose item has no room for it", async () => {
    const { observe, drop, states, mirror, stands } = sinkOf();
    await observe([one, two]);
    await mirror.put([{ item: { ...stands("f1")!, partner: "x".repeat(385_000) } }]);
    await drop();
    expect(states()).toEqual(["f1 live", "f2 deleted"]);
  });

  test("stay if the instance is unknown", async () => {
    const { observe, drop, states, mirror } = sinkOf();
    await observe([one]);
    const item = mirror.items[0]!;
    await mirror.put([{ item: { ...item, pk: folderPartition("left", acme), instance: "left" } }]);
    expect(await drop(acme, "left")).toBe(0);
    expect(states()).toEqual(["f1 live", "f1 live"]);
  });
});
