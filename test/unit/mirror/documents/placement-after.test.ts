import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { DocumentObservation } from "../../../../shared/mirror/documents/document-observation.ts";
import { type Placements, placementAfter } from "../../../../shared/mirror/documents/placement.ts";
import { acme, listed, now, observationOf, other, third } from "./document-parts.ts";

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
    expect(after(seen)).toEqual({ outcome: "known", placement, silent: false });
    expect(after({ ...seen, draining: true })).toEqual({ outcome: "known", placement, silent: true });
  });

  test("of the primary owner shows no news if another owner's showed the document first", () => {
    const placement = { primary: acme, placements: { "Company#a": ["f"], "Person#b": [""] } };
    const seen = { before: { "Person#b": [""] }, folder: "f" };
    expect(after(seen)).toEqual({ outcome: "known", placement, silent: true });
  });

  test("moves its own placement as news, even in a first pass, and leaves the others' alone", () => {
    const seen = { before: { "Company#a": ["f"], "Person#b": [""] }, folder: "g", draining: true };
    const placement = { primary: acme, placements: { "Company#a": ["g"], "Person#b": [""] } };
    expect(after(seen)).toEqual({ outcome: "known", placement, silent: false });
  });

  test("without the document removes another owner's placement, but not the primary owner's", () => {
    const before = { "Company#a": ["f"], "Person#b": [""] };
    expect(after({ before })).toMatchObject({ placement: { placements: before }, silent: false });
    expect(after({ before, owner: other })).toMatchObject({ placement: { placements: { "Company#a": ["f"] } } });
    expect(after({ before: { "Person#b": [""] } })).toEqual({
      outcome: "known",
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
      outcome: "known",
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
      return known.outcome === "known" ? known.placement.placements["Company#a"] : undefined;
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
    expect(after(seen)).toEqual({ outcome: "known", placement, silent: false });
    expect(after({ ...seen, draining: true })).toEqual({ outcome: "known", placement, silent: false });
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
      return known.outcome === "known" ? known.placement.placements : undefined;
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
      outcome: "known",
      placement: { primary: other, placements: { "Person#b": ["g"] } },
      silent: false,
    });
    expect(after({ ...seen, previousHolds: true })).toEqual({
      outcome: "known",
      placement: { primary: acme, placements: { "Company#a": ["f"], "Person#b": ["g"] } },
      silent: false,
    });
    // It existed before, or it is its own owner's list, so the source isn't asked.
    expect(after({ ...seen, before: { "Company#a": ["f"], "Person#b": [""] } })).toMatchObject({ outcome: "known" });
    expect(after({ ...seen, owner: acme, before: {} })).toMatchObject({ outcome: "known" });
    expect(after({ ...seen, folder: undefined })).toMatchObject({ outcome: "known" });
    expect(after({ ...seen, body: of(acme) })).toMatchObject({ outcome: "known", placement: { primary: acme } });
  });
});
