import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { mirrorWith, seqFloor } from "../../mirror/mirror-fixture.ts";
import { down, gateway } from "../support/answers.ts";

const old = "2025-01-01T00:00:00Z";
const recent = "2026-01-05T07:30:00Z";
const later = "2026-01-05T07:45:00Z";
const ann = (fields: JsonObject = {}): JsonObject => ({ id: "p1", firstName: "Ann", created: recent, ...fields });
const project = (fields: JsonObject = {}): JsonObject => ({
  id: "j1",
  name: "Audit",
  isActive: true,
  created: recent,
  ...fields,
});
const activity = (fields: JsonObject = {}): JsonObject => ({
  id: "a1",
  name: "Call",
  project: { id: "j1", name: "Audit" },
  status: { id: "s1", name: "New" },
  created: recent,
  ...fields,
});

describe("first observations", () => {
  it("are baseline while the first contact drains and the record is older than the connection", async () => {
    const { see, events, source } = mirrorWith();
    await see("person", [ann({ created: old })], { draining: true });
    await see("project", [project({ created: old })], { draining: true });
    expect(events).toMatchObject([
      {
        type: "person.created",
        baseline: true,
        timestamp: old,
        timestampFrom: "source",
        subject: { seq: seqFloor + 1, part: 1 },
      },
      { type: "project.created", baseline: true },
    ]);
    expect(source.asked).toEqual([]);
  });

  it("are created, or updated with unknown changes, when the record changed since the connection", async () => {
    const { see, events } = mirrorWith();
    await see("person", [ann(), ann({ id: "p2", created: old, modified: recent })], { draining: true });
    expect(events.map(({ type, changesUnknown, baseline }) => ({ type, changesUnknown, baseline }))).toEqual([
      { type: "person.created", changesUnknown: undefined, baseline: undefined },
      { type: "person.updated", changesUnknown: true, baseline: undefined },
    ]);
  });

  it("are never baseline after the drain", async () => {
    const { see, events } = mirrorWith();
    await see("person", [ann({ created: old })]);
    expect(events).toMatchObject([{ type: "person.updated", changesUnknown: true }]);
    expect(events[0]).not.toHaveProperty("baseline");
  });

  it("hazard 16: read lean rows in full after the drain, and publish them in full", async () => {
    const { see, events, source, item } = mirrorWith();
    source.records.set("/project/j1", project({ parentId: "j0" }));
    await see("project", [project()]);
    expect(events).toMatchObject([{ type: "project.created", data: { parentId: "j0" } }]);
    expect(item("j1")).toMatchObject({ lean: { body: { id: "j1" } }, full: { body: { parentId: "j0" } } });
  });

  it("put the owner's feed before the mirror announces the owner", async () => {
    const { sink, page, source, asserted, mirror } = mirrorWith();
    const broken = page("company", [{ id: "c1", created: recent }]);
    mirror.put = async () => Promise.reject(new Error("crash"));
    await expect(sink.observe(broken, source)).rejects.toThrow("crash");
    expect(asserted).toEqual([{ type: "Company", id: "c1" }]);
  });
});

