import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordResource } from "../../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { changesBetween } from "../../../../shared/mirror/changes-between.ts";
import { looksErased } from "../../../../shared/mirror/records/erasure.ts";
import { factsOf, statusesToLearn } from "../../../../shared/mirror/records/facts-of.ts";
import type { Closedness } from "../../../../shared/mirror/records/record-observation.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const reported = (
  resource: RecordResource,
  before: JsonObject,
  after: JsonObject,
  known: [string, Closedness][] = [],
) =>
  factsOf({ resource, before, after, changes: changesBetween(resource, before, after), statuses: new Map(known) }).map(
    ({ type, changes }) => [type, changes?.map(({ field }) => field)],
  );

describe("a change's facts (hazard 29)", () => {
  it("are only the state change if nothing else changed", () => {
    expect(reported("company", { isActive: true }, { isActive: "false" })).toEqual([
      ["company.deactivated", ["isActive"]],
    ]);
    expect(reported("company", { isActive: false }, { isActive: true })).toEqual([
      ["company.reactivated", ["isActive"]],
    ]);
    expect(reported("project", { isActive: true }, { isActive: false })).toEqual([["project.closed", ["isActive"]]]);
    expect(reported("project", { isActive: false }, { isActive: true })).toEqual([["project.reopened", ["isActive"]]]);
  });

  it("begin with an update beside it, which keeps only its own fields", () => {
    expect(reported("company", { isActive: true, name: "A" }, { isActive: false, name: "B" })).toEqual([
      ["company.updated", ["name"]],
      ["company.deactivated", ["isActive"]],
    ]);
  });

  it("are an update if the state wasn't known, because absent isn't false", () => {
    expect(reported("company", {}, { isActive: false })).toEqual([["company.updated", ["isActive"]]]);
  });

  it("are closed and reopened if both sides of an activity's status are known, and an update otherwise", () => {
    const at = (id: string) => ({ status: { id, name: "" } });
    const known: [string, Closedness][] = [
      ["new", "open"],
      ["busy", "open"],
      ["done", "closed"],
      ["odd", "unknown"],
    ];
    expect(reported("activity", at("new"), at("done"), known)).toEqual([["activity.closed", ["status"]]]);
    expect(reported("activity", at("done"), at("new"), known)).toEqual([["activity.reopened", ["status"]]]);
    expect(reported("activity", at("new"), at("busy"), known)).toEqual([["activity.updated", ["status"]]]);
    expect(reported("activity", at("new"), at("odd"), known)).toEqual([["activity.updated", ["status"]]]);
    expect(reported("activity", at("done"), at("odd"), known)).toEqual([["activity.updated", ["status"]]]);
    expect(reported("activity", at("odd"), at("done"), known)).toEqual([["activity.updated", ["status"]]]);
    expect(reported("activity", at("done"), at("never seen"), known)).toEqual([["activity.updated", ["status"]]]);
    expect(reported("activity", { status: "new" }, { status: "done" }, known)).toEqual([
      ["activity.closed", ["status"]],
    ]);
    expect(reported("activity", at("done"), {}, known), "no status isn't an open one").toEqual([
      ["activity.updated", ["status"]],
    ]);
  });

  it("are one event for a status that holds more than its labels, whatever happens to the rest", () => {
    const closing = [["new", "open"] as [string, Closedness], ["done", "closed"] as [string, Closedness]];
    const from = { id: "new", name: "New", color: "red" };
    const to = { id: "done", name: "Done", color: "blue" };
    expect(reported("activity", { status: from }, { status: to }, closing)).toEqual([["activity.closed", ["status"]]]);
    expect(changesBetween("activity", { status: from }, { status: to })).toEqual([{ field: "status", from, to }]);
    expect(reported("activity", { status: from }, { status: { ...from, color: "blue" } }, closing)).toEqual([
      ["activity.updated", ["status.color"]],
    ]);
    const member = fc.record(
      { name: fc.string(), color: fc.string(), more: fc.dictionary(fc.string(), fc.nat(2)) },
      { requiredKeys: [] },
    );
    const rest = fc.record({ name: fc.string(), "status.x": fc.nat(1) }, { requiredKeys: [] });
    fc.assert(
      fc.property(member, member, fc.boolean(), rest, rest, (one, other, bare, before, after) => {
        const was = { ...before, status: { id: "new", ...one } };
        const is = { ...after, status: bare ? "done" : { id: "done", ...other } };
        const beside = changesBetween("activity", before, after).map(({ field }) => field);
        expect(reported("activity", was, is, closing)).toEqual([
          ...(beside.length > 0 ? [["activity.updated", beside]] : []),
          ["activity.closed", ["status"]],
        ]);
      }),
    );
  });

  it("include no closing of an activity that becomes inactive, and no end of a person", () => {
    for (const resource of ["activity", "person"] as const)
      expect(reported(resource, { isActive: true }, { isActive: false })).toEqual([
        [`${resource}.updated`, ["isActive"]],
      ]);
  });

  it("normalise a truth value as text, and treat any other value as unknown", () => {
    expect(reported("project", { isActive: "true" }, { isActive: "false" })).toEqual([
      ["project.closed", ["isActive"]],
    ]);
    expect(reported("project", { isActive: "false" }, { isActive: "true" })).toEqual([
      ["project.reopened", ["isActive"]],
    ]);
    expect(reported("project", { isActive: true }, { isActive: "no" })).toEqual([["project.updated", ["isActive"]]]);
  });

  it("are an update even if no field differs", () => {
    expect(factsOf({ resource: "company", before: {}, after: {}, changes: [], statuses: new Map() })).toStrictEqual([
      { type: "company.updated", key: "" },
    ]);
    const changes = [{ field: "name", to: "A" }];
    expect(factsOf({ resource: "company", before: {}, after: {}, changes, statuses: new Map() })).toStrictEqual([
      { type: "company.updated", key: "", changes },
    ]);
  });
});

