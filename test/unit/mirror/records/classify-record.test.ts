import { describe, expect, it } from "vitest";
import type { Subject } from "../../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { longestShort } from "../../../../shared/mirror/changes-between.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { respelled } from "../../../../shared/mirror/next-item.ts";
import { changeTimesOf, recordBody, storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { classifyRecord } from "../../../../shared/mirror/records/classify-record.ts";
import { disagreementOf } from "../../../../shared/mirror/records/disagreement.ts";
import { phaseOf } from "../../../../shared/mirror/records/owner-of-record.ts";
import type { ClassifyContext, RecordObservation } from "../../../../shared/mirror/records/record-observation.ts";
import { cutBody } from "../../../../shared/mirror/write-item.ts";

const lateReadMargin = 2_000;
const context: ClassifyContext = {
  ...{ instance: "acme", seqFloor: 100, connectedAt: 0, now: 100_000, lateReadMargin, statuses: new Map() },
};
const at = (time: number) => ({ beganAt: time, asOf: time });

function listed(resource: RecordObservation["resource"], body: JsonObject, rest: Partial<RecordObservation> = {}) {
  const isFull = resource === "person" || resource === "company";
  const observation: RecordObservation = {
    ...{ resource, row: { id: "r1", body }, form: isFull ? "full" : "lean", moment: at(50_000) },
    ...{ detectedBy: "timeline", draining: false, state: "live" },
    ...rest,
  };
  return observation;
}

const read = (body: JsonObject, time = 50_000) => ({ fetched: { body, moment: at(time) } });

function itemOf(observation: RecordObservation, item?: MirrorItem, now = context.now): MirrorItem {
  const result = classifyRecord(item, observation, { ...context, now });
  if (!("item" in result)) throw new Error(result.classification);
  return result.item;
}

const outcome = (item: MirrorItem, observation: RecordObservation, now = context.now) =>
  classifyRecord(item, observation, { ...context, now }).classification;

describe("a record seen for the first time", () => {
  it("has one fact, and remembers how its list and its read by id differ", () => {
    const item = itemOf(listed("project", { id: "r1", name: "New" }, read({ id: "r1", name: "Old" })));
    expect(item.changeLog[0]?.facts).toEqual([{ type: "project.created", key: "" }]);
    expect(item.disagreement).toEqual({ fields: ["name"], since: context.now, askedAt: context.now });
  });
});

describe("a record that only a list has shown", () => {
  const known = itemOf(listed("project", { id: "r1", name: "Old" }, { draining: true, moment: at(40_000) }));

  it("publishes a field that both the list and the read by id have gained", () => {
    const body = { id: "r1", name: "Old", code: "A" };
    expect(itemOf(listed("project", body, read(body)), known).changeLog[1]?.facts).toEqual([
      { type: "project.updated", key: "", changes: [{ field: "code", to: "A" }] },
    ]);
  });

  it("publishes what the read by id shows, and nothing of a row that may be older", () => {
    const late = listed("project", { id: "r1", name: "Older", code: "Z" }, { moment: at(41_000) });
    const item = itemOf({ ...late, ...read({ id: "r1", name: "New" }) }, known);
    expect(item.changeLog[1]?.facts[0]?.changes).toEqual([{ field: "name", from: "Old", to: "New" }]);
    expect(item).toMatchObject({ lean: { body: { name: "Old" } }, full: { body: { name: "New" } } });
  });
});

it("a row is late until its request began a margin after the item's time", () => {
  const known = itemOf(listed("person", { id: "r1", firstName: "Ann" }, { moment: at(40_000) }));
  const renamed = (time: number) => listed("person", { id: "r1", firstName: "Anna" }, { moment: at(time) });
  expect(outcome(known, renamed(40_000 + lateReadMargin - 1))).toBe("fetch");
  expect(outcome(known, renamed(40_000 + lateReadMargin))).toBe("changed");
  expect(itemOf(renamed(50_000), known).lean, "a full row is no lean one").toBeUndefined();
});

it("a record whose list and read by id differ is read again when it is due, and not if it was just read", () => {
  const row = { id: "r1", name: "New" };
  const old = { id: "r1", name: "Old" };
  const known = itemOf(listed("project", row, { ...read(old, 40_000), moment: at(40_000) }), undefined, 40_000);
  expect(outcome(known, listed("project", row), 99_999)).toBe("same");
  expect(outcome(known, listed("project", row), 100_000)).toBe("fetch");
  expect(outcome(known, listed("project", old, { form: "full" }), 100_000)).toBe("same");
});

it("a restored record has the listed row and the read by id", () => {
  const body = { id: "r1", name: "A" };
  const known = { ...itemOf(listed("project", body, { ...read(body, 40_000), moment: at(40_000) })) };
  const gone: MirrorItem = { ...known, state: "deleted", lean: undefined, full: undefined };
  const item = itemOf(listed("project", { ...body, lean: 1 }, read({ ...body, full: 1 })), gone);
  expect(item).toMatchObject({ lean: { body: { lean: 1 } }, full: { body: { full: 1 } } });
  expect(item.changeLog.at(-1)?.facts).toEqual([{ type: "project.restored", key: "" }]);
});

describe("a record that is stored cut", () => {
  const long = { id: "r1", isActive: "true", name: "A", note: "x".repeat(longestShort) };
  const known = itemOf(listed("company", long, { moment: at(40_000) }));
  const cut = (all: boolean): MirrorItem => {
    const { full } = known;
    return { ...known, full: full && cutBody("company", full, all) };
  };

  it.each([true, false])("isn't written again if nothing changed (all its fields cut: %s)", (all) => {
    expect(outcome(cut(all), listed("company", long))).toBe("same");
  });

  it("is written if a field that it keeps is spelled differently", () => {
    expect(outcome(cut(false), listed("company", { ...long, isActive: true }))).toBe("touched");
    expect(outcome(cut(true), listed("company", { ...long, isActive: true })), "it keeps none").toBe("same");
  });

  it("is compared by its read by id alone, without the fields that only a list shows", () => {
    const full = { id: "r1", note: long.note, created: "2026-01-05T08:00:00Z" };
    const row = { ...full, company: { id: "c1", name: "Acme" } };
    const activity = itemOf(listed("activity", row, { ...read(full, 40_000), moment: at(40_000) }));
    const stored = { ...activity, full: cutBody("activity", storedBodyOf("activity", full)!, true) };
    const touched = { modified: "2026-01-05T09:00:00Z" };
    expect(outcome(stored, listed("activity", { ...row, ...touched }, read({ ...full, ...touched })))).toBe("touched");
  });

  it("keeps its digests of a list's row if a late row changes nothing of it", () => {
    const project = itemOf(listed("project", long, { ...read(long, 40_000), moment: at(40_000) }));
    const lean = cutBody("project", storedBodyOf("project", long)!, false);
    const late = listed("project", { ...long, name: "Z" }, { moment: at(41_000) });
    expect(itemOf({ ...late, ...read({ ...long, name: "B" }) }, { ...project, lean }).lean).toBe(lean);
  });
});

it("an item keeps its last eight changes", () => {
  let item = itemOf(listed("company", { id: "r1", name: "0" }, { moment: at(0) }));
  for (let change = 1; change < 12; change += 1)
    item = itemOf(listed("company", { id: "r1", name: String(change) }, { moment: at(change * 10_000) }), item);
  expect(item.changeLog.map(({ seq }) => seq)).toEqual([105, 106, 107, 108, 109, 110, 111, 112]);
});

it("only a person is erased by an update, and forgotten only without any name", () => {
  const changed = (resource: "person" | "company", before: JsonObject, after: JsonObject) => {
    const item = itemOf(listed(resource, after), itemOf(listed(resource, before, { moment: at(40_000) })));
    const { redacted, facts } = item.changeLog.at(-1)!;
    return { redacted, from: facts[0]?.changes?.[0]?.from, forgetBelow: item.forgetBelow };
  };
  const named = { name: "Acme", email: "a@x.no" };
  expect(changed("company", named, { name: "Deleted" })).toEqual({ from: "a@x.no" });
  expect(changed("person", named, { ...named, name: "Deleted" })).toEqual({ redacted: true });
  expect(changed("person", named, { name: "Deleted" })).toEqual({ redacted: true, forgetBelow: 102 });
  expect(changed("person", { jobTitle: "CEO" }, { jobTitle: "CTO" })).toEqual({ from: "CEO" });
});

it("the full body takes the list's new spelling only of fields that both spelled alike", () => {
  const full = { name: "A", code: 7, own: 1, other: "X", gone: 1 };
  const before = { name: "A", other: "P", gone: 1 };
  expect(respelled(full, before, { name: "Å", code: "7", other: "Q" })).toEqual({ ...full, name: "Å" });
});

describe("how a list and a read by id disagree", () => {
  const differing = (lean: JsonObject, full: JsonObject, resource: Subject = "project") =>
    disagreementOf(resource, { lean, full }, { lean: undefined }, context.now)?.fields;

  it.each<[string, string[] | undefined, JsonObject, JsonObject, Subject?]>([
    ["a field that both show", ["name"], { name: "A" }, { name: "B" }],
    ["a field of the contract that one lacks", ["name"], { name: "A" }, {}],
    ["a field that only the read by id shows", undefined, {}, { name: "B" }],
    ["a field that isn't in the contract", undefined, { odd: "A" }, {}],
    ["an activity's company, which only lists show", undefined, { company: { id: "c1" } }, {}, "activity"],
  ])("%s", (_, fields, lean, full, resource) => {
    expect(differing(lean, full, resource)).toEqual(fields);
  });

  it("names at most fifty fields", () => {
    const fields = (value: number) => Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, value]));
    expect(differing(fields(1), fields(2))).toHaveLength(50);
  });
});

