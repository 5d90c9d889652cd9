import { describe, expect, it } from "vitest";
import { ContentionError } from "../../../shared/kernel/errors.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { lateReadMargin, mirrorWith } from "./mirror-fixture.ts";

const recent = "2026-01-05T07:30:00Z";
const later = "2026-01-05T07:45:00Z";
const ann = (fields: JsonObject = {}): JsonObject => ({ id: "p1", firstName: "Ann", created: recent, ...fields });
const project = (fields: JsonObject = {}): JsonObject => ({ id: "j1", name: "Audit", created: recent, ...fields });

describe("late reads", () => {
  it("never win: a differing row that may be older than the item is read again by id", async () => {
    const { see, page, sink, source, events, item, clock } = mirrorWith();
    const stale = page("person", [ann()]);
    await see("person", [ann({ firstName: "Anna", modified: later })]);
    source.records.set("/person/p1", ann({ firstName: "Anna", modified: later }));
    await sink.observe(stale, source);
    expect(item("p1").full?.body["firstName"]).toBe("Anna");
    expect(events).toHaveLength(1);
    clock.advance(lateReadMargin - 1);
    await sink.observe(page("person", [ann()]), source);
    expect(events).toHaveLength(1);
    expect(source.asked).toHaveLength(2);
  });

  it("classify the row again after a concurrent write", async () => {
    const { see, page, sink, source, events, item } = mirrorWith();
    source.records.set("/project/j1", project());
    await see("project", [project()]);
    source.records.set("/project/j1", project({ name: "B", modified: later }));
    let raced = false;
    source.onRead = async () => {
      if (raced) return;
      raced = true;
      source.records.set("/project/j1", project({ name: "C", modified: later }));
      await see("project", [project({ name: "C", modified: later })]);
    };
    await sink.observe(page("project", [project({ name: "B", modified: later })]), source);
    expect(item("j1").full?.body["name"]).toBe("C");
    expect(events.map(({ changes }) => changes?.[0]?.to)).toEqual([undefined, "C"]);
  });

  it("give up after bounded rounds if the item keeps changing", async () => {
    const { see, mirror, sink, page, source, clock } = mirrorWith();
    await see("person", [ann()]);
    clock.advance(10_000);
    mirror.put = async (puts) => puts.map(() => "conflict");
    await expect(sink.observe(page("person", [ann({ firstName: "B" })]), source)).rejects.toThrow(ContentionError);
  });

  it("don't win with list-only fields either", async () => {
    const { see, page, sink, source, events } = mirrorWith();
    const row = (company: string, rest: JsonObject = {}) => ({
      id: "a1",
      created: recent,
      company: { id: company, name: "" },
      ...rest,
    });
    source.records.set("/activity/a1", { id: "a1", created: recent });
    const stale = page("activity", [row("old")]);
    await see("activity", [row("new")]);
    await sink.observe(stale, source);
    expect(events.map(({ type }) => type)).toEqual(["activity.created"]);
    await see("activity", [row("new", { name: "x" })]);
    expect(events).toHaveLength(1);
  });

  it("classify the row again after a concurrent touch, though its seq stays", async () => {
    const { see, mirror, page, sink, source, item, clock, events } = mirrorWith();
    await see("person", [ann()]);
    clock.advance(10_000);
    const overtaken = page("person", [ann({ firstName: "Old" })]);
    const getAll = mirror.getAll.bind(mirror);
    mirror.getAll = async (keys) => {
      mirror.getAll = getAll;
      const items = await getAll(keys);
      await see("person", [ann({ modified: later })]);
      return items;
    };
    source.records.set("/person/p1", ann({ modified: later }));
    await sink.observe(overtaken, source);
    expect(item("p1").full?.body["firstName"]).toBe("Ann");
    expect(events).toHaveLength(1);
  });
});
