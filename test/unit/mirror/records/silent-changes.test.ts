import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { WalkMemory } from "../../../../shared/mirror/records/walk-memory.ts";
import { before } from "../../../support/around.ts";
import { testContext } from "../../../support/test-context.ts";
import { mirrorWith, seqFloor } from "../mirror-fixture.ts";

const created = "2026-01-05T07:30:00Z";
const company = (fields: JsonObject = {}): JsonObject => ({ id: "c1", name: "Acme", created, ...fields });
const project = (fields: JsonObject = {}): JsonObject => ({ id: "j1", name: "Audit", created, ...fields });

/** A mirror that counts its writes, and removes a record like a walk. */
function counted() {
  const world = mirrorWith();
  const { mirror, instances, clock, source } = world;
  const writes = { count: 0 };
  before(mirror, "put", (puts) => void (writes.count += puts.length));
  const memory = new WalkMemory({
    ...testContext({ clock, timings: { ...defaultTimings, tombstoneRetention: 1, lateReadMargin: 2_000 } }),
    ...{ mirror, instances, owners: { wake: async () => undefined } },
  });
  const remove = (resource: "company" | "project", id: string) => {
    clock.advance(10_000);
    return memory.removed("acme", resource, id, { beganAt: clock.now(), asOf: clock.now() });
  };
  const readAs = (path: string, body: JsonObject) => void source.records.set(path, body);
  return { ...world, writes, remove, readAs };
}

describe("a silent change of normalised content", () => {
  it("is stored once without an event, and `from` and the data of a removal show it", async () => {
    const { see, events, item, writes, remove } = counted();
    const parent = (name: string) => ({ id: "c0", name });
    await see("company", [company({ parent: parent("Old"), isActive: "true" })]);
    const silent = company({ parent: parent("New"), isActive: true, createdBy: "p2", fax: null });
    await see("company", [silent]);
    expect(item("c1")).toMatchObject({ seq: seqFloor + 1, full: { body: silent } });
    expect(events).toHaveLength(1);
    const before = writes.count;
    for (let poll = 0; poll < 5; poll += 1) await see("company", [silent]);
    expect(writes.count, "idle costs only reads").toBe(before);
    await see("company", [{ ...silent, parent: parent("New"), isActive: false }]);
    await see("company", [{ ...silent, parent: { id: "c9", name: "Other" }, isActive: false }]);
    expect(events.at(-2)?.changes).toEqual([{ field: "isActive", from: true, to: false }]);
    expect(events.at(-1)?.changes).toEqual([{ field: "parent", from: parent("New"), to: { id: "c9", name: "Other" } }]);
    await see("company", [company({ parent: { id: "c9", name: "Renamed" }, isActive: "false" })]);
    await remove("company", "c1");
    expect(events.at(-1)).toMatchObject({
      type: "company.removed",
      data: company({ parent: { id: "c9", name: "Renamed" }, isActive: "false" }),
    });
  });

  it("of a lean row is stored for the whole record, without a read by id", async () => {
    const { see, events, item, source, readAs, remove } = counted();
    const shown = (name: string, zone: string) => ({ company: { id: "c1", name }, projectEnd: zone });
    const [utc, local] = ["2026-02-01T00:00:00Z", "2026-02-01T01:00:00+01:00"];
    readAs("/project/j1", project({ ...shown("Acme", utc), responsible: { id: "p1", name: "Ann" }, parentId: "j0" }));
    await see("project", [project({ ...shown("Acme", utc), responsible: "p1" })]);
    const asked = source.asked.length;
    await see("project", [project({ ...shown("Acme AS", local), responsible: "p1" })]);
    expect(source.asked).toHaveLength(asked);
    const whole = project({ ...shown("Acme AS", local), responsible: { id: "p1", name: "Ann" }, parentId: "j0" });
    expect(item("j1").full?.body).toEqual(whole);
    await remove("project", "j1");
    expect(events.map(({ type, data }) => [type, data]).slice(1)).toEqual([["project.removed", whole]]);
  });

  it("in a read that may be older than the stored item is ignored", async () => {
    const { see, page, sink, source, item, writes } = counted();
    const stale = page("company", [company({ fax: null })]);
    await see("company", [company()]);
    const before = writes.count;
    await sink.observe(stale, source);
    expect(writes.count).toBe(before);
    expect(item("c1").full?.body).toEqual(company());
  });

  it("doesn't delay the next read by id, which alone shows the other fields", async () => {
    const { see, item, readAs } = counted();
    readAs("/project/j1", project({ company: { id: "c1", name: "Acme" } }));
    await see("project", [project({ company: { id: "c1", name: "Acme" } })]);
    const { asOf } = item("j1");
    await see("project", [project({ company: { id: "c1", name: "Acme AS" } })]);
    expect(item("j1")).toMatchObject({ asOf, lean: { body: { company: { name: "Acme AS" } } } });
  });
});

