import { expect, test } from "vitest";
import { arrayOf, sourcePageOf } from "../../../shared/source/answer-bodies.ts";

const answer = (body: string) => ({ outcome: "answer", status: 200, headers: {}, body }) as const;
const rows = (count: number) => `[${Array.from({ length: count }, () => "{}").join()}]`;

test("a page with a hundred times more rows than any request asks for isn't read: it would hold up the process", () => {
  expect(sourcePageOf(answer(`{"items":${rows(100_000)}}`))?.items).toHaveLength(100_000);
  expect(sourcePageOf(answer(`{"items":${rows(100_001)}}`))).toBeUndefined();
  expect(arrayOf(answer(rows(100_000)))?.items).toHaveLength(100_000);
  expect(arrayOf(answer(rows(100_001)))).toBeUndefined();
});
