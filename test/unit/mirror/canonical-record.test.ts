import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { digestOf } from "../../../shared/mirror/canonical-record.ts";
import { changesBetween } from "../../../shared/mirror/changes-between.ts";

const company = (fields: JsonObject): JsonObject => ({ id: "c1", name: "Acme", ...fields });
const same = (one: JsonObject, other: JsonObject, resource: Parameters<typeof digestOf>[0] = "company") =>
  digestOf(resource, one) === digestOf(resource, other);

describe("the digest of a record", () => {
  it("hazard 19: treats null as absent", () => {
    expect(same(company({ fax: null, address: { city: null, zip: "1" } }), company({ address: { zip: "1" } }))).toBe(
      true,
    );
  });

  it("hazard 19: normalises booleans and numbers only in loose fields", () => {
    expect(same(company({ isActive: "true" }), company({ isActive: true }))).toBe(true);
    expect(same({ estimate: "7.50" }, { estimate: 7.5 }, "activity")).toBe(true);
    expect(same(company({ companyNumber: "7" }), company({ companyNumber: "07" }))).toBe(false);
    expect(same(company({ riskValue: "true" }), company({ riskValue: true }))).toBe(false);
  });

  it("hazard 19: normalises instants to UTC, with their microseconds", () => {
    const at = (projectStart: string) => ({ id: "p1", projectStart });
    expect(same(at("2026-03-01T12:00:00+02:00"), at("2026-03-01T10:00:00.000Z"), "project")).toBe(true);
    expect(same(at("2026-03-01T10:00:00.000001Z"), at("2026-03-01T10:00:00.000002Z"), "project")).toBe(false);
  });

  it("hazard 18: ignores a referenced record's new name, but not another record", () => {
    const named = (id: string, name: string) => ({ id: "p1", company: { id, name, organizationalNumbers: [] } });
    expect(same(named("c1", "Acme"), named("c1", "Acme AS"), "project")).toBe(true);
    expect(same(named("c1", "Acme"), named("c2", "Acme"), "project")).toBe(false);
    expect(same({ id: "p1", responsible: "x" }, { id: "p1", responsible: { id: "x", name: "Ann" } }, "project")).toBe(
      true,
    );
  });

  it.each<[string, Parameters<typeof digestOf>[0], JsonObject, JsonObject]>([
    ["a number beside an id", "person", { phone: { id: "1", number: "1" } }, { phone: { id: "1", number: "2" } }],
    [
      "a custom field's value",
      "activity",
      { customFields: { priority: { id: "1", value: 1 } } },
      { customFields: { priority: { id: "1", value: 2 } } },
    ],
    ["a role in a list", "person", { companies: [{ id: "1", role: "a" }] }, { companies: [{ id: "1", role: "b" }] }],
    ["a field that isn't declared", "person", { boss: { id: "1", name: "a" } }, { boss: { id: "1", name: "b" } }],
    [
      "what a declared reference holds beside its labels",
      "person",
      { company: { id: "1", name: "a", role: "a" } },
      { company: { id: "1", name: "b", role: "b" } },
    ],
  ])("includes a change of %s", (_, resource, one, other) => {
    expect(same(one, other, resource)).toBe(false);
    expect(changesBetween(resource, one, other)).toHaveLength(1);
  });

  it("keeps members with names that objects inherit or treat specially", () => {
    const odd = (value: string): JsonObject => JSON.parse(`{"id":"1","a":{"__proto__":"${value}"}}`);
    expect(same(odd("1"), odd("2"))).toBe(false);
    expect(changesBetween("company", odd("1"), odd("2"))).toEqual([{ field: "a.__proto__", from: "1", to: "2" }]);
    expect(changesBetween("company", { id: "1" }, { id: "1", constructor: "x", toString: "y" })).toEqual([
      { field: "constructor", to: "x" },
      { field: "toString", to: "y" },
    ]);
  });

  it("treats each reference in a list, and absent members of one, like a single reference", () => {
    const group = (value: JsonObject[string]) => ({ id: "x", group: value });
    const listed = (name: string) => group([{ id: "g1", name }, "g2"]);
    expect(same(listed("A"), listed("B"), "person")).toBe(true);
    expect(same(listed("A"), group(["g2", "g1"]), "person")).toBe(false);
    expect(same(group({ id: "g1", name: "A", role: null }), group("g1"), "person")).toBe(true);
    expect(same(group({ id: 1, name: "A" }), group({ id: 1, name: "B" }), "person"), "it names no record").toBe(false);
    expect(same({ id: "x", tags: [{ a: null }] }, { id: "x", tags: [{}] })).toBe(true);
  });

  it("keeps values that aren't dates in a field of dates, and dates that don't exist", () => {
    const planned = (plannedDeletionDate: JsonObject[string]) => ({ plannedDeletionDate });
    expect(same(planned(7), planned({ day: 7 }), "person")).toBe(false);
    const note = (day: string) => company({ note: `2026-${day}T00:00:00Z` });
    expect(same(note("02-30"), note("03-02"))).toBe(false);
    expect(digestOf("company", note("02-30"), 1), "by the first rules").toBe(digestOf("company", note("03-02"), 1));
  });

  it("keeps the content of a listed value with an id: an email alias isn't a reference", () => {
    const alias = (email: string) => ({ id: "x", emailAliases: [{ id: "a1", email }] });
    expect(same(alias("a@x.no"), alias("b@x.no"), "person")).toBe(false);
  });

  it("hazard 20: excludes counts, mutation-only fields and who changed it when", () => {
    expect(same({ id: "t", numCompanies: 1 }, { id: "t", numCompanies: 2 }, "company_template")).toBe(true);
    expect(same({ id: "t", numProjects: 1 }, { id: "t", numProjects: 2 }, "project_template")).toBe(true);
    const stamped = company({ actedBy: "x", created: "a", modified: "b", createdBy: "x", modifiedBy: { id: "y" } });
    expect(same(stamped, company({}))).toBe(true);
  });
});