test("stores the last spelling read, writes each spelling once, and publishes only a change", async () => {
  const spelling = fc.record(
    {
      name: fc.constantFrom("A", "B"),
      parent: fc.record({ id: fc.constantFrom("c1", "c2"), name: fc.constantFrom("P", "Q") }),
      isActive: fc.constantFrom<JsonObject[string]>(true, "true", false),
      fax: fc.constantFrom<JsonObject[string]>(null, "1"),
      limit: fc.constantFrom(0, -0, 1),
      createdBy: fc.constantFrom("p1", "p2"),
    },
    { requiredKeys: ["name"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(spelling, { minLength: 1, maxLength: 8 }), async (spellings) => {
      const { see, item, writes, events } = counted();
      for (const [at, one] of spellings.entries()) {
        const before = writes.count;
        await see("company", [company(one)]);
        // What tables keep: -0 is 0.
        const stands = JSON.parse(JSON.stringify(company(one))) as JsonObject;
        expect(JSON.parse(JSON.stringify(item("c1").full?.body))).toEqual(stands);
        const last = at === 0 ? undefined : JSON.stringify(sorted(company(spellings[at - 1])));
        expect(writes.count - before).toBe(last === JSON.stringify(sorted(company(one))) ? 0 : 1);
        expect(new Set(events.map(({ subject }) => subject.seq)).size).toBe(item("c1").seq - seqFloor);
      }
    }),
    { numRuns: 200 },
  );
});

function sorted(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

describe("a template's field that its list shows only once it is set", () => {
  const template = (fields: JsonObject = {}): JsonObject => ({ id: "t1", name: "Standard", code: "STD", ...fields });
  const seeList = (world: ReturnType<typeof counted>, body: JsonObject) => {
    world.readAs("/company-template/t1", { ...body, shouldBeRiskAssessed: false });
    return world.see("company_template", [body], { detectedBy: "templates" });
  };
  const readById = ({ see }: ReturnType<typeof counted>, body: JsonObject) =>
    see("company_template", [{ ...body, shouldBeRiskAssessed: false }], { form: "full" });
  const changesOf = ({ events }: ReturnType<typeof counted>) => events.map(({ changes }) => changes).slice(1);
  const set = { field: "description", to: "New" };

  it.each([
    ["set", template(), template({ description: "New" }), set],
    ["cleared", template({ description: "Old" }), template(), { field: "description", from: "Old" }],
  ])("and that was %s just before the first read by id", async (_, before, after, change) => {
    const world = counted();
    await world.see("company_template", [before], { draining: true });
    await readById(world, after);
    for (let visit = 0; visit < 3; visit += 1) await seeList(world, after);
    expect(changesOf(world)).toEqual([[change]]);
  });

  it("is published once, if the read by id showed it first", async () => {
    const world = counted();
    await world.see("company_template", [template()], { draining: true });
    await readById(world, template());
    await seeList(world, template());
    await readById(world, template({ description: "New" }));
    await seeList(world, template({ description: "New" }));
    await readById(world, template());
    await seeList(world, template());
    expect(changesOf(world)).toEqual([[set], [{ field: "description", from: "New" }]]);
  });
});