describe("the statuses to look up (hazard 30)", () => {
  const statuses = new Map<string, Closedness>([["done", "closed"]]);
  const wanted = (before: JsonObject, after: JsonObject, resource: RecordResource = "activity") =>
    statusesToLearn({ resource, before, after, statuses });

  it("are the unknown ones in a change of status", () => {
    expect(wanted({ status: { id: "new" } }, { status: { id: "done" } })).toEqual(["new"]);
    expect(wanted({ status: "new" }, { status: "busy" })).toEqual(["new", "busy"]);
    expect(wanted({}, { status: "busy" })).toEqual(["busy"]);
  });

  it("are none if the status stays, is none, or belongs to another kind of record", () => {
    expect(wanted({ status: "new" }, { status: { id: "new" } })).toEqual([]);
    expect(wanted({ status: "" }, { status: { id: 7 } })).toEqual([]);
    expect(wanted({ status: "new" }, { status: "busy" }, "project")).toEqual([]);
  });
});

it("hazard 33: a past planned deletion date deletes nothing, and changes are published as usual", async () => {
  const { see, item, events } = mirrorWith();
  const ann = { id: "p1", firstName: "Ann", jobTitle: "CEO", created: "2026-01-01T00:00:00Z" };
  await see("person", [{ ...ann, plannedDeletionDate: "2026-01-02" }]);
  await see("person", [{ ...ann, plannedDeletionDate: "2026-01-02", jobTitle: "CTO" }]);
  expect(events.at(-1)).toMatchObject({
    type: "person.updated",
    changes: [{ field: "jobTitle", from: "CEO", to: "CTO" }],
  });
  expect(events.at(-1)).not.toHaveProperty("redacted");
  expect(item("p1").state).toBe("live");
});

