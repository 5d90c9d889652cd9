import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { OwnerMirror } from "../../../../shared/polling/documents/owner-mirror.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { countedTurns } from "../../../support/counted-turns.ts";
import { promptTurns, slowTurns } from "../../../support/turns.ts";
import { listed, other } from "../../mirror/documents/document-parts.ts";
import { sinksWith } from "../../mirror/documents/sinks-fixture.ts";
import { down } from "../support/answers.ts";

const documents = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ ...listed, id: `d${index}` }));

/** More placements than an item can hold. */
const crowd = (count: number) =>
  Array.from({ length: count }, (_, one) => ({ entityType: "Person", entityId: `${"long".repeat(12)}${one}` }));

/** A mirror at a source whose reads by id return what its lists show. */
function sinkOf(bodies: readonly JsonObject[] = [listed], turns = promptTurns()) {
  const fixture = sinksWith();
  const { source } = fixture;
  const parts = { ...fixture.parts, turns };
  for (const body of bodies) source.records.set(`/document/${body["id"] as string}`, body);
  const owners = new OwnerMirror(parts);
  const observe = (shown: readonly JsonObject[] = bodies, rest: Parameters<typeof fixture.listOf>[1] = {}) =>
    owners.observeDocuments(fixture.listOf(shown, rest), source);
  return { ...fixture, owners, observe };
}

const observed = (changed: number) => ({ outcome: "observed", changed });

describe("a page of documents", () => {
  test("is compared row by row, in event-loop turns", async () => {
    const { observe } = sinkOf(documents(30), slowTurns());
    await observe();
    expect(await countedTurns(() => observe())).toBeGreaterThanOrEqual(30);
  });

  test("says how many of them changed; an unchanged page causes no reads by id and no writes", async () => {
    const { observe, source, table } = sinkOf(documents(3));
    expect(await observe()).toEqual(observed(3));
    const before = { asked: source.asked.length, puts: table.asked.puts };
    expect(await observe()).toEqual(observed(0));
    expect({ asked: source.asked.length, puts: table.asked.puts }).toEqual(before);
  });

  test("doesn't count a document as changed if only another owner is new to us", async () => {
    const { observe, stands } = sinkOf();
    await observe();
    expect(await observe([listed], { owner: other, draining: true })).toEqual(observed(0));
    expect(stands("d1")).toMatchObject({ placements: { "Company#a": [""], "Person#b": [""] } });
  });

  test("is left for later at the first undecided read, of which eight run together", async () => {
    const all = documents(20);
    const { observe, source } = sinkOf(all);
    await observe(all.slice(0, 1));
    source.asked.length = 0;
    source.answer = { outcome: "exhausted" };
    expect(await observe()).toEqual({ outcome: "incomplete", reason: "exhausted" });
    expect(source.asked).toHaveLength(8);
    // Only a document for which the source itself doesn't respond may be the reason.
    source.answer = down;
    const unanswered = all.slice(1, 9).map(({ id }) => id);
    expect(await observe()).toEqual({ outcome: "incomplete", reason: "unavailable", unanswered });
  });

  test("of an unknown instance is refused without reads or writes", async () => {
    const { observe, source, mirror } = sinkOf();
    expect(await observe([listed], { instance: "left" })).toEqual({ outcome: "incomplete", reason: "refused" });
    expect([source.asked, mirror.items]).toEqual([[], []]);
  });

  test("leaves out a document that is gone when it is read by id, whether that was needed or not", async () => {
    const { observe, mirror } = sinkOf([]);
    for (let times = 0; times < 2; times += 1)
      expect(await observe([listed])).toEqual({ ...observed(0), leftOut: ["d1"] });
    expect(mirror.items).toEqual([]);
  });

  test("rereads a document whose read by id lags behind its list, after growing waits, until both agree", async () => {
    const { observe, source, clock, stands } = sinkOf();
    await observe();
    const row = { ...listed, description: "described" };
    expect(await observe([row])).toEqual({ ...observed(0), leftOut: ["d1"] });
    const askedAfter: number[] = [];
    const since = clock.now();
    while (askedAfter.length < 3) {
      source.asked.length = 0;
      expect(await observe([row])).toEqual({ ...observed(0), leftOut: ["d1"] });
      if (source.asked.length > 0) askedAfter.push((clock.now() - since) / 1_000);
    }
    expect(askedAfter).toEqual([60, 120, 240]);
    source.records.set("/document/d1", row);
    clock.advance(240_000);
    expect(await observe([row])).toEqual(observed(1));
    expect(stands("d1")).toMatchObject({ changeLog: [{}, { facts: [{ type: "document.described" }] }] });
    expect(await observe([row])).toEqual(observed(0));
  });

  test("rereads a document that isn't found by id after growing waits, and at once if its row changes", async () => {
    const { observe, source, clock, stands } = sinkOf([]);
    /** How often the document was read by id while the list was read every ten seconds. */
    const asked = async (seconds: number, rest: Parameters<typeof observe>[1] = {}, shown = listed) => {
      source.asked.length = 0;
      for (let passed = 0; passed < seconds; passed += 10) await observe([shown], rest);
      return source.asked.length;
    };
    expect([await asked(50), await asked(50), await asked(100)]).toEqual([1, 1, 1]);
    expect(await asked(800)).toBe(2);
    expect(await asked(10, { notes: { d1: { deleted: "" } } })).toBe(1);
    expect(await asked(10, {}, { ...listed, name: "B" })).toBe(1);
    source.records.set("/document/d1", { ...listed, name: "B" });
    clock.advance(60_000);
    expect(await observe([{ ...listed, name: "B" }])).toEqual(observed(1));
    expect(stands("d1")).toMatchObject({ state: "live" });
  });

  test.each<[string, SourceAnswer<never>, string]>([
    ["whose id the source calls malformed", { outcome: "badRequest" }, "unreadable"],
    [
      "whose path is too long for the source",
      { outcome: "unavailable", status: 414, retryAfterMs: undefined },
      "too_large",
    ],
  ])("quarantines a document %s", async (_, answer, reason) => {
    const { observe, source, mirror } = sinkOf();
    source.answer = answer;
    expect(await observe()).toEqual({ ...observed(0), quarantined: [{ id: "d1", reason }] });
    expect(mirror.items).toEqual([]);
  });

  test("quarantines a document that no item can hold, and continues with the next one", async () => {
    const large = { ...listed, placements: crowd(9_000) };
    const { observe, stands } = sinkOf([large, { ...listed, id: "d2" }]);
    expect(await observe()).toEqual({ ...observed(1), quarantined: [{ id: "d1", reason: "too_large" }] });
    expect([stands("d1"), stands("d2")]).toMatchObject([undefined, { state: "live" }]);
  });

  test("is retried if another worker wrote a document meanwhile, and its changes are counted once", async () => {
    const { observe, source, writtenElsewhere, stands } = sinkOf();
    await observe();
    const renamed = { ...listed, name: "B" };
    source.records.set("/document/d1", renamed);
    let reads = 0;
    source.onRead = async () => {
      reads += 1;
      if (reads === 1) await writtenElsewhere("d1");
    };
    expect(await observe([renamed])).toEqual(observed(1));
    expect([reads, stands("d1")]).toMatchObject([2, { rev: 3, full: { body: { name: "B" } } }]);
  });

  test("fails with its instance's name if other workers keep writing a document", async () => {
    const { observe, source, writtenElsewhere } = sinkOf();
    await observe();
    const renamed = { ...listed, name: "B" };
    source.records.set("/document/d1", renamed);
    source.onRead = () => writtenElsewhere("d1");
    await expect(observe([renamed])).rejects.toMatchObject({
      code: "contention",
      message: expect.stringMatching(/^a page of documents of acme /),
    });
  });

  test("fails with the document's name if a stored one can't be read", async () => {
    const { observe, mirror } = sinkOf();
    await mirror.put([{ item: recordKey("acme", "document", "d1") }]);
    await expect(observe()).rejects.toThrow(/^mirror item document d1 has an unknown shape at /);
  });
});

