import { describe, expect, it } from "vitest";
import { digestOf } from "../../../shared/mirror/canonical-record.ts";
import { changesSince, longestShort } from "../../../shared/mirror/changes-between.ts";
import { cutBody } from "../../../shared/mirror/write-item.ts";

const long = (letter: string) => letter.repeat(longestShort);
const id = "c1";
const modified = "2026-01-05T08:00:00Z";
const storedBodyOf = (body: Parameters<typeof digestOf>[1]) => ({ body, digest: digestOf("company", body) });

/** What is published about a company that is stored without its long fields, when it is read again. */
function reported(before: Parameters<typeof digestOf>[1], after: Parameters<typeof digestOf>[1], all = false) {
  const kept = cutBody("company", storedBodyOf(before), all);
  return changesSince("company", kept, { from: kept.body, to: after });
}

describe("a record stored without its long fields", () => {
  const body = { id, modified, name: "Berg", note: long("a") };

  it("keeps short fields, digests of the rest, and the digest of the whole", () => {
    const whole = storedBodyOf(body);
    expect(cutBody("company", whole, false)).toEqual({
      body: { id, modified, name: "Berg" },
      digest: whole.digest,
      omitted: { note: expect.stringMatching(/^[\w-]{16}$/) },
      rules: 2,
    });
  });

  it("publishes a short field with its values, and a formerly long one with what it is now, if that is short", () => {
    expect(reported(body, { ...body, name: "Dahl" })).toEqual([{ field: "name", from: "Berg", to: "Dahl" }]);
    expect(reported(body, { ...body, note: long("b") })).toEqual([{ field: "note" }]);
    expect(reported(body, { ...body, name: "Dahl", note: "short now" })).toEqual([
      { field: "name", from: "Berg", to: "Dahl" },
      { field: "note", fromOmitted: true, to: "short now" },
    ]);
    expect(reported(body, { id, modified, name: "Berg" }), "it is gone").toEqual([
      { field: "note", fromOmitted: true },
    ]);
    expect(reported(body, { ...body })).toEqual([]);
  });

  it("keeps what it knows of fields that it lacked before, and the rules of its digests", () => {
    const once = cutBody("company", storedBodyOf(body), false);
    expect(cutBody("company", once, false)).toEqual(once);
    const { rules: _, ...first } = once;
    expect(cutBody("company", first, false).rules, "the first rules had no version").toBe(1);
  });
});

describe("a record stored as a digest", () => {
  const dates = { id, created: modified, modified, changed: modified, documentId: "d1" };
  const body = { ...dates, name: "Berg", note: long("a") };

  it("keeps what it can't be judged without", () => {
    const whole = storedBodyOf(body);
    const kept = { body: dates, digest: whole.digest, omitted: "all", rules: 2 };
    expect(cutBody("company", whole, true)).toEqual(kept);
    expect(cutBody("company", cutBody("company", whole, true), false), "it stays so").toEqual(kept);
    expect(cutBody("company", storedBodyOf({ id, modified: long("x") }), true).body).toEqual({ id });
  });

  it("is published as one change of the whole if anything differs", () => {
    expect(reported(body, { ...body, name: "Dahl" }, true)).toEqual([{ field: "", pointer: "" }]);
    expect(reported(body, { ...body }, true)).toEqual([]);
  });

  it("is compared by the body of the same form, whatever part of it is published", () => {
    const kept = cutBody("company", storedBodyOf(body), true);
    expect(changesSince("company", kept, { from: kept.body, to: dates, whole: body })).toEqual([]);
    expect(changesSince("company", kept, { from: kept.body, to: body, whole: dates })).toEqual([
      { field: "", pointer: "" },
    ]);
  });

  it("is what is left of one whose names alone are too long", () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${"n".repeat(1_000)}${n}`, long("v")]));
    expect(cutBody("company", storedBodyOf({ id, ...names(90) }), false).omitted).not.toBe("all");
    expect(cutBody("company", storedBodyOf({ id, ...names(110) }), false)).toMatchObject({
      body: { id },
      omitted: "all",
    });
    const short = Object.fromEntries(Array.from({ length: 110 }, (_, n) => [`f${n}`, "v".repeat(1_000)]));
    expect(cutBody("company", storedBodyOf({ id, ...short }), false).omitted, "what is short counts, too").toBe("all");
  });
});

it("a record stored whole is compared field by field", () => {
  const whole = storedBodyOf({ id, name: "Berg" });
  expect(changesSince("company", whole, { from: whole.body, to: { id, name: "Dahl" } })).toEqual([
    { field: "name", from: "Berg", to: "Dahl" },
  ]);
});
