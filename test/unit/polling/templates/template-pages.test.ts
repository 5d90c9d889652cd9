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
  const full = fixture.records.pages.filter(({ projection }) => projection === "full");
  expect(full).toHaveLength(54);
});

test("an unchanged list of three pages costs three requests and no write", async () => {
  const { fixture, source, turn } = templateWorld(54);
  source.pageSize = 20;
  await turn();
  await turn();
  const { checkpoint } = await fixture.stands();
  source.requests.splice(0);
  expect(await turn()).toEqual({ outcome: "done" });
  expect(source.requests.map(({ query }) => query?.["offset"])).toEqual(["0", "20", "40"]);
  expect((await fixture.stands()).checkpoint).toEqual(checkpoint);
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