describe("a document read only by id", () => {
  const wider = { ...listed, isLocked: true };

  /** A mirror whose document is stored as its list showed it; time passes before each read by id. */
  async function rereadOf(rest: Parameters<ReturnType<typeof sinkOf>["observe"]>[1] = {}) {
    const fixture = sinkOf();
    const { owners, clock } = fixture;
    await fixture.observe([listed], rest);
    const reread = (body: JsonObject, id = "d1", instance = "acme") => {
      clock.advance(10_000);
      const moment = { beganAt: clock.now(), asOf: clock.now() };
      return owners.rereadDocument(instance, { id, body, moment });
    };
    return { ...fixture, reread };
  }

  test("is counted if it changed, and written once", async () => {
    const { reread, stands } = await rereadOf();
    expect(await reread(listed)).toEqual({ outcome: "observed", changed: 0 });
    expect(stands("d1")).toMatchObject({ rev: 1 });
    expect(await reread(wider)).toEqual({ outcome: "observed", changed: 1 });
    expect(stands("d1")).toMatchObject({ rev: 2, full: { body: { isLocked: true } } });
  });

  test("isn't counted if the read by id is the first one and only adds fields", async () => {
    const { reread, stands } = await rereadOf({ draining: true });
    expect(await reread(wider)).toEqual({ outcome: "observed", changed: 0 });
    expect(stands("d1")).toMatchObject({ full: { body: { isLocked: true } }, rev: 2 });
  });

  test("is ignored if the document or its instance is unknown", async () => {
    const { reread, mirror } = await rereadOf();
    const before = mirror.items;
    expect(await reread(wider, "d2")).toEqual({ outcome: "observed", changed: 0 });
    expect(await reread(wider, "d1", "left")).toEqual({ outcome: "observed", changed: 0 });
    expect(mirror.items).toEqual(before);
  });

  test("is compared again if another worker wrote it meanwhile, and fails with its name if they keep on", async () => {
    const { reread, table, writtenElsewhere, stands } = await rereadOf();
    let writes = 0;
    table.beforePut = async () => {
      writes += 1;
      if (writes === 1) await writtenElsewhere("d1");
    };
    expect(await reread(wider)).toEqual({ outcome: "observed", changed: 1 });
    expect([writes, stands("d1")]).toMatchObject([2, { rev: 3 }]);
    table.beforePut = () => writtenElsewhere("d1");
    await expect(reread(listed)).rejects.toMatchObject({
      code: "contention",
      message: "document d1 of acme is being changed by other workers",
    });
  });

  test("is quarantined if its item has no room for what changed", async () => {
    const { reread, mirror, stands } = await rereadOf();
    const placements = Object.fromEntries(crowd(5_900).map(({ entityId }) => [`Person#${entityId}`, [""]]));
    await mirror.put([{ item: { ...stands("d1")!, placements } }]);
    expect(await reread(wider)).toEqual({
      ...{ outcome: "observed", changed: 0 },
      quarantined: [{ id: "d1", reason: "too_large" }],
    });
    expect(stands("d1")).toMatchObject({ rev: 1 });
  });
});
