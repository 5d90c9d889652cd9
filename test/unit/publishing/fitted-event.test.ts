import { describe, expect, it } from "vitest";
import type { Envelope, FieldChange } from "../../../shared/kernel/envelope.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { fittedEvent } from "../../../shared/publishing/fitted-event.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

const mostBytes = 255 * 1_024;
const [small] = eventsFrom(undefined, mirrored({ changeLog: [rise(1)] }));
const withData = (data: Envelope["data"], rest: Partial<Envelope> = {}): Envelope => ({ ...small!, ...rest, data });
const changes = (count: number, to: string): FieldChange[] =>
  Array.from({ length: count }, (_, n) => ({ field: `field ${n}`, from: "before", to }));

describe("an event that is too large for the bus", () => {
  it("is one with a byte more than the bus takes", () => {
    const around = JSON.stringify(withData({ note: "" })).length;
    const largest = withData({ note: "x".repeat(mostBytes - around) });
    expect(fittedEvent(largest)).toEqual({ envelope: largest, body: JSON.stringify(largest) });
    const { envelope } = fittedEvent(withData({ note: "x".repeat(mostBytes - around + 1) }));
    expect(envelope).toEqual({ ...withData(undefined), truncated: true });
    expect(envelope).not.toHaveProperty("data");
  });

  it("leaves out its data, and keeps every change that fits", () => {
    const many = changes(10, "after");
    const { envelope } = fittedEvent(withData({ note: "x".repeat(300_000) }, { changes: many, omitted: ["other"] }));
    expect(envelope).toMatchObject({ truncated: true, changes: many });
    expect(envelope).not.toHaveProperty("data");
    expect(envelope).not.toHaveProperty("omitted");
  });

  it("then the changes' long values", () => {
    const [short] = changes(1, "after");
    const long = { field: "long", pointer: "/long", from: "a", to: "x".repeat(300_000) };
    const { envelope } = fittedEvent(withData({}, { changes: [short!, long] }));
    expect(envelope.changes).toEqual([short, { field: "long", pointer: "/long" }]);
  });

  it("then all values", () => {
    const { envelope } = fittedEvent(withData({}, { changes: changes(500, "x".repeat(900)) }));
    expect(envelope.changes).toEqual(Array.from({ length: 500 }, (_, n) => ({ field: `field ${n}` })));
  });

  it("then the names: the record as a whole has changed", () => {
    const { envelope } = fittedEvent(withData({}, { changes: changes(20_000, "after") }));
    expect(envelope.changes).toEqual([{ field: "", pointer: "" }]);
  });

  it("keeps the short fields of a journal entry, which is told once, and names the others", () => {
    const subject = { ...small!.subject, type: "document_change" as const };
    const data = { documentId: "d1", name: "x".repeat(300_000) };
    const { envelope } = fittedEvent(withData(data, { subject, omitted: ["size"] }));
    expect(envelope).toMatchObject({ data: { documentId: "d1" }, truncated: true, omitted: ["size", "name"] });
    const bare = fittedEvent(withData(undefined, { subject, changes: changes(500, "x".repeat(900)) }));
    expect(bare.envelope).toMatchObject({ truncated: true });
    expect(bare.envelope.changes?.[0]).toEqual({ field: "field 0" });
  });

  it("stays whole where nothing of it can be left out", () => {
    const envelope = withData({}, { subject: { ...small!.subject, id: "x".repeat(300_000) } });
    expect(fittedEvent(envelope).envelope).toEqual(envelope);
  });
});