it("events show an activity's company from its list, unless the read by id has one", () => {
  const body = (lean: JsonObject | undefined, full: JsonObject) => recordBody("activity", { lean, full });
  expect(body({ company: "c1", name: "lean" }, { name: "full" })).toEqual({ company: "c1", name: "full" });
  expect(body({ company: "c1" }, { company: "c2" })).toEqual({ company: "c2" });
  expect(body({}, { name: "full" })).toStrictEqual({ name: "full" });
  expect(body(undefined, { name: "full" })).toStrictEqual({ name: "full" });
});

it.each([
  ["2026-01-05T08:00:00+01:00", "2026-01-05T07:00:00Z"],
  ["yesterday", "yesterday"],
  [7, undefined],
])("the change time %j is kept as %j", (created, kept) => {
  expect(changeTimesOf({ created })).toEqual({ created: kept, modified: undefined });
});

it.each<[Subject, JsonObject[string], string | undefined]>([
  ["activity", { id: "f1" }, "f1"],
  ["activity", { id: 7 }, undefined],
  ["activity", { id: "" }, undefined],
  ["activity", "f1", undefined],
  ["project", { id: "f1" }, undefined],
])("the phase of a %s with projectPhase %j is %s", (resource, projectPhase, id) => {
  const full = { body: { projectPhase }, digest: "" };
  expect(phaseOf({ resource, full })).toEqual(
    id === undefined ? undefined : { type: "Project", id, subOwner: "phase" },
  );
});
