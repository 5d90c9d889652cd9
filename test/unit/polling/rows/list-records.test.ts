import { expect, test } from "vitest";
import { listRecords } from "../../../../shared/polling/rows/list-records.ts";
import { OversizedRow } from "../../../../shared/polling/rows/record-row.ts";
import type { SourceAnswer, SourceRequest } from "../../../../shared/source/source.ts";
import { down, gateway, gone, unavailable } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";

const noon = Date.UTC(2026, 0, 5, 12);
const at = (row: number) => new Date(noon + row * 1_000).toISOString();
const broken: SourceAnswer<never> = { ...unavailable(200), unreadable: '{"id":"p' };

/** A source with these rows, one a second, and a page of its list. */
function sourceOf(...ids: readonly string[]) {
  const source = new FakeRecords(noon);
  source.rows.push(...ids.map((id, row) => ({ id, at: at(row) })));
  const list = (
    query: { readonly [name: string]: string; readonly limit: string },
    mode: "timeline" | "cursor" = "timeline",
  ) => listRecords(source, { resourcePath: "/person", mode, query });
  return { source, list };
}

/** Every answer that holds the row `bad` can't be read, but for lean ones. */
function brokenAt(bad: number, count = 30) {
  const { source, list } = sourceOf(...Array.from({ length: count }, (_, row) => `p${String(row).padStart(3, "0")}`));
  source.pageSize = 1_000;
  source.intercept = ({ path, query }: SourceRequest) => {
    if (!path.includes("/timeline")) return path.endsWith(`p${String(bad).padStart(3, "0")}`) ? broken : undefined;
    const from = query?.["cursor"] ?? query?.["since"] ?? "";
    const first = Math.max(0, Math.round((Date.parse(`${from.slice(0, 19)}Z`) - noon) / 1_000) || 0);
    const holds = first <= bad && bad < first + Number(query?.["limit"]);
    return holds && query?.["view"] !== "lean" ? broken : undefined;
  };
  return { source, list };
}

test("a page of broken JSON is read in smaller ones, up to the broken row", async () => {
  const { list } = brokenAt(20);
  const answer = await list({ limit: "1000" });
  expect(answer).toMatchObject({ outcome: "ok", value: { rows: { length: 10 } } });
});

test("a broken row is skipped if a lean page shows the next one, and its text is kept", async () => {
  const { list } = brokenAt(0);
  const answer = await list({ limit: "100", view: "full" });
  expect(answer).toMatchObject({
    outcome: "ok",
    value: { rows: [{ row: '{"id":"p', listed: { id: "p000" } }], nextCursor: expect.any(String) },
  });
});

test("a broken row that is readable by id was only truncated in transit", async () => {
  const { source, list } = brokenAt(0);
  const { intercept } = source;
  source.intercept = (request) => (request.path === "/person/p000" ? undefined : intercept(request));
  expect(await list({ limit: "100", view: "full" })).toMatchObject({
    outcome: "ok",
    value: { rows: [{ row: { id: "p000" } }] },
  });
});

test("nothing is skipped if no page shows the next row", async () => {
  const { source, list } = brokenAt(0);
  expect(await list({ limit: "1000" })).toEqual(broken);
  const asked = () => source.requests.splice(0).map(({ query }) => query?.["limit"]);
  expect(asked()).toEqual(["1000", "100", "10", "1"]);
  expect(await list({ limit: "10" })).toEqual(broken);
  expect(asked()).toEqual(["10", "1"]);
});

test("a list without full rows is read in lean ones, up to the request, as of the latest response", async () => {
  const { source, list } = sourceOf("p0", "p1", "p2");
  const later = { beganAt: noon, asOf: noon + 5_000 };
  source.intercept = ({ path, query }) => {
    if (query?.["view"] === "full") return { outcome: "notFound", problem: true, moment: later };
    return path === "/person/p0"
      ? { outcome: "ok", value: { id: "p0", at: at(0) } as never, moment: later }
      : undefined;
  };
  const answer = await list({ view: "full", limit: "2" });
  expect(answer).toMatchObject({ outcome: "ok", value: { rows: { length: 2 } }, moment: { asOf: noon + 5_000 } });
  expect(source.requests.map(({ path, query: asked }) => `${path} ${asked?.["view"]}`)).toEqual([
    ...["/person/timeline full", "/person/timeline full", "/person/timeline lean"],
    ...["/person/p0 undefined", "/person/p1 undefined"],
  ]);
});

const exhausted = { outcome: "exhausted" } as const;

test.each<[string, path: string, SourceAnswer<never>, object]>([
  ["leaves out a record that is gone", "/person/p1", gone, { outcome: "ok", value: { rows: [{}, {}] } }],
  ["ends where a gateway answers for a record", "/person/p1", gateway, gateway],
  ["ends where a record isn't answered", "/person/p1", down, down],
  ["ends where no request is left for a record", "/person/p1", exhausted, exhausted],
  ["ends where no request is left for the lean page", "/person/timeline", exhausted, exhausted],
])("a list without full rows %s", async (_, path, answer, expected) => {
  const { source, list } = sourceOf("p0", "p1", "p2");
  source.intercept = (request) =>
    request.query?.["view"] === "full" ? gone : request.path === path ? answer : undefined;
  expect(await list({ view: "full", limit: "10" })).toMatchObject(expected);
});

test.each([gone, gateway, down])("a page without full rows that ends with %o isn't read again", async (answer) => {
  const { source, list } = sourceOf();
  source.intercept = () => answer;
  expect(await list({ limit: "10" }, "cursor")).toBe(answer);
  expect(source.requests).toHaveLength(1);
});

test("a first full row that is too large is read by its id; a lean one isn't read again", async () => {
  const large: SourceAnswer<never> = { ...unavailable(200), heavy: "too_large" };
  const { source, list } = sourceOf("p0", "p1");
  source.intercept = ({ path, query }) => (path === "/person/cursor" && query?.["view"] !== "lean" ? large : undefined);
  expect(await list({ limit: "1" }, "cursor")).toBe(large);
  expect(source.requests).toHaveLength(1);
  expect(await list({ view: "full", limit: "1" }, "cursor")).toMatchObject({
    outcome: "ok",
    value: { rows: [{ row: { id: "p0" } }] },
  });
});

test("of a list without full rows, a row without an id is handed on as it is", async () => {
  const { source, list } = sourceOf("", "p1");
  source.intercept = ({ query }) => (query?.["view"] === "full" ? gone : undefined);
  const answer = await list({ view: "full", limit: "10" });
  const row = { id: "", created: at(0) };
  expect(answer).toMatchObject({ outcome: "ok", value: { rows: [{ row, listed: row }, { row: { id: "p1" } }] } });
});

test("a row whose id makes a path too long for the server doesn't hold up its list", async () => {
  const { source, list } = brokenAt(0);
  const { intercept } = source;
  source.intercept = (request) => (request.path === "/person/p000" ? unavailable(414) : intercept(request));
  const answer = await list({ limit: "100", view: "full" });
  const row = { id: "p000", created: at(0) };
  expect(answer).toMatchObject({ outcome: "ok", value: { rows: [{ row: new OversizedRow(row), listed: row }] } });
});
