import { describe, expect, test } from "vitest";
import type { FieldChange, Owner } from "../../../../shared/kernel/envelope.ts";
import { eventId } from "../../../../shared/kernel/event-id.ts";
import { factsOfDocument } from "../../../../shared/mirror/documents/facts-of-document.ts";
import { ownerKeyOf, type Placements, placementsIn } from "../../../../shared/mirror/documents/placement.ts";
import type { Fact } from "../../../../shared/mirror/mirror-item.ts";

const acme: Owner = { type: "Company", id: "a" };

/** The facts of a document whose placements changed from one state to the other. */
const between = (before: Placements, after: Placements): Fact[] =>
  factsOfDocument({
    before: { primary: acme, placements: before },
    after: { primary: acme, placements: after },
    changes: [],
    replaced: false,
  });

const idOf = ({ type, key }: Fact): string =>
  eventId(1_767_598_200_000, {
    instance: "acme",
    resource: "document",
    owner: "",
    recordId: "d1",
    seq: 1_767_596_401,
    type,
    factKey: key,
  });

describe("the event ids of a document's placements", () => {
  test("differ for two placements that one owner gains in one change", () => {
    const ids = between({}, { "Company#a": ["f1", "f2"] }).map(idOf);
    expect(ids).toEqual(["evt_01KE6H0560C605737ESWX78DAP", "evt_01KE6H0560KPM3WJNSTC8W97SA"]);
  });

  test("never change for a move, a gain, a loss and a relocation", () => {
    expect(idOf(between({ "Company#a": ["f1"] }, { "Company#a": ["f2"] })[0]!)).toBe("evt_01KE6H0560ET4F8HQZGAEWHZQB");
    expect(idOf(between({ "Company#a": ["f1"] }, { "Company#a": [""] })[0]!)).toBe("evt_01KE6H05602ABZTATPW0MQS4MN");
    expect(idOf(between({ "Company#a": ["f1"] }, {})[0]!)).toBe("evt_01KE6H05608J5T5MZ8YDMSRX2X");
    const [relocated] = factsOfDocument({
      before: { primary: acme, placements: { "Company#a": [""] } },
      after: { primary: { type: "Person", id: "b" }, placements: { "Person#b": [""] } },
      changes: [],
      replaced: false,
    });
    expect(idOf(relocated!)).toBe("evt_01KE6H05609BRHRAMT7C0DVD6W");
  });

  test("are one for a placement that the source shows twice", () => {
    const twice = placementsIn({
      placements: [
        { entityType: "Company", entityId: "a", folderId: "f1" },
        { entityType: "Company", entityId: "a", folderId: "f1" },
      ],
    });
    expect(between({}, twice ?? {}).map(({ type, key }) => [type, key])).toEqual([
      ["document.placement_added", "Company#a#f1"],
    ]);
  });

  test("are one per fact even for an item that was stored with a placement twice", () => {
    const facts = between({ "Company#a": ["f1", "f1", "f2"] }, { "Company#a": ["f3", "f3"] });
    expect(new Set(facts.map(idOf)).size).toBe(facts.length);
    expect(facts.map(({ type }) => type)).toEqual(["document.moved", "document.placement_removed"]);
  });

  test("differ for owners and folders whose ids contain the separator", () => {
    const facts = between(
      {},
      { [ownerKeyOf({ type: "Company", id: "1" })]: ["2#f"], [ownerKeyOf({ type: "Company", id: "1#2" })]: ["f"] },
    );
    expect(facts).toHaveLength(2);
    expect(new Set(facts.map(idOf)).size).toBe(2);
  });
});

test("are one for a replacement in both the journal and the size, with the size's change", () => {
  const placement = { primary: acme, placements: {} };
  const size = { field: "size", from: 1, to: 2 };
  const facts = (changes: FieldChange[]) =>
    factsOfDocument({ before: placement, after: placement, changes, replaced: true });
  expect(facts([size])).toEqual([{ type: "document.content_replaced", key: "", owner: acme, changes: [size] }]);
  expect(facts([])).toEqual([{ type: "document.content_replaced", key: "", owner: acme }]);
});

test("follow the order of owners' keys, in whatever order they came", () => {
  const gained = { "Project#c": ["f"], "Company#a": ["f"], "Person#b": ["f"] };
  expect(between({}, gained).map(({ key }) => key)).toEqual(["Company#a#f", "Person#b#f", "Project#c#f"]);
});
