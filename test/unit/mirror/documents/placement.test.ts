import { expect, test } from "vitest";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import {
  isSameOwner,
  listedFolderIn,
  ownerOfKey,
  placementOf,
  placementsIn,
  sameFolders,
  withoutSeparator,
} from "../../../../shared/mirror/documents/placement.ts";
import { arrayVisits } from "../../../support/array-visits.ts";
import { acme, documentItem } from "./document-parts.ts";

test("folders are compared regardless of order", () => {
  expect(sameFolders(["f", "g"], ["g", "f"])).toBe(true);
  expect(sameFolders(["g", "f"], ["f", "g"])).toBe(true);
  expect(sameFolders(["f", "g"], ["f", "h"])).toBe(false);
  expect(sameFolders(["f", "g"], ["f"])).toBe(false);
  expect(sameFolders(["f"], ["f", "g"])).toBe(false);
  expect(sameFolders(["a", "bc"], ["ab", "c"])).toBe(false);
  expect(sameFolders(["a", "b"], ["a\nb"])).toBe(false);
  expect(sameFolders()).toBe(true);
  expect(sameFolders(["f"])).toBe(false);
});

test("owners are equal by type and id, whatever else is known of them", () => {
  expect(isSameOwner({ type: "Project", id: "1", subOwner: "phase" }, { type: "Project", id: "1" })).toBe(true);
  expect(isSameOwner(acme, { type: "Person", id: acme.id })).toBe(false);
  expect(isSameOwner(acme, { type: acme.type, id: "z" })).toBe(false);
});

test("hazard 66: an owner is read from its key whatever its id holds, and separators are replaced", () => {
  expect(ownerOfKey("Company#1#2")).toEqual({ type: "Company", id: "1#2" });
  expect(() => ownerOfKey("")).toThrow();
  expect(withoutSeparator("1#2%#")).toBe("1%232%25%23");
});

test("a document without an owner is a corrupt item", () => {
  expect(placementOf(documentItem({ placements: undefined }))).toEqual({ primary: acme, placements: {} });
  expect(() => placementOf(documentItem({ owner: undefined }))).toThrow(CorruptItemError);
  expect(() => placementOf(documentItem({ owner: undefined }))).toThrow("document d1 has no owner");
});

test("a body's folders and placements are read, and missing ones aren't guessed", () => {
  expect(listedFolderIn({ folderId: "f" })).toBe("f");
  expect(listedFolderIn({ folderId: null })).toBe("");
  expect(listedFolderIn({ folderId: 7 })).toBe("");
  const placed = (folderId: string | null) => ({ entityType: "Company", entityId: "a", folderId });
  expect(placementsIn({ placements: [placed("g"), placed(null), placed("f")] })).toEqual({
    "Company#a": ["", "f", "g"],
  });
  expect(placementsIn({ placements: "many" })).toBeUndefined();
});

test("twice as many folders of one owner take twice as many steps", async () => {
  const steps = (folders: number) => {
    const placements = Array.from({ length: folders }, (_, at) => {
      return { entityType: "Company", entityId: "a", folderId: String(at) };
    });
    return arrayVisits(() => {
      expect(placementsIn({ placements })?.["Company#a"]).toHaveLength(folders);
    });
  };
  expect((await steps(400)) / (await steps(200))).toBeLessThan(2.1);
});