describe("the changes between two bodies", () => {
  it("name nested fields by path, arrays whole, references as given", () => {
    const before = {
      id: "c1",
      address: { zip: "1", city: "Oslo" },
      tags: ["a"],
      parent: { id: "c2", name: "P" },
      fax: "1",
    };
    const after = { id: "c1", address: { zip: "2", city: "Oslo" }, tags: ["a", "b"], parent: { id: "c3", name: "Q" } };
    expect(changesBetween("company", before, after)).toEqual([
      { field: "address.zip", from: "1", to: "2" },
      { field: "fax", from: "1" },
      { field: "parent", from: { id: "c2", name: "P" }, to: { id: "c3", name: "Q" } },
      { field: "tags", from: ["a"], to: ["a", "b"] },
    ]);
  });

  it("name the id of an object that isn't declared as a reference", () => {
    const nested = (id: string) => ({ company: { id, role: "a" } });
    const change = (field: string) => [{ field, from: "1", to: "2" }];
    expect(changesBetween("person", { x: nested("1") }, { x: nested("2") })).toEqual(change("x.company.id"));
    expect(changesBetween("company", nested("1"), nested("2"))).toEqual(change("company.id"));
    const [from, to] = [nested("1"), nested("2")];
    expect(changesBetween("person", from, to)).toEqual([{ field: "company", from: from.company, to: to.company }]);
  });

  it("have a JSON Pointer if a name holds a dot, because the joined path could mean two fields", () => {
    expect(
      changesBetween("company", { "a.b": 1, a: { b: 1, "c/d.~": 1 } }, { "a.b": 2, a: { b: 2, "c/d.~": 2 } }),
    ).toEqual([
      { field: "a.b", from: 1, to: 2 },
      { field: "a.c/d.~", pointer: "/a/c~1d.~0", from: 1, to: 2 },
      { field: "a.b", pointer: "/a.b", from: 1, to: 2 },
    ]);
  });

  it("are empty exactly when the digests are equal", () => {
    const scalar = fc.oneof(
      fc.constantFrom<JsonObject[string]>(
        null,
        true,
        "true",
        "1",
        1,
        "2026-03-01T12:00:00+02:00",
        "2026-03-01T10:00:00Z",
      ),
      fc.string({ maxLength: 3 }),
    );
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 2 }),
      fc.record({ id: fc.constantFrom("1", "2"), name: scalar }),
      fc.dictionary(fc.constantFrom("a", "b"), scalar),
    );
    const body = fc.dictionary(fc.constantFrom("isActive", "name", "parent", "x", "modified", "tags"), value);
    fc.assert(
      fc.property(body, body, (one, other) => {
        expect(changesBetween("company", one, other).length === 0).toBe(same(one, other));
      }),
      { numRuns: 2_000 },
    );
  });
});