describe("observations of a known record", () => {
  it("hazard 1: write and publish nothing for the same row", async () => {
    const { see, events, mirror, source } = mirrorWith();
    await see("person", [ann()]);
    mirror.put = async () => Promise.reject(new Error("must not write"));
    expect(await see("person", [ann(), ann()])).toEqual({ outcome: "observed", changed: 0 });
    expect(events).toHaveLength(1);
    expect(source.asked).toEqual([]);
  });

  it("hazard 5: publish a second change inside the overlap", async () => {
    const { see, events } = mirrorWith();
    await see("person", [ann()]);
    await see("person", [ann({ firstName: "Anna", modified: later })]);
    expect(events[1]).toMatchObject({
      type: "person.updated",
      timestamp: later,
      timestampFrom: "source",
      subject: { seq: seqFloor + 2 },
      changes: [{ field: "firstName", from: "Ann", to: "Anna" }],
    });
  });

  it("store equal content under a moved change time without an event", async () => {
    const { see, events, item } = mirrorWith();
    await see("person", [ann()]);
    await see("person", [ann({ modified: later })]);
    expect(events).toHaveLength(1);
    expect(item("p1")).toMatchObject({ seq: seqFloor + 1, modified: later });
  });

  it("date a change without a moved change time by its detection", async () => {
    const { see, events } = mirrorWith();
    await see("person", [ann()]);
    await see("person", [ann({ jobTitle: "CEO" })], { detectedBy: "walk" });
    expect(events[1]).toMatchObject({
      timestampFrom: "detected",
      timestamp: events[1]!.detectedAt,
      detectedBy: "walk",
    });
  });

  it("accept a backdated change, because an older change time is no criterion (hazard 6)", async () => {
    const { see, events } = mirrorWith();
    await see("person", [ann({ modified: later })]);
    await see("person", [ann({ firstName: "Anna", modified: old })]);
    expect(events[1]).toMatchObject({ type: "person.updated", timestamp: old });
  });

  it("read a differing lean row by id, and only the full record decides", async () => {
    const { see, events, source } = mirrorWith();
    source.records.set("/project/j1", project());
    await see("project", [project()]);
    await see("project", [project({ listOnly: 1 })]);
    expect(events).toHaveLength(1);
    source.records.set("/project/j1", project({ internalReference: "X", modified: later }));
    await see("project", [project({ listOnly: 1, modified: later })]);
    expect(events[1]).toMatchObject({ type: "project.updated", changes: [{ field: "internalReference", to: "X" }] });
    expect(source.asked).toHaveLength(3);
  });

  it("hazard 17: publish a read by id that is newer than its row, and nothing for the row that arrives later", async () => {
    const { see, events, source } = mirrorWith();
    source.records.set("/project/j1", project());
    await see("project", [project()]);
    const newest = "2026-01-05T07:45:00Z";
    source.records.set("/project/j1", project({ name: "C", modified: newest }));
    await see("project", [project({ name: "B", modified: later })]);
    await see("project", [project({ name: "C", modified: newest })]);
    expect(events.slice(1)).toMatchObject([{ timestamp: newest, changes: [{ field: "name", to: "C" }] }]);
    // Gone by now: nothing is published about the row, and only the walk may conclude a removal.
    source.records.clear();
    await see("project", [project({ name: "D", modified: "2026-01-05T07:46:00Z" })]);
    expect(events).toHaveLength(2);
  });

  it("include an activity's company, which only lists show", async () => {
    const { see, events, source } = mirrorWith();
    source.records.set("/activity/a1", activity());
    await see("activity", [activity({ company: { id: "c1", name: "A" } })]);
    await see("activity", [activity({ company: { id: "c2", name: "B" } })]);
    expect(events[1]).toMatchObject({
      type: "activity.updated",
      changes: [{ field: "company" }],
      data: { company: { id: "c2" } },
    });
  });

  it("treat a moved change time as a change with unknown changes if no full record is stored", async () => {
    const { see, events, source } = mirrorWith();
    await see("project", [project({ created: old })], { draining: true });
    source.records.set("/project/j1", project({ created: old, modified: later, parentId: "j0" }));
    await see("project", [project({ created: old, modified: later })]);
    expect(events[1]).toMatchObject({ type: "project.updated", changesUnknown: true });
    expect(events[1]).not.toHaveProperty("changes");
  });

  it("hazard 28: mark a record as unlisted if only a read by id shows it, and publish it only if it changed", async () => {
    const { see, events, source, sink, page, clock, item } = mirrorWith();
    await see("project", [project({ created: old })], { draining: true });
    clock.advance(10_000);
    const read = { form: "full", detectedBy: "walk" } as const;
    await sink.observeUnlisted(page("project", [project({ created: old, parentId: "j0" })], read), source);
    expect(events).toHaveLength(1);
    expect(item("j1").state).toBe("unlisted");
    clock.advance(10_000);
    await sink.observeUnlisted(
      page("project", [project({ created: old, parentId: "j0", isActive: false })], read),
      source,
    );
    expect(events[1]).toMatchObject({
      type: "project.closed",
      changes: [{ field: "isActive", from: true, to: false }],
    });
    source.records.set("/project/j1", project({ created: old, parentId: "j0", isActive: false }));
    await see("project", [project({ created: old, isActive: false })]);
    expect(item("j1").state).toBe("live");
    expect(events).toHaveLength(2);
  });
});

