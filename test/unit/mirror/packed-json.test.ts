import { describe, expect, it } from "vitest";
import { storedForm, unpackedItem } from "../../../shared/mirror/packed-json.ts";

const limit = 8 * 1_024;
/** An object whose JSON takes `bytes` bytes. */
const ofBytes = (bytes: number) => ({ note: "a".repeat(bytes - '{"note":""}'.length) });

describe("a value's stored form", () => {
  it("is the value itself up to 8 KiB", () => {
    expect(storedForm(ofBytes(limit))).toEqual({ bytes: limit, packed: undefined });
    const { bytes, packed } = storedForm(ofBytes(limit + 1));
    expect(packed).toMatch(/^[\w+/]+=*$/);
    expect(bytes).toBe(packed?.length);
    expect(bytes).toBeLessThan(200);
  });

  it("is packed if no table accepts the value, however short", () => {
    expect(storedForm({ note: "half of \ud83d" }).packed).toBeDefined();
    expect(storedForm({ note: "é".repeat(3_000) }), "6,000 bytes, of which more might have been needed").toMatchObject({
      packed: undefined,
    });
  });

  it("is the same when it is requested again", () => {
    const value = ofBytes(20_000);
    expect(storedForm(value)).toBe(storedForm(value));
  });
});

describe("an item that is read", () => {
  const body = ofBytes(limit + 1);
  const { packed = "" } = storedForm(body);
  const changes = [{ field: "note", to: "a".repeat(limit) }];
  const { packed: packedChanges = "" } = storedForm(changes);

  it("has the bodies and changes that were packed in it, beside the unpacked rest", () => {
    const plain = { type: "company.updated", key: "" };
    const stored = {
      id: "c1",
      lean: { digest: "d", packed },
      full: { digest: "e", body: { id: "c1" } },
      changeLog: [
        { seq: 1, facts: [plain, { ...plain, packed: packedChanges }] },
        { seq: 2, facts: [plain] },
      ],
    };
    expect(unpackedItem(stored)).toEqual({
      id: "c1",
      lean: { digest: "d", body },
      full: { digest: "e", body: { id: "c1" } },
      changeLog: [
        { seq: 1, facts: [plain, { ...plain, changes }] },
        { seq: 2, facts: [plain] },
      ],
    });
    expect(unpackedItem({ full: { digest: "d", packed } })).toEqual({ full: { digest: "d", body } });
  });

  it.each([[null], ["text"], [undefined]])("is left to its schema if it is invalid: %s", (stored) => {
    expect(unpackedItem(stored)).toBe(stored);
  });

  it("is left to its schema if its log is invalid", () => {
    const strange = { lean: null, changeLog: [null, { seq: 1 }, { facts: "none" }, { facts: [null] }] };
    expect(unpackedItem(strange)).toEqual(strange);
  });
});
