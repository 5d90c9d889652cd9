import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../../shared/kernel/errors.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { DocumentObservation } from "../../../../shared/mirror/documents/document-observation.ts";
import {
  isSameOwner,
  listedFolderIn,
  ownerOfKey,
  type Placements,
  placementAfter,
  placementOf,
  placementsIn,
  sameFolders,
  withoutSeparator,
} from "../../../../shared/mirror/documents/placement.ts";
import { arrayVisits } from "../../../support/array-visits.ts";
import { acme, documentItem, listed, now, observationOf, other, third } from "./document-parts.ts";

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

type Seen = Partial<DocumentObservation> & {
  readonly before: Placements;
  /** The folder that the list shows; undefined: the list doesn't show the document. */
  readonly folder?: string | undefined;
  /** What the read by id says besides. */
  readonly body?: JsonObject;
};

const of = (owner: Owner) => ({ entityType: owner.type, entityId: owner.id });
const placements = (...shown: readonly (readonly [Owner, string | null])[]) => ({
  placements: shown.map(([owner, folderId]) => ({ ...of(owner), folderId })),
});

/** The placements of the document of `acme` after a list was read. */
function after({ before, folder, body = of(acme), ...rest }: Seen) {
  const row = folder === undefined ? undefined : { ...listed, folderId: folder };
  const fetched = { body: { ...listed, ...body }, moment: { beganAt: now, asOf: now } };
  return placementAfter({ primary: acme, placements: before }, observationOf(row, rest), fetched);
}

describe("an owner's list", () => {
  test("adds its own placement, as news except in the owner's first pass", () => {
    const seen = { before: { "Company#a": ["f"] }, owner: other, folder: "g" };
    const placement = { primary: acme, placements: { "Company#a": ["f"], "Person#b": ["g"] } };
    expect(after(seen)).toEqual({ outcome: "ok", placement, silent: false });
    expect(after({ ...seen, draining: true })).toEqual({ outcome: "ok", placement, silent: true });
  });

  test("of the primary owner shows no news if another owner's showed the document first", () => {
    const placement = { primary: acme, placements: { "Company#a": ["f"], "Person#b": [""] } };
    const seen = { before: { "Person#b": [""] }, folder: "f" };
    expect(after(seen)).toEqual({ outcome: "ok", placement, silent: true });
  });

  test("moves its own placement as news, even in a first pass, and leaves the others' alone", () => {
    const seen = { before: { "Company#a": ["f"], "Person#b": [""] }, folder: "g", draining: true };
    const placement = { primary: acme, placements: { "Company#a": ["g"], "Person#b": [""] } };
    expect(after(seen)).toEqual({ outcome: "ok", placement, silent: false });
  });

  test("without the document removes another owner's placement, but not the primary owner's", () => {
    const before = { "Company#a": ["f"], "Person#b": [""] };
    expect(after({ before })).toMatchObject({ placement: { placements: before }, silent: false });
    expect(after({ before, owner: other })).toMatchObject({ placement: { placements: { "Company#a": ["f"] } } });
    expect(after({ before: { "Person#b": [""] } })).toEqual({
      outcome: "ok",
      placement: { primary: acme, placements: { "Person#b": [""] } },
      silent: false,
    });
  });
});

