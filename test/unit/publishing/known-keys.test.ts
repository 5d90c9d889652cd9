import { expect, test } from "vitest";
import { idBoundary } from "../../../shared/kernel/event-id.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { eventKeyOf, hourPartition, hoursPartition, subjectOf } from "../../../shared/publishing/stored-event.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

// Stored rows are found by keys that every version derives anew: these literals never change.
test.each([
  ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", { pk: "acme#2025-11-21T02#12", sk: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }],
  ["evt_01KAJ3N6Q00000000000000000", { pk: "acme#2025-11-21T02#2", sk: "evt_01KAJ3N6Q00000000000000000" }],
  ["evt_00000000000000000000000000", { pk: "acme#1970-01-01T00#10", sk: "evt_00000000000000000000000000" }],
])("the key of event %s never changes", (id, key) => {
  expect(eventKeyOf("acme", id)).toEqual(key);
});

test("the partitions of hours and subjects never change", () => {
  expect(hourPartition("acme", "2026-11-21T09", 7)).toBe("acme#2026-11-21T09#7");
  expect(hoursPartition("acme")).toBe("hours#acme");
  expect(subjectOf("acme", "person", "per-1")).toBe("acme#person#per-1");
});

test("the id boundary of a moment never changes", () => {
  expect(idBoundary(Date.UTC(2026, 10, 21, 9))).toBe("evt_01M7YNAYM00000000000000000");
});

test("the event ids of a change never change, with an owner only if the id isn't unique without one", () => {
  const owner = { type: "Company" as const, id: "c1" };
  const idsOf = (resource: "company" | "document" | "folder") =>
    eventsFrom(undefined, mirrored({ resource, owner, changeLog: [rise(1)] })).map(({ id }) => id);
  expect([idsOf("company"), idsOf("document"), idsOf("folder")]).toEqual([
    ["evt_01KE6JQ30100N4JWMGGSA2BGZ7"],
    ["evt_01KE6JQ301YJW6J2ZY8AH9841H"],
    ["evt_01KE6JQ301D6TVX7FQV3KJK9BT"],
  ]);
});

test("an id of the last moment that dates can name has a key, and a later one has none", () => {
  const last = Date.UTC(9_999, 11, 31, 23, 59, 59, 999);
  expect(eventKeyOf("acme", idBoundary(last))?.pk).toMatch(/^acme#9999-12-31T23#/);
  expect(eventKeyOf("acme", idBoundary(last + 1))).toBeUndefined();
});