describe("erasure (hazard 32)", () => {
  const now = Date.UTC(2026, 0, 5);
  const ann = { firstName: "Ann", primaryEmail: "a@x.no", jobTitle: "CEO", directPhone: "1", birthDate: "2000-01-01" };

  it.each([
    [{ ...ann, firstName: "X" }, false],
    [{ ...ann, firstName: null }, false],
    [{ ...ann, firstName: "", primaryEmail: null }, true],
    [{ ...ann, firstName: "***", primaryEmail: "-" }, true],
    [{ ...ann, firstName: "Deleted user" }, true],
    [{ ...ann, primaryEmail: "anonymized-17@example.org" }, true],
    [{ firstName: "Ann", primaryEmail: "a@x.no" }, false],
    [{ firstName: "Ann" }, true],
    [{ firstName: "Person 4711", primaryEmail: "a@x.no" }, true],
    [{ ...ann, jobTitle: "", directPhone: null }, false],
    [{ ...ann, firstName: "Anna", primaryEmail: "anna@x.no" }, false],
    [{ ...ann, firstName: "X", primaryEmail: "x@x.no" }, false],
  ])("%o: %s", (after, expected) => {
    expect(looksErased(ann, after, now)).toBe(expected);
  });

  const personal = {
    ...{ birthDate: "2000-01-01", directPhone: "1", employeeNumber: "2", emailAliases: [{ email: "b@x.no" }] },
    ...{ externalReference: "3", homePhone: "4", jobTitle: "CEO", mainPhone: "5", mobilePhone: "6" },
    ...{ postAddress: "7", visitAddress: "8" },
  };
  it("cleared phone numbers aren't an erasure while names and email stay", async () => {
    const phones = { directPhone: "1", homePhone: "2", mobilePhone: "3" };
    const { see, events } = mirrorWith();
    const created = "2026-01-05T07:30:00Z";
    const bo = { id: "p1", created, firstName: "Bo", lastName: "Berg", primaryEmail: "bo@x.no" };
    await see("person", [{ ...bo, ...phones }]);
    await see("person", [bo]);
    expect(events[1]).not.toHaveProperty("redacted");
    expect(events[1]?.changes).toEqual(Object.entries(phones).map(([field, from]) => ({ field, from })));
  });

  it("other emptied fields are an erasure only if names or email change too, or none is left", () => {
    const some = fc.subarray(Object.keys(personal));
    const naming = { firstName: "Ann", lastName: "Berg", primaryEmail: "a@x.no" };
    const named = fc.record({
      firstName: fc.constantFrom("Ann", "Person 4711"),
      lastName: fc.constantFrom("Berg", null),
    });
    fc.assert(
      fc.property(some, named, fc.boolean(), (emptied, given, isNamed) => {
        const before = { ...personal, ...(isNamed && naming) };
        const after = {
          ...before,
          ...(isNamed && given),
          ...Object.fromEntries(emptied.map((field) => [field, null])),
        };
        const isRenamed = isNamed && (given.firstName !== "Ann" || given.lastName === null);
        const lost = emptied.length + (isNamed && given.lastName === null ? 1 : 0);
        expect(looksErased(before, after, now)).toBe(lost >= 3 && (isRenamed || !isNamed));
      }),
    );
  });

  it.each(Object.keys(personal))(
    "%s is personal: with two others emptied under another name it is an erasure",
    (field) => {
      const person = { ...ann, ...personal };
      const [one, other] = Object.keys(personal).filter((name) => name !== field);
      const without = (...fields: (string | undefined)[]) => ({
        ...person,
        firstName: "Person 4711",
        ...Object.fromEntries(fields.map((name) => [name, name === "emailAliases" ? [] : " "])),
      });
      expect(looksErased(person, without(field, one, other), now)).toBe(true);
      expect(looksErased(person, without(field, one), now)).toBe(false);
    },
  );

  it.each([
    ["firstName", "lastName"],
    ["name", "email"],
    ["primaryEmail", "lastName"],
  ])("%s and %s name a person: both emptied are an erasure", (one, other) => {
    const person = { firstName: "Ann", lastName: "Berg", name: "Ann Berg", email: "a@x.no", primaryEmail: "a@x.no" };
    expect(looksErased(person, { ...person, [one]: null, [other]: null }, now)).toBe(true);
    expect(looksErased(person, { ...person, [one]: null }, now), "another name is left").toBe(false);
  });

  it("the planned deletion date is past from its first moment on, and only if it is a date", () => {
    const planned = (plannedDeletionDate: number | string) => ({ ...ann, plannedDeletionDate });
    const erasedBy = (date: number | string, at: number) =>
      looksErased(planned(date), { ...planned(date), directPhone: "" }, at);
    expect(erasedBy("2026-01-05T00:00:00Z", now)).toBe(true);
    expect(erasedBy("2026-01-05T00:00:00Z", now - 1)).toBe(false);
    expect(erasedBy(2020, now)).toBe(false);
  });

  it("losing the only name is an erasure", () => {
    expect(looksErased({ firstName: "Ann", jobTitle: "CEO" }, { firstName: "X", jobTitle: "CEO" }, now)).toBe(true);
  });

  it("one emptied field is an erasure once the planned deletion date has passed", () => {
    const planned = { ...ann, plannedDeletionDate: "2026-01-04" };
    const after = { ...planned, directPhone: "" };
    expect(looksErased(planned, after, now)).toBe(true);
    expect(looksErased(planned, after, Date.UTC(2026, 0, 3))).toBe(false);
  });

  it("previous values are withheld and published events are emptied", async () => {
    const { see, item, events } = mirrorWith();
    const created = "2026-01-05T07:30:00Z";
    await see("person", [{ id: "p1", created, ...ann }]);
    await see("person", [{ id: "p1", created, ...ann, jobTitle: "Chair" }]);
    await see("person", [{ id: "p1", created, firstName: "Slettet" }]);
    expect(events[2]).toMatchObject({ type: "person.updated", redacted: true });
    expect(events[2]!.changes).toContainEqual({ field: "firstName", to: "Slettet" });
    expect(JSON.stringify(events[2])).not.toMatch(/a@x\.no|CEO|Chair|"Ann"/);
    expect(JSON.stringify(item("p1"))).not.toMatch(/a@x\.no|CEO|Chair|"Ann"/);
  });
});