describe("requests to the source", () => {
  it("that return 404 write no tombstone but request the walk", async () => {
    const { see, source, walks, item, events } = mirrorWith();
    source.records.set("/project/j1", project());
    await see("project", [project()]);
    source.records.clear();
    expect(await see("project", [project({ name: "B", modified: later })])).toMatchObject({ outcome: "observed" });
    expect(item("j1").state).toBe("live");
    expect(walks).toEqual(["project"]);
    expect(events).toHaveLength(1);
  });

  it("that find a new record already gone publish it as the list showed it", async () => {
    const { see, walks, events } = mirrorWith();
    await see("project", [project()]);
    expect(events).toMatchObject([{ type: "project.created", data: { name: "Audit" } }]);
    expect(walks).toEqual(["project"]);
  });

  it.each([
    [{ outcome: "exhausted" } as const, "exhausted"],
    [down, "unavailable"],
    [gateway, "unavailable"],
    [{ outcome: "forbidden" } as const, "refused"],
  ])("that end with %o leave the page incomplete and keep what was decided", async (answer, reason) => {
    const { see, source, mirror } = mirrorWith();
    await see("project", [project({ created: old })], { draining: true });
    source.answer = answer;
    expect(await see("project", [project({ name: "B" }), project({ id: "j2" })])).toEqual({
      outcome: "incomplete",
      reason,
      // The only possible reason is a row without a response from the source itself.
      ...(answer.outcome === "unavailable" && { unanswered: ["j1", "j2"] }),
    });
    source.answer = undefined;
    source.records.set("/project/j1", project({ name: "B" })).set("/project/j2", project({ id: "j2" }));
    expect(await see("project", [project({ name: "B" }), project({ id: "j2" })])).toMatchObject({ changed: 2 });
    expect(mirror.items).toHaveLength(2);
  });

  it("that can't read one row don't delay the others, and a large one is published", async () => {
    const { see, source, mirror } = mirrorWith();
    source.answer = { outcome: "badRequest" };
    expect(await see("project", [project()])).toEqual({
      outcome: "observed",
      changed: 0,
      quarantined: [{ id: "j1", reason: "unreadable" }],
    });
    source.answer = { outcome: "unavailable", status: undefined, retryAfterMs: undefined, heavy: "too_large" };
    expect(await see("project", [project({ id: "j2" })])).toMatchObject({
      quarantined: [{ id: "j2", reason: "too_large" }],
    });
    const large = ann({ id: "p2", note: "x".repeat(390_000) });
    expect(await see("person", [ann(), large])).toEqual({
      outcome: "observed",
      changed: 2,
      news: ["p1", "p2"],
    });
    expect(mirror.items.map(({ sk }) => sk)).toEqual(["p1", "p2"]);
  });

  it("hazard 30: find out once which status means closed", async () => {
    const { see, source, events, hinted } = mirrorWith();
    source.active.set("s1", 3).set("s3", 1);
    source.inactive.set("s2", 1);
    const move = async (id: string, modified: string) => {
      source.records.set("/activity/a1", activity({ status: { id, name: id }, modified }));
      await see("activity", [activity({ status: { id, name: id }, modified })]);
    };
    await move("s1", recent);
    await move("s2", "2026-01-05T07:41:00Z");
    await move("s1", "2026-01-05T07:42:00Z");
    await move("s3", "2026-01-05T07:43:00Z");
    expect(events.map(({ type }) => type)).toEqual([
      "activity.created",
      "activity.closed",
      "activity.reopened",
      "activity.updated",
    ]);
    expect(source.asked.filter(({ path }) => path === "/activity")).toHaveLength(5);
    expect(hinted.every(({ type, id }) => type === "Project" && id === "j1")).toBe(true);
  });

  it("aren't made for an activity whose status has no id, which is published", async () => {
    const { see, events, source } = mirrorWith();
    source.records.set("/activity/a1", activity());
    await see("activity", [activity()]);
    const changed = activity({ status: "", modified: later });
    source.records.set("/activity/a1", changed);
    await see("activity", [changed]);
    expect(events.at(-1)).toMatchObject({ type: "activity.updated" });
    expect(source.asked.every(({ query }) => query?.["statusId"] !== "")).toBe(true);
  });
});
