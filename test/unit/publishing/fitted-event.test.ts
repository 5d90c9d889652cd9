import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Envelope, FieldChange } from "../../../shared/kernel/envelope.ts";
import { eventsFrom, fittedEvent } from "../../../shared/publishing/events-from.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

const mostBytes = 255 * 1_024;
const [small] = eventsFrom(undefined, mirrored({ changeLog: [rise(1)] }));
const withData = (data: Envelope["data"], rest: Partial<Envelope> = {}): Envelope => ({ ...small!, ...rest, data });
const changes = (count: number, to: string): FieldChange[] =>
  Array.from({ length: count }, (_, n) => ({ field: `field ${n}`, from: "before", to }));

/** `RUNS=200 npx vitest run test/unit/publishing/fitted-event.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 80);

describe("an event that is too large for the bus", () => {
  it("is one with a byte more than the bus accepts", () => {
    const around = JSON.stringify(withData({ note: "" })).length;
    const largest = withData({ note: "x".repeat(mostBytes - around) });
    expect(fittedEvent(largest)).toEqual({ envelope: largest, body: JSON.stringify(largest) });
    const { envelope } = fittedEvent(withData({ note: "x".repeat(mostBytes - around + 1) }));
    expect(envelope).toEqual({ ...withData(undefined), truncated: true });
    expect(envelope).not.toHaveProperty("data");
  });

  it("omits long previous values first, and says so: the record itself fits", () => {
    const data = { id: "c1", note: "short now" };
    const [short] = changes(1, "after");
    const change = { field: "note", from: "x".repeat(300_000), to: "short now" };
    const { envelope, body } = fittedEvent(withData(data, { changes: [short!, change] }));
    expect(envelope).toEqual({
      ...withData(data),
      changes: [short, { field: "note", fromOmitted: true, to: "short now" }],
    });
    expect(envelope).not.toHaveProperty("truncated");
    expect(JSON.parse(body)).toEqual(envelope);
    const cleared = { field: "note", pointer: "/note", from: "x".repeat(300_000) };
    expect(fittedEvent(withData({}, { changes: [cleared] })).envelope.changes).toEqual([
      { field: "note", pointer: "/note", fromOmitted: true },
    ]);
  });

  it("keeps values above 1 KB if the event fits with them", () => {
    const long = { field: "note", from: "x".repeat(50_000), to: "y".repeat(50_000) };
    const whole = withData({ note: long.to }, { changes: [long] });
    expect(fittedEvent(whole).envelope).toEqual(whole);
    const { envelope } = fittedEvent(withData({ note: "x".repeat(300_000) }, { changes: [long] }));
    expect(envelope).toMatchObject({ truncated: true, changes: [long] });
  });

  it("always fits in bytes, and says what is omitted", () => {
    const text = fc.nat(200_000).map((length) => "x".repeat(length));
    const changed = fc.record(
      { field: fc.constantFrom("a", "b.c"), from: text, to: text },
      { requiredKeys: ["field"] },
    );
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 4 }), fc.nat(300_000), (given, length) => {
        const whole = withData({ note: "x".repeat(length) }, { changes: given });
        const { envelope, body } = fittedEvent(whole);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(mostBytes);
        expect(envelope.truncated === true).toBe(envelope.data === undefined);
        const shown = envelope.changes ?? [];
        expect(shown.map(({ field }) => field)).toEqual(given.map(({ field }) => field));
        for (const [position, { from, to, fromOmitted }] of shown.entries()) {
          const one = given[position];
          if (fromOmitted === true)
            expect([from, to, (one?.from ?? "").length > 1_000]).toEqual([undefined, one?.to, true]);
          else
            expect([
              [one?.from, one?.to],
              [undefined, undefined],
            ]).toContainEqual([from, to]);
        }
        // The record is left out only where it doesn't fit beside what is short.
        const short = given.map(({ from, ...rest }) =>
          Buffer.byteLength(JSON.stringify(from ?? "")) > 1_024 ? { ...rest, fromOmitted: true } : { from, ...rest },
        );
        const brief = Buffer.byteLength(JSON.stringify({ ...whole, changes: short }));
        expect(envelope.data === undefined).toBe(brief > mostBytes);
      }),
      { numRuns: runs },
    );
  });

  it("omits its data, and keeps every change that fits", () => {
    const many = changes(10, "after");
    const { envelope } = fittedEvent(withData({ note: "x".repeat(300_000) }, { changes: many, omitted: ["other"] }));
    expect(envelope).toMatchObject({ truncated: true, changes: many });
    expect(envelope).not.toHaveProperty("data");
    expect(envelope).not.toHaveProperty("omitted");
  });

  it("then omits the changes' long values", () => {
    const [short] = changes(1, "after");
    const long = { field: "long", pointer: "/long", from: "a", to: "x".repeat(300_000) };
    const { envelope } = fittedEvent(withData({}, { changes: [short!, long] }));
    expect(envelope.changes).toEqual([short, { field: "long", pointer: "/long" }]);
  });

  it("then omits all values", () => {
    const { envelope } = fittedEvent(withData({}, { changes: changes(500, "x".repeat(900)) }));
    expect(envelope.changes).toEqual(Array.from({ length: 500 }, (_, n) => ({ field: `field ${n}` })));
  });

  it("then omits the names: the record as a whole has changed", () => {
    const { envelope } = fittedEvent(withData({}, { changes: changes(20_000, "after") }));
    expect(envelope.changes).toEqual([{ field: "", pointer: "" }]);
  });

  it("keeps the short fields of a journal entry, which is published once, and names the others", () => {
    const subject = { ...small!.subject, type: "document_change" as const };
    const data = { documentId: "d1", name: "x".repeat(300_000) };
    const { envelope } = fittedEvent(withData(data, { subject, omitted: ["size"] }));
    expect(envelope).toMatchObject({ data: { documentId: "d1" }, truncated: true, omitted: ["size", "name"] });
    const bare = fittedEvent(withData(undefined, { subject, changes: changes(500, "x".repeat(900)) }));
    expect(bare.envelope).toMatchObject({ truncated: true });
    expect(bare.envelope.changes?.[0]).toEqual({ field: "field 0" });
  });

  it("stays whole if nothing can be omitted", () => {
    const envelope = withData({}, { subject: { ...small!.subject, id: "x".repeat(300_000) } });
    expect(fittedEvent(envelope).envelope).toEqual(envelope);
  });
});
