import { beforeEach, describe, expect, it } from "vitest";
import { filterWarnings } from "../../../shared/api/filters/filter-warnings.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { apiFixture, eventAt } from "./api-fixture.ts";

const warned = (filter: JsonObject, ...types: string[]) =>
  filterWarnings({ filter, eventTypes: types.length === 0 ? ["*"] : types }).map(({ field }) => field);

describe("a filter that can't match what the catalogue says", () => {
  it.each<[string, JsonObject, string[], string[]]>([
    ["a mistyped field", { owner: { typ: ["Project"] } }, ["document.*"], ["filter.owner.typ"]],
    ["a mistyped field of the envelope", { tpye: ["person.updated"] }, [], ["filter.tpye"]],
    ["a field that these types don't have", { owner: { type: ["Project"] } }, ["person.*"], ["filter.owner.type"]],
    ["a value that isn't of the enumeration", { owner: { type: ["Projekt"] } }, [], ["filter.owner.type"]],
    ["a type that wasn't asked for", { type: ["person.created"] }, ["person.updated"], ["filter.type"]],
    ["a text for a number", { subject: { seq: ["7"] } }, [], ["filter.subject.seq"]],
    ["a number for a text", { instance: [{ numeric: [">", 7] }] }, [], ["filter.instance"]],
    ["a prefix that no value has", { detectedBy: [{ prefix: "x" }] }, [], ["filter.detectedBy"]],
    ["an object taken for a value", { subject: ["person"] }, [], ["filter.subject"]],
    ["a value taken for an object", { id: { text: ["a"] } }, [], ["filter.id.text"]],
    ["the absence of what is always there", { id: [{ exists: false }] }, [], ["filter.id"]],
    ["a mistyped field of a change", { changes: { feild: ["name"] } }, [], ["filter.changes.feild"]],
    ["a field that the payload lacks", { data: { subscriptoin: ["x"] } }, ["bridge.*"], ["filter.data.subscriptoin"]],
    [
      "alternatives of which none can match",
      { $or: [{ reason: ["journl"] }, { tpye: ["a"] }] },
      ["document.removed"],
      ["filter.$or.0.reason", "filter.$or.1.tpye"],
    ],
    [
      "parts that no single type has",
      { reason: ["journal"], partner: [{ exists: true }] },
      ["document.*", "bridge.*"],
      ["filter"],
    ],
  ])("%s: it is warned of", (_, filter, types, fields) => {
    expect(warned(filter, ...types)).toEqual(fields);
  });

  it.each<[string, JsonObject, string[]]>([
    ["what some of the types have", { owner: { type: ["Project"] } }, ["person.*", "document.*"]],
    ["fields of a record, which are the source's", { data: { shoeSize: [{ numeric: [">", 40] }] } }, ["person.*"]],
    ["a record's nested fields", { data: { company: { id: ["c1"] } } }, ["project.*"]],
    ["absence", { owner: [{ exists: false }], "no-such": [{ exists: false }] }, ["person.*"]],
    ["one good alternative", { $or: [{ tpye: ["a"] }, { type: [{ suffix: ".updated" }] }] }, []],
    ["values of any kind in changes", { changes: { from: [1], to: ["x", null] } }, []],
    ["numbers", { subject: { seq: [{ numeric: [">", 1] }], part: [1] } }, []],
    ["anything but", { owner: { type: [{ "anything-but": "Room" }], id: [{ exists: true }] } }, []],
    ["marks", { baseline: [true] }, []],
    ["payloads with variants", { data: { sentAt: [1] } }, ["bridge.ping"]],
  ])("not %s", (_, filter, types) => {
    expect(warned(filter, ...types)).toEqual([]);
  });

  it("says what there is instead", () => {
    const [warning] = filterWarnings({ filter: { owner: { typ: ["Project"] } }, eventTypes: ["document.*"] });
    expect(warning?.message).toBe(
      "can't match: events of these types have no such field; there are type, id, subOwner",
    );
    const [value] = filterWarnings({ filter: { owner: { type: ["Projekt"] } }, eventTypes: [...eventTypes] });
    expect(value?.message).toBe(`can't match: its values are "Company", "Person", "Project", "Room"`);
  });
});

