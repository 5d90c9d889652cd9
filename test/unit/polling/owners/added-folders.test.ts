import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { withAddedFolders, withoutLookedAt } from "../../../../shared/polling/owners/journal-news.ts";
import { acme, type OwnersFixture, ownersWorld } from "../support/owners-fixture.ts";

type Fixture = OwnersFixture;

/** Adds a folder an hour after the connection, as the source does: with an entry that names its path. */
function addFolder({ source }: Fixture, id: string, name: string, parentId?: string): void {
  source.addFolder(id, acme, { name, ...(parentId !== undefined && { parentId }) });
  const folderPath = parentId === undefined ? [name] : ["Old", name];
  source.record(acme, { operation: "FOLDER_INSERT", folderPath, changed: source.at() });
}

function connectedAnHourAgo(): Fixture {
  const { fixture } = ownersWorld();
  fixture.baseline.add("a");
  fixture.source.addFolder("old", acme, { name: "Old" });
  fixture.clock.advance(3_600_000);
  return fixture;
}

const seen = async (fixture: Fixture) =>
  (await fixture.see()).map(({ type, subject, baseline }) => [
    type,
    subject.id,
    baseline === true ? "baseline" : "new",
  ]);

test("a folder that was added between the connection and its owner's first list is no baseline", async () => {
  const fixture = connectedAnHourAgo();
  addFolder(fixture, "f1", "New");
  addFolder(fixture, "f2", "Below", "old");
  expect(await seen(fixture)).toEqual([
    ["folder.created", "old", "baseline"],
    ["folder.created", "f1", "new"],
    ["folder.created", "f2", "new"],
  ]);
  expect(await seen(fixture)).toEqual([]);
});

test("a folder that the first list shows before its journal entry can be read is published as created once the entry appears", async () => {
  const fixture = connectedAnHourAgo();
  const changed = fixture.source.at();
  fixture.source.addFolder("f1", acme, { name: "New" });
  expect(await seen(fixture)).toEqual([
    ["folder.created", "old", "baseline"],
    ["folder.created", "f1", "baseline"],
  ]);
  fixture.source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["New"], changed });
  const events = await fixture.see();
  expect(events).toMatchObject([{ type: "folder.created", subject: { id: "f1", seq: 1_002 }, detectedBy: "journal" }]);
  expect(events[0]).not.toHaveProperty("baseline");
  fixture.source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["New"], changed });
  expect(await seen(fixture)).toEqual([]);
});

test("a folder that was added and then renamed and moved with its parent is found where it is now", async () => {
  const fixture = connectedAnHourAgo();
  addFolder(fixture, "f1", "First", "old");
  const { source } = fixture;
  source.folders.get("f1")!.name = "Other";
  const moved = (changedField: string, previousFolderPath: readonly string[], folderPath: readonly string[]) => {
    fixture.clock.advance(1_000);
    source.record(acme, {
      operation: "FOLDER_UPDATE",
      changedField,
      previousFolderPath,
      folderPath,
      changed: source.at(),
    });
  };
  moved("FOLDER_NAME", ["Old", "First"], ["Old", "Other"]);
  moved("FOLDER_NAME", ["Old"], ["Older"]);
  source.folders.get("old")!.name = "Older";
  expect(await seen(fixture)).toEqual([
    ["folder.created", "old", "baseline"],
    ["folder.created", "f1", "new"],
  ]);
});

test.each([
  ["a sibling of the same name might be meant", "sibling"],
  ["the entry is older than the connection", "older"],
  ["a folder of that path was deleted again", "deleted"],
])("what the first list shows stays baseline if %s", async (_, why) => {
  const fixture = connectedAnHourAgo();
  const { source, clock } = fixture;
  source.addFolder("f1", acme, { name: "New" });
  if (why === "sibling") source.addFolder("f2", acme, { name: "New" });
  const changed = why === "older" ? "2025-01-01T00:00:00Z" : source.at();
  source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["New"], changed });
  clock.advance(1_000);
  if (why === "deleted")
    source.record(acme, { operation: "FOLDER_DELETE", previousFolderPath: ["New"], changed: source.at() });
  expect((await seen(fixture)).map(([, , kind]) => kind)).not.toContain("new");
});

test("a folder that is added after the first list differs from the stored one of its name", async () => {
  const fixture = connectedAnHourAgo();
  await fixture.see();
  fixture.clock.advance(3_600_000);
  fixture.source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["Old"], changed: fixture.source.at() });
  expect(await seen(fixture)).toEqual([]);
});

