import { describe, expect, it } from "vitest";
import { fittedItem } from "../../../shared/mirror/fitted-item.ts";
import { mirrorWith } from "./mirror-fixture.ts";

describe("items near the size limit", () => {
  const created = "2026-01-05T07:30:00Z";

  it("forget older entries first, then the newest one's values, never the record", async () => {
    const { see, item, events } = mirrorWith();
    for (const letter of ["a", "b", "c"]) await see("company", [{ id: "c1", created, note: letter.repeat(150_000) }]);
    expect(item("c1").changeLog).toHaveLength(1);
    expect(item("c1").changeLog[0]?.facts[0]?.changes).toEqual([{ field: "note", to: "c".repeat(150_000) }]);
    expect(events.at(-1)).toMatchObject({ truncated: true });
    expect(item("c1").full?.body["note"]).toBe("c".repeat(150_000));
  });

  it("are refused when the record alone is too large", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    expect(fittedItem({ ...item("c1"), full: { digest: "", body: { note: "x".repeat(400_000) } } })).toBeUndefined();
  });
});
