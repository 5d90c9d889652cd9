import { describe, expect, it } from "vitest";
import { incompressible } from "../../../support/incompressible.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const created = "2026-01-05T07:30:00Z";
const megabyte = 1_000_000;

describe("records larger than an item", () => {
  it("an activity of 200 KB is published whole, its row beside its single read", async () => {
    const { see, source, events, item } = mirrorWith();
    const activity = (name: string) => ({ id: "a1", created, modified: created, name, note: incompressible(200_000) });
    source.records.set("/activity/a1", activity("A"));
    await see("activity", [activity("A")]);
    expect(events[0]).toMatchObject({ type: "activity.created", data: activity("A") });
    source.records.set("/activity/a1", { ...activity("B"), modified: "2026-01-05T07:40:00Z" });
    await see("activity", [{ ...activity("B"), modified: "2026-01-05T07:40:00Z" }]);
    expect(events[1]).toMatchObject({ data: { name: "B" }, changes: [{ field: "name", from: "A", to: "B" }] });
    expect(item("a1").full?.omitted).toBeUndefined();
  });

  it.each([0.4, 1, 5])("a person of %s MB is published, and so is each change by field name", async (size) => {
    const { see, events, mirror } = mirrorWith();
    const person = (seed: number, fields: object = {}) => ({
      ...{ id: "p1", firstName: "Ann", created, note: incompressible(size * megabyte, seed) },
      ...fields,
    });
    await see("person", [person(1)]);
    expect(events).toMatchObject([{ type: "person.created", truncated: true }]);
    expect(events[0]).not.toHaveProperty("data");
    await see("person", [person(1)]);
    expect(events).toHaveLength(1);
    await see("person", [person(2)]);
    expect(events[1]).toMatchObject({ type: "person.updated", truncated: true, changes: [{ field: "note" }] });
    expect(events[1]!.changes).toEqual([{ field: "note" }]);
    await see("person", [person(2, { firstName: "Anna", "a.b": "x" })]);
    expect(events[2]!.changes).toEqual([
      { field: "a.b", pointer: "/a.b", to: "x" },
      { field: "firstName", from: "Ann", to: "Anna" },
    ]);
    expect(mirror.items).toHaveLength(1);
    await see("person", [{ id: "p1", firstName: "Anna", created, "a.b": "x" }]);
    expect(events[3]).toMatchObject({ data: { firstName: "Anna" }, changes: [{ field: "note" }] });
    expect(events).toHaveLength(4);
  });

  it("a change of a record with too many fields to name is published as a change of the whole record", async () => {
    const { see, events } = mirrorWith();
    const fields = (seed: number) =>
      Object.fromEntries(
        Array.from({ length: 2_000 }, (_, at) => [
          `field ${at} ${incompressible(60, at)}`,
          incompressible(2_000, at + seed),
        ]),
      );
    const company = (seed: number) => ({ id: "c1", name: "A", created, ...fields(seed) });
    await see("company", [company(0)]);
    await see("company", [company(0)]);
    expect(events).toMatchObject([{ type: "company.created", truncated: true }]);
    await see("company", [company(1)]);
    expect(events[1]).toMatchObject({
      type: "company.updated",
      truncated: true,
      changes: [{ field: "", pointer: "" }],
    });
    expect(events).toHaveLength(2);
  });

  it("a change that was only too large for an event is compared whole", async () => {
    const { see, events, clock } = mirrorWith();
    const person = { id: "p1", firstName: "Ann", created, note: "x".repeat(megabyte) };
    await see("person", [person]);
    expect(events[0]).toMatchObject({ truncated: true });
    clock.advance(1_000);
    await see("person", [{ ...person, note: "short" }]);
    expect(events[1]).toMatchObject({
      data: { note: "short" },
      changes: [{ field: "note", fromOmitted: true, to: "short" }],
    });
    expect(events[1]).not.toHaveProperty("truncated");
    await see("person", [{ ...person, note: "shorter" }]);
    expect(events[2]).toMatchObject({
      data: { note: "shorter" },
      changes: [{ field: "note", from: "short", to: "shorter" }],
    });
    expect(events[2]).not.toHaveProperty("truncated");
  });
});
