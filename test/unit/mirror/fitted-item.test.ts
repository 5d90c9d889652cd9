import { describe, expect, it } from "vitest";
import { fittedItem } from "../../../shared/mirror/write-item.ts";
import { incompressible } from "../../support/incompressible.ts";
import { mirrorWith } from "./mirror-fixture.ts";

describe("items near the size limit", () => {
  const created = "2026-01-05T07:30:00Z";

  it("drop older entries first, then the newest one's values, never the record", async () => {
    const { see, item, events } = mirrorWith();
    const notes = [1, 2, 3].map((seed) => incompressible(150_000, seed));
    for (const note of notes) await see("company", [{ id: "c1", created, note }]);
    expect(item("c1").changeLog).toHaveLength(1);
    expect(item("c1").changeLog[0]?.facts[0]?.changes).toEqual([{ field: "note", fromOmitted: true, to: notes[2] }]);
    expect(events.at(-1)).toMatchObject({ truncated: true });
    expect(item("c1").full?.body["note"]).toBe(notes[2]);
  });

  it("keep the short fields of a record that is too large alone, and digests of the rest", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const body = { id: "c1", note: incompressible(400_000) };
    const { full } = fittedItem({ ...item("c1"), full: { digest: "d", body } }) ?? {};
    expect(full).toEqual({
      digest: "d",
      body: { id: "c1" },
      omitted: { note: expect.stringMatching(/^[\w-]{16}$/) },
      rules: 2,
    });
  });

  it("are refused if the data around the record is too large", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const placements = { ["Company#c1"]: [incompressible(400_000)] };
    expect(fittedItem({ ...item("c1"), placements })).toBeUndefined();
  });

  it("drop what a list shows before what the single read shows, and the values of changes before either", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const known = item("c1");
    const [entry] = known.changeLog;
    const changed = (size: number) => ({
      changeLog:
        entry === undefined
          ? []
          : [{ ...entry, facts: entry.facts.map((fact) => ({ ...fact, changes: changes(size) })) }],
    });
    const changes = (size: number) => [{ field: "note", from: incompressible(size, 5), to: incompressible(size, 6) }];
    const form = (size: number) => ({ digest: "d", body: { id: "c1", note: incompressible(size, 7) } });
    const changesOf = (one: typeof known | undefined) => one?.changeLog.at(-1)?.facts[0]?.changes;

    const both = fittedItem({ ...known, lean: form(200_000), full: form(200_000) });
    expect([both?.lean?.omitted, both?.full?.omitted]).toEqual([{ note: expect.any(String) }, undefined]);

    const leanAlone = fittedItem({ ...known, lean: form(200_000), full: undefined, ...changed(120_000) });
    expect(leanAlone?.lean?.omitted, "it shows the record, and stays").toBeUndefined();
    expect(changesOf(leanAlone), "what a value was goes first").toEqual([
      { field: "note", fromOmitted: true, to: expect.any(String) },
    ]);

    const full = fittedItem({ ...known, lean: undefined, full: form(250_000), ...changed(150_000) });
    expect(full?.full?.omitted).toBeUndefined();
    expect(changesOf(full)).toEqual([{ field: "note" }]);

    const wide = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`${incompressible(900, n)}${n}`, incompressible(3_000, n + 1_000)]),
    );
    const nothing = fittedItem({
      ...known,
      lean: { digest: "l", body: wide },
      full: { digest: "f", body: wide },
      ...changed(200_000),
    });
    expect([nothing?.lean, nothing?.full]).toEqual([
      { digest: "l", body: {}, omitted: "all", rules: 2 },
      { digest: "f", body: {}, omitted: "all", rules: 2 },
    ]);
  });

  it("drop every value of a change before the record, then the record before the change", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const known = item("c1");
    const note = incompressible(200_000);
    const fitted = (names: number, length: number, forms: Partial<typeof known>) => {
      const field = (n: number) => incompressible(length, n + 1);
      const changes = Array.from({ length: names }, (_, n) => ({
        field: field(n),
        to: incompressible(900, n + 5_000),
      }));
      const changeLog = known.changeLog.map((one) => ({
        ...one,
        facts: one.facts.map((fact) => ({ ...fact, changes })),
      }));
      const { lean, full, changeLog: kept } = fittedItem({ ...known, full: undefined, changeLog, ...forms })!;
      return { lean, full, changes: kept[0]?.facts[0]?.changes };
    };
    const form = { digest: "d", body: { id: "c1", note } };
    const named = fitted(400, 100, { full: form });
    expect(named.full?.body).toEqual({ id: "c1", note });
    expect(new Set(named.changes?.flatMap(Object.keys))).toEqual(new Set(["field"]));
    expect(named.changes).toHaveLength(400);

    const both = fitted(500, 900, { lean: form, full: form });
    const all = { digest: "d", body: { id: "c1" }, omitted: "all", rules: 2 };
    expect(both).toEqual({ lean: all, full: all, changes: [{ field: "", pointer: "" }] });

    const row = fitted(0, 0, { lean: { digest: "d", body: { id: "c1", note: incompressible(400_000) } } });
    expect(row.lean).toMatchObject({ body: { id: "c1" }, omitted: { note: expect.any(String) } });
  });

  it("count the digests of omitted fields", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created }]);
    const omitted = { [incompressible(95_000)]: "d" };
    const body = { id: "c1", note: incompressible(300_000) };
    const fitted = fittedItem({ ...item("c1"), lean: { digest: "l", body: {}, omitted }, full: { digest: "f", body } });
    expect(fitted?.full).toMatchObject({ body: { id: "c1" }, omitted: { note: expect.any(String) } });
  });

  it("don't change if they fit", async () => {
    const { see, item } = mirrorWith();
    await see("company", [{ id: "c1", created, note: incompressible(200_000) }]);
    const known = item("c1");
    expect(fittedItem(known)).toBe(known);
  });
});
