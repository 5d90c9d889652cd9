import { beforeEach, describe, expect, it, vi } from "vitest";
import { filterWarnings } from "../../../shared/api/filters/filter-warnings.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { operatorPartner } from "../../../shared/partners/partner-key.ts";
import { Steps } from "../../../shared/subscriptions/patterns/steps.ts";
import { acmeApi, type apiFixture, eventAt } from "./api-fixture.ts";

const warned = (filter: JsonObject, ...types: string[]) =>
  filterWarnings({ filter, eventTypes: types.length === 0 ? ["*"] : types }).map(({ field }) => field);

describe("a filter that can't match the catalogue", () => {
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
  ])("%s: it causes a warning", (_, filter, types, fields) => {
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

  const alternatives = (count: number) => ({ $or: Array.from({ length: count }, (_, n) => ({ [`f${n}`]: [n] })) });

  it("is judged in steps in proportion to the filter and the types", () => {
    const spent = (filter: JsonObject, types: readonly string[]) => {
      const steps = new Steps(Number.POSITIVE_INFINITY);
      filterWarnings({ filter, eventTypes: types }, steps);
      return steps.spent;
    };
    const small = spent(alternatives(50), ["person.*"]);
    expect(spent(alternatives(100), ["person.*"])).toBeLessThan(2.1 * small);
    const types = eventTypes.filter((type) => type.startsWith("person.")).length;
    expect(spent(alternatives(50), [...eventTypes])).toBeLessThanOrEqual((small * eventTypes.length) / types);
  });

  it("isn't joined and parsed again for each type, of which a 4 KB filter may have 400", () => {
    const joins = vi.spyOn(Array.prototype, "join");
    const texts = vi.spyOn(JSON, "stringify");
    const found = filterWarnings({ filter: alternatives(250), eventTypes: [...eventTypes] });
    const calls = joins.mock.calls.length + texts.mock.calls.length;
    vi.restoreAllMocks();
    expect(calls).toBeLessThan(1_000);
    expect(found).toHaveLength(20);
    expect(found[0]?.field).toBe("filter.$or.0.f0");
  });

  it("names the alternatives", () => {
    const [warning] = filterWarnings({ filter: { owner: { typ: ["Project"] } }, eventTypes: ["document.*"] });
    expect(warning?.message).toBe(
      "can't match, because events of these types have no such field. Use one of type, id, subOwner",
    );
    const [value] = filterWarnings({ filter: { owner: { type: ["Projekt"] } }, eventTypes: [...eventTypes] });
    expect(value?.message).toBe(`can't match, because its only values are "Company", "Person", "Project", "Room"`);
  });
});