test("the latest of many added folders are noted, and none whose entry has no readable path", () => {
  const entry = (body: { [name: string]: string | string[] }) => ({
    fingerprint: "f",
    occurrence: 0,
    baseline: false,
    body,
  });
  const at = (second: number) => new Date(second * 1_000).toISOString();
  const many = Array.from({ length: 150 }, (_, second) =>
    entry({ operation: "FOLDER_INSERT", folderPath: [`f${second}`], changed: at(second) }),
  );
  const notes = withAddedFolders([], many);
  expect(notes).toHaveLength(100);
  expect(notes.at(-1)).toEqual({ at: 149_000, paths: [["f149"]] });
  expect(withAddedFolders([], [entry({ operation: "FOLDER_INSERT", folderPath: "f", changed: at(1) })])).toEqual([]);
  expect(withAddedFolders([], [entry({ operation: "FOLDER_INSERT", folderPath: [], changed: at(1) })])).toEqual([]);
  const wandering = Array.from({ length: 9 }, (_, place) =>
    entry({
      operation: "FOLDER_UPDATE",
      previousFolderPath: place === 0 ? ["f149"] : [`p${place}`],
      folderPath: [`p${place + 1}`],
      changed: at(200 + place),
    }),
  );
  expect(withAddedFolders(notes, wandering)).toHaveLength(99);
});

test("a pass's notes are dropped wherever their folders have moved; later additions stay noted", () => {
  const looked = [{ at: 1, paths: [["a"]] }];
  const notes = [
    { at: 1, paths: [["a"], ["b"]] },
    { at: 1, paths: [["c"]] },
  ];
  expect(withoutLookedAt(notes, looked)).toEqual([{ at: 1, paths: [["c"]] }]);
});

test("only the notes that a pass has handled are dropped, and not others with the same path", () => {
  const [first, second] = [1, 2].map((at) => ({ at, paths: [["New"]] }));
  expect(withoutLookedAt([first!, second!], [first!])).toEqual([second]);
});

const at = (second: number) => new Date(second * 1_000).toISOString();
const entryOf = (second: number, operation: string, paths: JsonObject, baseline = false) => ({
  ...{ fingerprint: "f", occurrence: 0, baseline },
  body: { operation, changed: at(second), ...paths },
});
const [ab, c] = [
  { at: 1_000, paths: [["x"], ["a", "b"]] },
  { at: 2_000, paths: [["c"]] },
];

test.each([
  ["a deletion above one of the paths", "FOLDER_DELETE", { previousFolderPath: ["a"] }, [c]],
  ["a deletion of the folder", "FOLDER_DELETE", { previousFolderPath: ["a", "b"] }, [c]],
  ["a deletion beside it", "FOLDER_DELETE", { previousFolderPath: ["a", "c"] }, [ab, c]],
  ["a deletion without a path", "FOLDER_DELETE", {}, []],
  ["a move without its former path", "FOLDER_UPDATE", { folderPath: ["d"] }, [ab, c]],
  ["a move without its new path", "FOLDER_UPDATE", { previousFolderPath: ["c"] }, [ab, c]],
  ["a move", "FOLDER_UPDATE", { previousFolderPath: ["c"], folderPath: ["d"] }, [ab, { ...c, paths: [["c"], ["d"]] }]],
  ["an added folder with an unreadable name", "FOLDER_INSERT", { folderPath: ["d", 5] }, [ab, c]],
  ["an added folder", "FOLDER_INSERT", { folderPath: ["d"] }, [ab, c, { at: 9_000, paths: [["d"]] }]],
])("%s changes the notes", (_, operation, paths, expected) => {
  expect(withAddedFolders([ab, c], [entryOf(9, operation, paths)])).toEqual(expected);
});

test("entries count in the order of their times, and baseline entries don't count", () => {
  const added = entryOf(3, "FOLDER_INSERT", { folderPath: ["d"] });
  const moved = entryOf(4, "FOLDER_UPDATE", { previousFolderPath: ["d"], folderPath: ["e"] });
  const old = entryOf(2, "FOLDER_INSERT", { folderPath: ["d"] }, true);
  expect(withAddedFolders([], [moved, added, old])).toEqual([{ at: 3_000, paths: [["d"], ["e"]] }]);
});

test("a note may have eight paths", () => {
  const paths = (count: number) => Array.from({ length: count }, (_, place) => [`p${String(place)}`]);
  const added = [entryOf(9, "FOLDER_UPDATE", { previousFolderPath: ["p0"], folderPath: ["new"] })];
  expect(withAddedFolders([{ at: 1, paths: paths(7) }], added)).toHaveLength(1);
  expect(withAddedFolders([{ at: 1, paths: paths(8) }], added)).toHaveLength(0);
});
