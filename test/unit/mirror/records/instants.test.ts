import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Subject } from "../../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { changesBetween } from "../../../../shared/mirror/changes-between.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const created = "2026-01-05T07:30:00Z";
/** What the contract calls a moment (docs/partner-api.md#instants), written a second time. */
const moments: readonly (readonly [Subject, string])[] = [
  ...["estimatedStart", "estimatedEnd", "projectStart", "projectEnd"].map((field) => ["project", field] as const),
  ["person", "plannedDeletionDate"],
];
const changed = (resource: Subject, field: string, from: string, to: string): boolean =>
  changesBetween(resource, { id: "1", [field]: from }, { id: "1", [field]: to }).length > 0;

describe("an invalid instant", () => {
  it.each([
    ["2026-02-30T00:00:00Z", "2026-03-02T00:00:00Z"],
    ["2025-02-29T12:00:00Z", "2025-03-01T12:00:00Z"],
    ["2026-01-05T24:00:00Z", "2026-01-06T00:00:00Z"],
  ])("isn't rolled over: %s to %s is a change", async (from, to) => {
    for (const [resource, field] of moments) expect(changed(resource, field, from, to), field).toBe(true);
    const { see, events, source } = mirrorWith();
    for (const projectEnd of [from, to]) {
      source.records.set("/project/j1", { id: "j1", created, projectEnd });
      await see("project", [{ id: "j1", created, projectEnd }]);
    }
    expect(events[1]?.changes).toEqual([{ field: "projectEnd", from, to }]);
  });

  it("is no event's time", async () => {
    const { see, events } = mirrorWith();
    await see("person", [{ id: "p1", firstName: "Ann", created }]);
    await see("person", [{ id: "p1", firstName: "Anna", created, modified: "2026-02-30T00:00:00Z" }]);
    await see("person", [{ id: "p2", firstName: "Bo", created: "yesterday" }]);
    expect(events.slice(1)).toMatchObject([{ timestampFrom: "detected" }, { timestampFrom: "detected" }]);
    expect(events[1]?.timestamp).toBe(events[1]?.detectedAt);
  });
});

test.each([
  ["company", "note"],
  ["company", "externalReference"],
  ["activity", "description"],
  ["activity", "dueDate"],
  ["person", "birthDate"],
  ["document", "name"],
] as const)("%s.%s is no moment, so another spelling of one is a change", (resource, field) => {
  expect(changed(resource, field, "2026-01-05T08:00:00+01:00", "2026-01-05T07:00:00Z")).toBe(true);
});

const day = fc.tuple(
  fc.integer({ min: 1970, max: 2100 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 31 }),
);
const time = fc.tuple(
  fc.integer({ min: 0, max: 24 }),
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 60 }),
);
const two = (value: number) => String(value).padStart(2, "0");
const text = fc
  .record({
    day,
    time,
    fraction: fc.constantFrom("", ".5", ".500", ".000001"),
    zone: fc.constantFrom("Z", "+01:00", "-08:30", "+24:00"),
  })
  .map(({ day: [year, month, date], time: [hour, minute, second], fraction, zone }) => ({
    valid:
      date <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
      hour < 24 &&
      minute < 60 &&
      second < 60 &&
      zone !== "+24:00",
    at: `${String(Date.UTC(year, month - 1, date, hour, minute, second) - offsetOf(zone))} ${fraction.replace(/0+$/, "")}`,
    spelled: `${String(year)}-${two(month)}-${two(date)}T${two(hour)}:${two(minute)}:${two(second)}${fraction}${zone}`,
  }));

function offsetOf(zone: string): number {
  const [, sign = "", hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The same text, the same moment in another zone, or any other text. */
const pair = fc.oneof(
  fc.tuple(text, text),
  text.map((one) => [one, one] as const),
  fc
    .record({ at: fc.integer({ min: 0, max: 4_000_000_000 }), fraction: fc.constantFrom("", ".5", ".500") })
    .map(({ at, fraction }) => {
      const spelledIn = (minutes: number, zone: string) => ({
        valid: true,
        at: `${String(at * 1_000)} ${fraction.replace(/0+$/, "")}`,
        spelled: `${new Date((at + minutes * 60) * 1_000).toISOString().slice(0, 19)}${fraction}${zone}`,
      });
      return [spelledIn(0, "Z"), spelledIn(60, "+01:00")] as const;
    }),
);

test("two texts are the same moment exactly if both are valid and name it; elsewhere they are compared letter by letter", () => {
  fc.assert(
    fc.property(fc.constantFrom(...moments), pair, ([resource, field], [one, other]) => {
      const isSame = one.spelled === other.spelled || (one.valid && other.valid && one.at === other.at);
      expect(changed(resource, field, one.spelled, other.spelled)).toBe(!isSame);
      const nested = (spelled: string): JsonObject => ({ id: "1", note: spelled, more: [{ at: spelled }] });
      const fields = changesBetween(resource, nested(one.spelled), nested(other.spelled)).map((change) => change.field);
      expect(fields).toEqual(one.spelled === other.spelled ? [] : ["more", "note"]);
    }),
    { numRuns: 2_000 },
  );
});