describe("the API", () => {
  let api: ReturnType<typeof apiFixture>;
  beforeEach(async () => {
    api = apiFixture();
    await api.registerInstance();
  });
  const mistyped = { owner: { typ: ["Project"] } };

  it("takes such a filter, with a warning, on create and update", async () => {
    const input = { url: "https://hooks.example.com/in", eventTypes: ["document.*"], filter: mistyped };
    const made = await api.call("POST", "/v1/subscriptions", input);
    expect([made.status, made.body.warnings]).toEqual([201, [expect.objectContaining({ field: "filter.owner.typ" })]]);
    const path = `/v1/subscriptions/${made.body.id}`;
    const mended = await api.call("PATCH", path, { filter: { owner: { typ: null, type: ["Project"] } } });
    expect([mended.status, mended.body.warnings]).toEqual([200, undefined]);
    const moved = await api.call("PATCH", path, { eventTypes: ["person.*"] });
    expect(moved.body.warnings).toEqual([expect.objectContaining({ field: "filter.owner.type" })]);
    expect((await api.call("PATCH", path, { description: "x" })).body.warnings).toBeUndefined();
  });

  it("tries a filter on the newest stored events, and says why not", async () => {
    const now = api.clock.now();
    const events = [3, 2, 1].map((seconds) => eventAt(now - seconds * 1_000, String(seconds)));
    await api.events.put(events);
    const body = { filter: { subject: { id: ["2"] } }, eventTypes: ["person.*"], instance: "acme" };
    const all = await api.call("POST", "/v1/filters/test", body);
    expect(all.body).toMatchObject({ tested: 3, matches: 1 });
    expect(all.body.items.map((one: { matches: boolean }) => one.matches)).toEqual([false, true, false]);
    expect(all.body.items[0]).toMatchObject({
      event: events[2]!.envelope.id,
      why: [{ field: "subject.id", message: "none of its values fits", wanted: ["2"], found: ["1"] }],
    });
    expect((await api.call("POST", "/v1/filters/test", { ...body, limit: 2 })).body.tested).toBe(2);
    const one = await api.call("POST", "/v1/filters/test", { ...body, event: events[1]!.envelope.id });
    expect(one.body).toMatchObject({ tested: 1, matches: 1, items: [{ why: [] }] });
    const other = await api.call("POST", "/v1/filters/test", { instance: "acme", eventTypes: ["company.*"] });
    expect(other.body.items[0].why).toEqual([
      { field: "eventTypes", message: "names no type that takes it", wanted: ["company.*"], found: ["person.updated"] },
    ]);
  });

  it("tries a filter on a sample, warns of what can't match, and records nothing", async () => {
    const sample = { type: "document.moved", owner: { type: "Company", id: "c1" } };
    const answer = await api.call("POST", "/v1/filters/test", { filter: mistyped, sample });
    expect(answer.body).toMatchObject({
      tested: 1,
      matches: 0,
      items: [{ type: "document.moved", why: [{ field: "owner.typ", message: "is absent" }] }],
      warnings: [{ field: "filter.owner.typ" }],
    });
    expect((await api.call("POST", "/v1/filters/test", { sample: { n: 1 }, eventTypes: ["*"] })).body.matches).toBe(0);
    expect((await api.call("GET", "/v1/audit")).body.items.map((one: { operation: string }) => one.operation)).toEqual([
      "putInstance",
    ]);
  });

  it.each([
    [{}, 400, "instance"],
    [{ instance: "acme", filter: { a: [{ prefix: 1 }] } }, 400, "filter.a.0.prefix"],
    [{ instance: "acme", sample: {} }, 400, "instance"],
    [{ instance: "acme", eventTypes: ["person.exploded"] }, 400, "eventTypes.0"],
    [{ instance: "acme", limit: 201 }, 400, "limit"],
    [{ instance: "nowhere" }, 404, undefined],
    [{ instance: "acme", event: `evt_${"0".repeat(26)}` }, 404, undefined],
  ])("%j is %i", async (body, status, field) => {
    const answer = await api.call("POST", "/v1/filters/test", body);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([status, field]);
  });
});
