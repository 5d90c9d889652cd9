import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { withNamedOwners } from "../../../../shared/mirror/documents/write-document.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { documentItem, now } from "./document-parts.ts";

const bare = { type: "Project", id: "a1" } as const;
const activity = { ...bare, subOwner: "activity" } as const;
const company = { type: "Company", id: "a" } as const;
const project: Owner = { type: "Project", id: "j1" };

const entry = (seq: number, ...facts: Fact[]): ChangeLogEntry => ({
  seq,
  observedAt: now,
  detectedBy: "journal",
  facts,
});

/** The item with its owners' names, where feeds know the owner `a1` as an activity, and who was asked for. */
async function named(item: MirrorItem, certain: readonly Owner[] = []) {
  const asked: Owner[][] = [];
  const known = async (_: string, owners: readonly Owner[]) => {
    asked.push([...owners]);
    return owners.some(({ id }) => id === "a1") ? [activity] : [];
  };
  return { item: await withNamedOwners({ known }, item, certain), asked };
}

test("an activity that the source calls a project is named as owner in the newest facts and in a relocation's target", async () => {
  const older = entry(1, { type: "document.created", key: "", owner: bare });
  const renaming = { field: "name", from: "A", to: "B" };
  const newest = entry(
    2,
    {
      type: "document.relocated",
      key: "",
      owner: bare,
      changes: [{ field: "owner", from: company, to: bare }],
    },
    { type: "document.renamed", key: "", owner: bare, changes: [renaming] },
    { type: "document.placement_added", key: "k", owner: company },
  );
  const item = documentItem({ owner: bare, changeLog: [older, newest] });
  const result = await named(item, [company]);
  expect(result.asked).toEqual([[bare, bare, bare]]);
  expect(result.item).toEqual({
    ...item,
    owner: activity,
    changeLog: [
      older,
      entry(
        2,
        {
          ...{ type: "document.relocated", key: "", owner: activity },
          changes: [{ field: "owner", from: company, to: activity }],
        },
        { type: "document.renamed", key: "", owner: activity, changes: [renaming] },
        { type: "document.placement_added", key: "k", owner: company },
      ),
    ],
  });
});

test("a relocation whose change wasn't kept is published without one", async () => {
  const changeLog = [entry(2, { type: "document.relocated", key: "", owner: bare })];
  const { item } = await named(documentItem({ owner: bare, changeLog }));
  expect(item.changeLog[0]?.facts).toEqual([{ type: "document.relocated", key: "", owner: activity }]);
});

test("the source isn't asked for companies and persons, nor for owners that the feed or the previous item knows", async () => {
  const ofCompany = documentItem({ changeLog: [entry(2, { type: "document.created", key: "", owner: company })] });
  const result = await named(ofCompany);
  expect(result.asked).toEqual([]);
  expect(result.item).toBe(ofCompany);
  const known = await named(documentItem({ owner: bare }), [activity]);
  expect([known.asked, known.item.owner]).toEqual([[], activity]);
});

test("an item without an activity or a phase among its owners doesn't change", async () => {
  const item = documentItem({ owner: project, changeLog: [entry(2, { type: "document.created", key: "" })] });
  const result = await named(item);
  expect(result.asked).toEqual([[project]]);
  expect(result.item).toBe(item);
});

test("an owner keeps its name if a feed knows only its type", async () => {
  const phase: Owner = { type: "Project", id: "f1", subOwner: "phase" };
  const changeLog = [entry(2, { type: "document.placement_added", key: "", owner: phase })];
  const { item } = await named(documentItem({ owner: activity, changeLog }), [activity, { type: "Project", id: "f1" }]);
  expect(item).toMatchObject({ owner: activity, changeLog: [{ facts: [{ owner: phase }] }] });
});

test("an item without facts, or whose facts have no owner, is named too", async () => {
  const without = await named(documentItem({ owner: bare, changeLog: [] }));
  expect(without.item).toEqual({ ...documentItem({ changeLog: [] }), owner: activity });
  const changeLog = [entry(2, { type: "document.created", key: "" })];
  const { item, asked } = await named(documentItem({ owner: bare, changeLog }));
  expect(item).toEqual({ ...documentItem({ changeLog }), owner: activity });
  expect(asked).toEqual([[bare]]);
});
