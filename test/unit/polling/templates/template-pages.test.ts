import { expect, test } from "vitest";
import { at, templateWorld } from "../support/template-world.ts";

const changeNowhereListed = async (pageSize: number, requests: number) => {
  const { fixture, source, turn, singles } = templateWorld(54);
  source.pageSize = pageSize;
  for (let visits = 0; visits < 20; visits += 1) await turn(requests);
  source.requests.splice(0);
  // A week, at each of whose visits the list is looked at.
  const period = fixture.timings.walkPeriod;
  for (let passed = 0; passed < period; passed += period / 10) {
    fixture.clock.advance(period / 10);
    await turn(requests);
  }
  for (let visits = 0; visits < 20; visits += 1) await turn(requests);
  return { fixture, read: new Set(singles()).size };
};

test.each([20, 10])("54 templates in pages of %i are also read by id once per period", async (pageSize) => {
  const { fixture, read } = await changeNowhereListed(pageSize, 6);
  expect(read).toBe(54);
  const full = fixture.records.pages.filter(({ form }) => form === "full");
  expect(full).toHaveLength(54);
  for (const page of full) expect(page).toMatchObject({ detectedBy: "templates", draining: false });
});

test("an unchanged list of three pages costs three requests and no write; a longer one is walked", async () => {
  const { fixture, source, turn } = templateWorld(60);
  source.pageSize = 20;
  await turn();
  await turn();
  const { checkpoint } = await fixture.stands();
  source.requests.splice(0);
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(source.requests.map(({ query }) => query?.["offset"])).toEqual(["0", "20", "40"]);
  expect((await fixture.stands()).checkpoint).toEqual(checkpoint);
  source.rows.push({ id: "t60", at });
  await turn();
  fixture.records.pages.splice(0);
  await turn();
  expect(new Set(fixture.records.ids).size).toBe(61);
});

test("a list that changes during each pass is left after four passes, and is complete once two passes agree", async () => {
  const { fixture, source, turn } = templateWorld();
  let changes = 0;
  source.intercept = ({ query }) => {
    if (query?.["offset"] === "3" && changes < 6) {
      changes += 1;
      source.rows.shift();
      source.rows.push({ id: `u${changes}`, at });
    }
    return undefined;
  };
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(await fixture.stands()).toMatchObject({
    drained: false,
    checkpoint: { generation: 4, phase: { name: "idle" } },
  });
  expect(changes).toBe(5);
  await turn();
  expect((await fixture.stands()).drained).toBe(true);
  expect(fixture.records.ids).toEqual(expect.arrayContaining(["u1", "u5"]));
});

test("a list that counts one row more than it shows is complete once two passes agree", async () => {
  const { fixture, source, turn } = templateWorld();
  const page = source.page.bind(source);
  source.page = async (request) => {
    const answer = await page(request);
    return answer.outcome === "ok" ? { ...answer, value: { ...answer.value, totalItems: 8 } } : answer;
  };
  expect(await turn()).toMatchObject({ outcome: "done" });
  expect(await fixture.stands()).toMatchObject({ drained: true, checkpoint: { completedRows: 7 } });
});

test("hazard 28: if lists show active templates only, active and inactive ones are read", async () => {
  const { fixture, source, turn } = templateWorld();
  source.rows.splice(2, 1, { id: "t2", at, body: { isActive: false } });
  const page = source.page.bind(source);
  source.page = ({ path, query }) => page({ path, query: { isActive: "true", ...query } });
  await turn();
  expect(new Set(fixture.records.ids).size).toBe(7);
});

test("a list that changes, grows beyond three pages, and returns to its former state is read each time", async () => {
  const { fixture, source, turn } = templateWorld();
  await turn();
  await turn();
  for (let row = 10; row < 25; row += 1) source.rows.push({ id: `t${row}`, at, body: { name: `t${row}` } });
  source.rows.splice(0, 1, { id: "t0", at, body: { name: "renamed" } });
  await turn();
  source.rows.splice(7);
  source.rows.splice(0, 1, { id: "t0", at, body: { name: "t0", numCompanies: 0 } });
  fixture.records.pages.splice(0);
  await turn();
  const names = fixture.records.pages.flatMap(({ rows }) => rows.map(({ body }) => body["name"]));
  expect(names).toContain("t0");
});

test("a list that allows ten rows a page is read with six requests a visit", async () => {
  const { fixture, source, turn } = templateWorld(12);
  source.pageSize = 1_000;
  source.intercept = ({ query }) => (Number(query?.["limit"]) > 10 ? { outcome: "badRequest" } : undefined);
  for (let visits = 0; visits < 4; visits += 1) await turn(6);
  expect(new Set(fixture.records.ids).size).toBe(12);
  expect((await fixture.stands()).drained).toBe(true);
  source.answer("/company-template", { outcome: "badRequest" });
  source.rows.push({ id: "new", at });
  expect(await turn(20)).toEqual({ outcome: "failed", reason: "bad_request" });
});

test("a template without a readable id holds one removal; two missing ones are removed", async () => {
  const { fixture, source, memory, turn, lose } = templateWorld();
  source.pageSize = 1_000;
  source.rows.push({ id: "t9", at, body: { id: null } });
  await turn();
  lose("t3");
  for (let visits = 0; visits < 5; visits += 1) await turn();
  expect(memory.removedIds).toEqual([]);
  lose("t4");
  for (let visits = 0; visits < 5; visits += 1) {
    await turn();
    fixture.clock.advance(fixture.timings.confirmGap);
  }
  expect(memory.removedIds).toEqual(["t3", "t4"]);
});