describe("a read by id with placements", () => {
  test("is newer than the list it followed", () => {
    const body = { ...of(acme), ...placements([acme, "h"], [other, "i"], [third, "j"]) };
    const before = { "Company#a": ["f"] };
    expect(after({ before, folder: "g", body })).toMatchObject({ placement: { placements: { "Company#a": ["h"] } } });
    expect(after({ before, owner: other, folder: "g", body })).toMatchObject({
      placement: { placements: { "Company#a": ["f"], "Person#b": ["i"] } },
      silent: false,
    });
  });

  test("ends placements that it doesn't show, whatever the list showed", () => {
    const before = { "Company#a": ["f"], "Person#b": ["g"] };
    const seen = { before, owner: other, folder: "g", body: { ...of(acme), ...placements([acme, "f"]) } };
    expect(after(seen)).toEqual({
      outcome: "ok",
      placement: { primary: acme, placements: { "Company#a": ["f"] } },
      silent: false,
    });
    expect(after({ ...seen, before: { "Company#a": ["f"] } })).toMatchObject({
      placement: { placements: { "Company#a": ["f"] } },
    });
  });

  test("and none for its primary owner leaves it where the list shows it, or where it was, or at the top", () => {
    const body = { ...of(acme), ...placements([other, "g"]) };
    const folders = (seen: Omit<Seen, "body">) => {
      const known = after({ ...seen, body });
      return known.outcome === "ok" ? known.placement.placements["Company#a"] : undefined;
    };
    expect(folders({ before: { "Company#a": ["f"] }, folder: "h" })).toEqual(["h"]);
    expect(folders({ before: { "Company#a": ["f"] } })).toEqual(["f"]);
    expect(folders({ before: {} })).toEqual([""]);
  });
});

describe("hazard 48: a relocation", () => {
  test("that the document itself names removes the former owner's placement, and is news even in a first pass", () => {
    const seen = { before: { "Company#a": ["f"], "Project#c": [""] }, owner: other, folder: "g", body: of(other) };
    const placement = { primary: other, placements: { "Person#b": ["g"], "Project#c": [""] } };
    expect(after(seen)).toEqual({ outcome: "ok", placement, silent: false });
    expect(after({ ...seen, draining: true })).toEqual({ outcome: "ok", placement, silent: false });
  });

  test("keeps the former owner's placement if the document shows it", () => {
    const seen = { before: { "Company#a": ["f"] }, owner: other, folder: "g" };
    expect(after({ ...seen, body: { ...of(other), ...placements([acme, "f"], [other, "g"]) } })).toMatchObject({
      placement: { primary: other, placements: { "Company#a": ["f"], "Person#b": ["g"] } },
    });
  });

  test("to an owner whose list wasn't read puts the document where it says, or was before, or at the top", () => {
    const gained = (before: Placements, body: JsonObject) => {
      const known = after({ before: { ...before, "Company#a": ["f"] }, body });
      return known.outcome === "ok" ? known.placement.placements : undefined;
    };
    const shown = placements([other, "h"]);
    expect(gained({ "Person#b": ["g"] }, { ...of(other), ...shown })).toEqual({ "Person#b": ["h"] });
    expect(gained({ "Person#b": ["g"] }, of(other))).toEqual({ "Person#b": ["g"] });
    expect(gained({}, of(other))).toEqual({ "Person#b": [""] });
  });

  test("that the document doesn't name is looked up in the former owner's list when the document arrives under another", () => {
    const seen = { before: { "Company#a": ["f"] }, owner: other, folder: "g", body: {} };
    expect(after(seen)).toEqual({ outcome: "askPrevious", previous: acme });
    expect(after({ ...seen, previousHolds: false })).toEqual({
      outcome: "ok",
      placement: { primary: other, placements: { "Person#b": ["g"] } },
      silent: false,
    });
    expect(after({ ...seen, previousHolds: true })).toEqual({
      outcome: "ok",
      placement: { primary: acme, placements: { "Company#a": ["f"], "Person#b": ["g"] } },
      silent: false,
    });
    // It existed before, or it is its own owner's list, so the source isn't asked.
    expect(after({ ...seen, before: { "Company#a": ["f"], "Person#b": [""] } })).toMatchObject({ outcome: "ok" });
    expect(after({ ...seen, owner: acme, before: {} })).toMatchObject({ outcome: "ok" });
    expect(after({ ...seen, folder: undefined })).toMatchObject({ outcome: "ok" });
    expect(after({ ...seen, body: of(acme) })).toMatchObject({ outcome: "ok", placement: { primary: acme } });
  });
});
