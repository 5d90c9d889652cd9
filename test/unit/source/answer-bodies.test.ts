import { expect, test } from "vitest";
import { arrayOf, objectOf, problemOf, sourcePageOf } from "../../../shared/source/answer-bodies.ts";
import { readPage } from "../../support/read-page.ts";

const answer = (body: string) => ({ outcome: "answered", status: 200, headers: {}, body }) as const;
const rows = (count: number) => `[${Array.from({ length: count }, () => "{}").join()}]`;

test("a page with ten times more rows than any request asks for isn't read, because it would block the process", () => {
  expect(readPage(sourcePageOf(answer(`{"items":${rows(10_000)}}`)))?.items).toHaveLength(10_000);
  expect(readPage(sourcePageOf(answer(`{"items":${rows(10_001)}}`)))).toBeUndefined();
});

test("a folder list has no pages, so it may have more rows", () => {
  expect(readPage(arrayOf(answer(rows(100_000))))?.items).toHaveLength(100_000);
  expect(readPage(arrayOf(answer(rows(100_001))))).toBeUndefined();
});

test.each([
  ["application/problem+json; charset=utf-8", { status: 403 }, true],
  ["Application/Problem+JSON ;q=1", { type: "urn:x" }, true],
  ["application/problem+json", { status: 500 }, false],
  ["application/json", { status: 403 }, false],
  [undefined, { status: 403 }, false],
])("a 403 of type %j with %j is the source's own: %j", (type, body, isOwn) => {
  const headers = type === undefined ? {} : { "content-type": type };
  expect(problemOf({ ...answer(JSON.stringify(body)), status: 403, headers })).toEqual(isOwn ? body : undefined);
});

test("an empty cursor is none", () => {
  expect(readPage(sourcePageOf(answer('{"items":[],"nextCursor":""}')))?.nextCursor).toBeUndefined();
});

/** A record with this many fields. */
const wide = (fields: number, id = "a") =>
  `{"id":"${id}",${Array.from({ length: fields - 1 }, (_, at) => `"f${at}":1`).join()}}`;

test("a page is read in as many steps as it has rows, with its text's meaning", () => {
  const body = `{"items":[${Array.from({ length: 40 }, (_, at) => wide(3_000, `r${at}`)).join()}],"nextCursor":"n"}`;
  let steps = 0;
  const reading = sourcePageOf(answer(body));
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) steps += 1;
  expect(steps).toBeGreaterThanOrEqual(40);
  expect(step.value).toEqual({
    outcome: "ok",
    value: { items: JSON.parse(body).items, nextCursor: "n", totalItems: undefined },
  });
  const list = `[${Array.from({ length: 40 }, () => wide(3_000)).join()}]`;
  expect(readPage(arrayOf(answer(list)))?.items).toEqual(JSON.parse(list));
});

/** Long enough to be read row by row. */
const longRows = ["a", "b"].map((id) => `{"id":"${id}","note":"${"x".repeat(30_000)}"}`).join();

test.each([
  ["a page", sourcePageOf, `{"items":[${longRows}],"nextCursor":"n"}`],
  ["a list", arrayOf, `[${longRows}]`],
])("%s that is long says what its text says", (_, listOf, body) => {
  const reported = JSON.parse(body);
  expect(readPage(listOf(answer(body)))).toMatchObject({
    items: reported.items ?? reported,
    nextCursor: reported.nextCursor,
  });
});

test.each([
  ["a page with a broken row", sourcePageOf, `{"items":[${longRows},{]}`],
  ["a page without its end", sourcePageOf, `{"items":[${longRows}]`],
  ["a page without items", sourcePageOf, `{"rows":[${longRows}]}`],
  ["a page whose items are no list", sourcePageOf, `{"items":${longRows.slice(0, 30_000)}"}}`],
  ["a list as a page", sourcePageOf, `[${longRows}]`],
  ["a page as a list", arrayOf, `{"items":[${longRows}]}`],
  ["a list with a broken row", arrayOf, `[${longRows},]`],
])("%s isn't read, however long it is", (_, listOf, body) => {
  expect(readPage(listOf(answer(body)))).toBeUndefined();
});

test.each([
  ["a page", () => sourcePageOf(answer(`{"items":[[${"0,".repeat(20_001)}0]]}`))],
  ["a list", () => arrayOf(answer(`[[${"0,".repeat(20_001)}0]]`))],
])("%s with too many values in a row is too large", (_, listOf) => {
  const reading = listOf();
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  expect(step.value).toEqual({ outcome: "too_large" });
  expect(objectOf(answer(`{"a":[${"0,".repeat(20_001)}0]}`))).toEqual({ outcome: "too_large" });
});

test("a record with thousands of times more values than usual is too large, because reading it would block the process", () => {
  expect(objectOf(answer(wide(19_000)))).toMatchObject({ outcome: "ok", value: { id: "a" } });
  expect(objectOf(answer(wide(30_000)))).toEqual({ outcome: "too_large" });
  const problem = { ...answer(wide(30_000)), headers: { "content-type": "application/problem+json" } };
  expect(problemOf(problem)).toBeUndefined();
});