describe("the API", () => {
  let api: ReturnType<typeof apiFixture>;
  beforeEach(async () => {
    api = await acmeApi();
  });
  const mistyped = { owner: { typ: ["Project"] } };

  it("accepts such a filter with a warning, on create and update", async () => {
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

  it("tests a filter on the newest stored events, and says why not", async () => {
    const now = api.clock.now();
    const events = [3, 2, 1].map((seconds) => eventAt(now - seconds * 1_000, String(seconds)));
    await api.events.put(events);
    const body = { filter: { subject: { id: ["2"] } }, eventTypes: ["person.*"], instance: "acme" };
    const all = await api.call("POST", "/v1/filters/test", body);
    expect(all.body).toMatchObject({ tested: 3, matches: 1 });
    expect(all.body.items.map((one: { matches: boolean }) => one.matches)).toEqual([false, true, false]);
    expect(all.body.items[0]).toMatchObject({
      event: events[2]!.envelope.id,
      why: [{ field: "subject.id", message: "has no matching value", wanted: ["2"], found: ["1"] }],
    });
    expect((await api.call("POST", "/v1/filters/test", { ...body, limit: 2 })).body.tested).toBe(2);
    const ofOne = { instance: "acme", event: events[1]!.envelope.id };
    const one = await api.call("POST", "/v1/filters/test", { ...body, ...ofOne });
    expect(one.body).toMatchObject({ tested: 1, matches: 1, items: [{ why: [] }] });
    const other = await api.call("POST", "/v1/filters/test", { ...ofOne, eventTypes: ["company.*"] });
    expect(other.body.items[0].why).toEqual([
      { field: "eventTypes", message: "must match an event type", wanted: ["company.*"], found: ["person.updated"] },
    ]);
  });

  it("samples the newest events of the requested types", async () => {
    const now = api.clock.now();
    const newer = eventAt(now - 1_000, "2");
    const envelope = { ...newer.envelope, type: "person.removed" as const };
    await api.events.put([eventAt(now - 9_000, "1"), { envelope, body: JSON.stringify(envelope) }]);
    const body = { instance: "acme", eventTypes: ["person.updated"], limit: 1 };
    const found = await api.call("POST", "/v1/filters/test", body);
    expect(found.body).toMatchObject({ tested: 1, matches: 1, items: [{ type: "person.updated" }] });
  });

  it("tests as many of the newest events as fit a megabyte", async () => {
    const now = api.clock.now();
    const events = Array.from({ length: 6 }, (_, at) => {
      const { envelope } = eventAt(now - 10_000 + at * 1_000, `r${at}`);
      const large = { ...envelope, data: { notes: "n".repeat(240_000) } };
      return { envelope: large, body: JSON.stringify(large) };
    });
    await api.events.put(events);
    const { body } = await api.call("POST", "/v1/filters/test", { instance: "acme", limit: 200 });
    expect([body.tested, body.items[0].event]).toEqual([4, events[5]!.envelope.id]);
  });

  it("tests a filter on a sample, warns of what can't match, and stores nothing", async () => {
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

  const complex = { $or: Array.from({ length: 145 }, (_, n) => ({ id: [`${n}`] })) };

  it("refuses a filter that is too complex on create, and keeps one that was stored before", async () => {
    const input = { url: "https://hooks.example.com/in", eventTypes: ["document.*"] };
    const refused = await api.call("POST", "/v1/subscriptions", { ...input, filter: complex });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          field: "filter.$or.128",
          message: expect.stringMatching(/^makes the filter too complex. Its complexity can be at most 256: /),
        },
      ],
    ]);
    const made = await api.call("POST", "/v1/subscriptions", input);
    const path = `/v1/subscriptions/${made.body.id}`;
    expect((await api.call("PATCH", path, { filter: complex })).body.errors).toHaveLength(1);
    await api.services.subscriptions.update(operatorPartner, made.body.id, (current) => ({
      ...current,
      filter: complex,
    }));
    const changed = await api.call("PATCH", path, { description: "x", eventTypes: ["person.*"] });
    expect([changed.status, changed.body.filter]).toEqual([200, complex]);
    expect((await api.call("POST", "/v1/filters/test", { filter: complex, sample: {} })).status).toBe(400);
  });

  it("names twenty faults of a filter, not hundreds", async () => {
    const wrong = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}`.padStart(8, "x"), 1]));
    const answer = await api.call("POST", "/v1/filters/test", { filter: { ["n".repeat(100)]: wrong }, sample: {} });
    expect(answer.body.errors).toHaveLength(20);
  });

  it("says of a sample that takes too many steps that such an event would be delivered", async () => {
    const filter = { a: { $or: Array.from({ length: 50 }, () => ({ b: [{ exists: false }] })) } };
    const sample = { a: [...Array.from({ length: 8_000 }, () => ({})), { b: 1 }] };
    const answer = await api.call("POST", "/v1/filters/test", { filter, sample });
    expect(answer.body).toMatchObject({ matches: 1, items: [{ matches: true, undecided: true, why: [] }] });
    const smaller = { a: sample.a.slice(-1_001) };
    const decided = await api.call("POST", "/v1/filters/test", { filter, sample: smaller });
    expect(decided.body.items[0]).toMatchObject({ matches: false, why: { length: 40 } });
    expect(decided.body.items[0]).not.toHaveProperty("undecided");
  });

  it("gives as many reasons as a response may hold", async () => {
    const now = api.clock.now();
    await api.events.put(Array.from({ length: 200 }, (_, n) => eventAt(now - n * 1_000, String(n))));
    const filter = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, ["x"]]));
    const answer = await api.call("POST", "/v1/filters/test", { filter, instance: "acme", limit: 200 });
    expect(answer.body.items.map(({ why }: { why: unknown[] }) => why.length)).toEqual(Array(200).fill(4));
  });

  it.each([
    [{ sample: { a: "x".repeat(64 * 1_024) } }, 400, "sample"],
    [{}, 400, "instance"],
    [{ instance: "acme", filter: { a: [{ prefix: 1 }] } }, 400, "filter.a.0.prefix"],
    [{ instance: "acme", sample: {} }, 400, "instance"],
    [{ instance: "acme", eventTypes: ["person.exploded"] }, 400, "eventTypes.0"],
    [{ instance: "acme", limit: 201 }, 400, "limit"],
    [{ instance: "nowhere" }, 404, undefined],
    [{ instance: "acme", event: `evt_${"0".repeat(26)}` }, 404, undefined],
  ])("%j returns %i", async (body, status, field) => {
    const answer = await api.call("POST", "/v1/filters/test", body);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([status, field]);
  });
});
