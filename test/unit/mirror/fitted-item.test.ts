import { describe, expect, it } from "vitest";
import { fittedItem } from "../../../shared/mirror/fitted-item.ts";
import { incompressible } from "../../support/incompressible.ts";
import { mirrorWith } from "./mirror-fixture.ts";

describe("items near the size limit", () => {
  const created = "2026-01-05T07:30:00Z";

  it("forget older entries first, then the newest one's values, never the record", async () => {
    const { see, item, events } = mirrorWith();
    const notes = [1, 2, 3].map((seed) => incompressible(150_000, seed));
    for (const note of notes) await see("company", [{ id: "c1", created, note }]);
    expect(item("c1").changeLog).toHaveLength(1);
    expect(item("c1").changeLog[0]?.facts[0]?.changes).toEqual([{ field: "note", to: notes[2] }]);
    expect(events.at(-1)).toMatchObject({ truncated: true });
    expect(item("c1").full?.body["note"]).toBe(notes[2]);
  });

  it("keep of a record that is too large alone what is short, and digests of the rest", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const body = { id: "c1", note: incompressible(400_000) };
    const { full } = fittedItem({ ...item("c1"), full: { digest: "d", body } }) ?? {};
    expect(full).toEqual({ digest: "d", body: { id: "c1" }, omitted: { note: expect.stringMatching(/^[\w-]{16}$/) } });
  });

  it("are refused when what stands around the record is too large", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const placements = { ["Company#c1"]: [incompressible(400_000)] };
    expect(fittedItem({ ...item("c1"), placements })).toBeUndefined();
  });
});
