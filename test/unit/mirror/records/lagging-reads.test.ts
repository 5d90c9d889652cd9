import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { before } from "../../../support/around.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const minute = 60_000;
const template = (fields: JsonObject = {}): JsonObject => ({ id: "t1", name: "Old", ...fields });

/** A template whose list shows `listed` while its read by id still returns `read`. */
async function lagging(listed: JsonObject, read: JsonObject, before = template(), draining = false) {
  const world = mirrorWith();
  const { source, see, clock } = world;
  source.records.set("/company-template/t1", before);
  await see("company_template", [before], { draining });
  source.records.set("/company-template/t1", read);
  await see("company_template", [listed]);
  const list = async (after = 0) => {
    clock.advance(after);
    const asked = source.asked.length;
    const observed = await see("company_template", [listed]);
    return { asked: source.asked.length - asked, observed };
  };
  return { ...world, list };
}

describe("a read by id that lags behind its list", () => {
  it("is repeated until it shows what the list shows, and the change is published then", async () => {
    const { list, events, source, item } = await lagging(template({ name: "New" }), template());
    expect(events).toHaveLength(1);
    expect((await list()).asked, "not at once").toBe(0);
    expect((await list(minute)).asked).toBe(1);
    source.records.set("/company-template/t1", template({ name: "New" }));
    expect((await list(10 * minute)).asked).toBe(1);
    expect(events[1]).toMatchObject({
      type: "company_template.updated",
      changes: [{ field: "name", from: "Old", to: "New" }],
      data: { name: "New" },
    });
    expect(item("t1")).not.toHaveProperty("disagreement");
    expect((await list(30 * 24 * 60 * minute)).asked).toBe(0);
    expect(events).toHaveLength(2);
  });

  it.each([
    ["a field is set", template({ code: "A" }), template(), template()],
    ["a field is cleared", template(), template({ code: "A" }), template({ code: "A" })],
    ["a field is null", template({ code: null }), template({ code: "A" }), template({ code: "A" })],
  ])("is noticed if %s", async (_, listed, read, before) => {
    const { list, source, events } = await lagging(listed, read, before);
    expect((await list(minute)).asked).toBe(1);
    source.records.set("/company-template/t1", listed);
    await list(10 * minute);
    expect(events.at(-1)?.changes).toMatchObject([{ field: "code" }]);
  });

  it.each([template({ name: "New" }), template({ code: "A" })])(
    "publishes %j once, even for a record that only its list had shown",
    async (listed) => {
      const { list, events, source } = await lagging(listed, template(), template(), true);
      await list(minute);
      expect(events).toHaveLength(1);
      source.records.set("/company-template/t1", listed);
      for (let poll = 0; poll < 5; poll += 1) await list(10 * minute);
      expect(events.slice(1)).toMatchObject([{ data: listed }]);
    },
  );

  it("isn't suspected for a field that only lists show", async () => {
    const { list } = await lagging(template({ numCompanies: 7, ofLists: 1 }), template());
    expect((await list(minute)).asked).toBe(0);
  });

  it("says when it is repeated, rarely if the two never agree", async () => {
    const { list, clock, mirror } = await lagging(template({ name: "New" }), template());
    let [asked, writes] = [0, 0];
    before(mirror, "put", (puts) => void (writes += puts.length));
    const { observed } = await list();
    expect(observed).toMatchObject({ askAgainAt: clock.now() + minute - 10_000 });
    for (let poll = 0; poll < 30 * 24 * 12; poll += 1) asked += (await list(5 * minute)).asked;
    expect(asked, "in a month of polls every five minutes").toBeLessThan(16);
    expect(writes).toBe(asked);
  });
});

/** `RUNS=100 npx vitest run test/unit/mirror/records/lagging-reads.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 20);

test("publishes the change once within twice the lag, whatever the lag and the field", async () => {
  const fields = fc.record(
    { name: fc.constantFrom("Old", "New"), code: fc.constantFrom("A", "B"), isActive: fc.boolean() },
    { requiredKeys: ["name"] },
  );
  await fc.assert(
    fc.asyncProperty(fields, fields, fc.integer({ min: 0, max: 3_000 }), async (was, is, minutes) => {
      const before = template(was);
      const after = template(is);
      const { list, source, events, item } = await lagging(after, before, before);
      for (let passed = 0; passed < minutes; passed += 5) await list(5 * minute);
      expect(events).toHaveLength(1);
      source.records.set("/company-template/t1", after);
      for (let passed = 0; passed < minutes + 10; passed += 5) await list(5 * minute);
      expect(item("t1").full?.body).toEqual(after);
      const isSame = JSON.stringify(Object.entries(was).toSorted()) === JSON.stringify(Object.entries(is).toSorted());
      expect(events).toHaveLength(isSame ? 1 : 2);
    }),
    { numRuns: runs },
  );
});

test("a read by id that is older than both the row and the stored record changes nothing", async () => {
  const { see, source, events, item } = mirrorWith();
  const project = (name: string, modified: string) => ({
    ...{ id: "p1", name, created: "2026-01-05T05:00:00Z" },
    modified: `2026-01-05T0${modified}:00:00Z`,
  });
  source.records.set("/project/p1", project("First", "6"));
  await see("project", [project("Second", "7")], { draining: true });
  const observed = await see("project", [project("Third", "8")]);
  expect(observed).toMatchObject({ outcome: "observed", changed: 0, leftOut: ["p1"] });
  expect(events).toHaveLength(1);
  expect(item("p1").modified).toBe("2026-01-05T07:00:00Z");
  source.records.set("/project/p1", project("Third", "8"));
  await see("project", [project("Third", "8")]);
  expect(events.slice(1).map(({ data }) => data?.["name"])).toEqual(["Third"]);
});
