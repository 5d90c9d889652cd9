import { expect, test } from "vitest";
import { checkWitness, recordWitnesses } from "../../../../shared/polling/rows/check-witness.ts";
import { down } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";

const at = "2026-01-05T06:00:00.000000Z";
const bad = { id: "bad", body: { id: "bad" } };

/** What the witnesses say for a page that shows `bad` and `others`, and what was asked of a source that has these records. */
async function asked(ids: readonly string[], isDown: (path: string) => boolean, others: readonly string[] = []) {
  const source = new FakeRecords(0);
  source.pageSize = 10;
  for (const id of ids) source.rows.push({ id, at });
  source.intercept = ({ path }) => (isDown(path) ? down : undefined);
  const rows = others.map((id) => ({ id, body: { id } }));
  const answer = await checkWitness(recordWitnesses(source, "project", [bad, ...rows], rows));
  const limits = source.requests.flatMap(({ query }) => query?.["limit"] ?? []);
  return { answer, paths: source.requests.map(({ path }) => path), limits };
}

test("a record that is alone on its page has another one of the list as its witness", async () => {
  expect(await asked(["bad", "p1"], (path) => path === "/project/bad")).toMatchObject({
    answer: { outcome: "ok" },
    paths: ["/project", "/project/p1"],
  });
});

test("it doesn't respond in an outage of all reads by id, nor the list in another one", async () => {
  const answer = { outcome: "stopped", failure: down };
  expect((await asked(["bad", "p1"], (path) => path.startsWith("/project/"))).answer).toEqual(answer);
  expect((await asked(["bad", "p1"], () => true)).answer).toEqual(answer);
});

test("two other records of the page are asked for, and one among ten of the list", async () => {
  const { paths, limits } = await asked(["p9"], (path) => /p\d/.test(path), ["p1", "p2", "p3"]);
  expect(paths).toEqual(["/project/p1", "/project/p2", "/project", "/project/p9"]);
  expect(limits).toEqual(["10"]);
});

test("a row of the list without an id is passed over", async () => {
  expect((await asked(["", "p1"], () => false)).paths).toEqual(["/project", "/project/p1"]);
});

test("the only record of an instance has the list", async () => {
  expect(await asked(["bad"], (path) => path === "/project/bad")).toMatchObject({
    answer: { outcome: "ok" },
    paths: ["/project"],
  });
});

test("if the page shows all records, the list can't replace the other records, because reads by id fail", async () => {
  const byId = (path: string) => path.startsWith("/project/");
  expect(await asked(["bad", "p1", "p2"], byId, ["p1", "p2"])).toMatchObject({
    answer: { outcome: "stopped", failure: down },
    paths: ["/project/p1", "/project/p2", "/project"],
  });
});
