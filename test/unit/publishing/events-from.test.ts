import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { envelope } from "../../../shared/kernel/envelope.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

describe("events from a mirror change", () => {
  it("are the facts of every seq that the old image lacked, in order, each with its part and id", () => {
    const facts: ChangeLogEntry["facts"] = [
      { type: "company.updated", key: "", changes: [{ field: "name", from: "A", to: "B" }] },
      { type: "company.deactivated", key: "", changes: [{ field: "isActive", from: true, to: false }] },
    ];
    const before = mirrored({ seq: 1, changeLog: [rise(1)] });
    const after = mirrored({ seq: 2, changeLog: [rise(1), rise(2, { facts, timestamp: "2026-01-05T07:59:00Z" })] });
    const events = eventsFrom(before, after);
    expect(events.map(({ type, subject, changes }) => [type, subject.seq, subject.part, changes?.[0]?.field])).toEqual([
      ["company.updated", 2, 1, "name"],
      ["company.deactivated", 2, 2, "isActive"],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    for (const event of events) expect(envelope.parse(event)).toEqual(event);
    expect(events[0]).toMatchObject({
      timestamp: "2026-01-05T07:59:00Z",
      timestampFrom: "source",
      detectedAt: "2026-01-05T08:00:00.002Z",
      data: after.full?.body,
    });
  });

  it("are none if seq stays: touched records, dropped bodies", () => {
    const item = mirrored({ changeLog: [rise(1)] });
    expect(eventsFrom(item, { ...item, asOf: 99, full: undefined })).toEqual([]);
  });

  it("differ by key for several facts of one type", () => {
    const facts = ["Company#c1#f1", "Company#c1#f2"].map((key) => ({ type: "document.placement_added" as const, key }));
    const owner = { type: "Company", id: "c1" } as const;
    const events = eventsFrom(undefined, mirrored({ resource: "document", owner, changeLog: [rise(1, { facts })] }));
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    expect(events[0]).toMatchObject({ owner });
  });

  it("have separate ids for an owner, an instance or a record", () => {
    const ids = [{}, { instance: "b" }, { id: "c2" }, { owner: { type: "Person", id: "c1" } as const }].map(
      (other) => eventsFrom(undefined, mirrored({ changeLog: [rise(1)], ...other }))[0]!.id,
    );
    expect(new Set(ids).size).toBe(4);
  });

  it("omit data that is too large and say so; the rest stays", () => {
    const large = mirrored({ changeLog: [rise(1)], full: { digest: "", body: { note: "å".repeat(140_000) } } });
    const [event] = eventsFrom(undefined, large);
    expect(event).toMatchObject({ truncated: true, type: "company.updated" });
    expect(event).not.toHaveProperty("data");
  });

  it("have no data for a record with omitted fields, and the rest for a journal entry", () => {
    const cut = (resource: "company" | "document_change", omitted: { name: string } | "all") => {
      const full = { digest: "x", body: { id: "c1" }, omitted };
      return eventsFrom(undefined, mirrored({ resource, full, changeLog: [rise(1)] }))[0];
    };
    expect(cut("company", { name: "digest" })).toMatchObject({ truncated: true });
    expect(cut("company", { name: "digest" })).not.toHaveProperty("data");
    expect(cut("document_change", { name: "digest" })).toMatchObject({
      ...{ data: { id: "c1" }, truncated: true, omitted: ["name"] },
    });
    expect(cut("document_change", "all")).toMatchObject({ data: { id: "c1" }, truncated: true });
    expect(cut("document_change", "all")).not.toHaveProperty("omitted");
    const lean = mirrored({ full: undefined, lean: { digest: "x", body: { id: "c1" }, omitted: { name: "d" } } });
    expect(eventsFrom(undefined, { ...lean, changeLog: [rise(1)] })[0]).toMatchObject({ truncated: true });
  });

  it("carry the last known state of a removal from the old image, if that is a living record", () => {
    const facts: Fact[] = [{ type: "company.removed", key: "" }];
    const changeLog = [rise(2, { facts, reason: "not_found_or_no_access" })];
    const after = mirrored({ seq: 2, state: "deleted", full: undefined, changeLog });
    const before = mirrored({ seq: 1 });
    expect(eventsFrom(before, after)[0]).toMatchObject({ data: before.full?.body, reason: "not_found_or_no_access" });
    expect(eventsFrom({ ...before, state: "deleted" }, after)[0]).not.toHaveProperty("data");
    expect(eventsFrom(undefined, after)[0]).not.toHaveProperty("data");
  });

  it("use the time of detection without a time from the source", () => {
    const [event] = eventsFrom(undefined, mirrored({ changeLog: [rise(1)] }));
    expect(event).toMatchObject({ timestamp: "2026-01-05T08:00:00.001Z", timestampFrom: "detected" });
  });

  it("stay within 256 KB and have the same id and bytes every time", () => {
    fc.assert(
      fc.property(fc.nat(300_000), fc.nat(300_000), (data, change) => {
        const facts: Fact[] = [
          { type: "company.updated", key: "", changes: [{ field: "note", to: "y".repeat(change) }] },
        ];
        const item: MirrorItem = mirrored({
          full: { digest: "", body: { note: "x".repeat(data) } },
          changeLog: [rise(1, { facts })],
        });
        const texts = [eventsFrom(undefined, item), eventsFrom(undefined, structuredClone(item))].map((events) =>
          JSON.stringify(events),
        );
        expect(texts[0]).toBe(texts[1]);
        expect(Buffer.byteLength(texts[0]!)).toBeLessThan(256 * 1_024);
      }),
      { numRuns: 30 },
    );
  });
});
