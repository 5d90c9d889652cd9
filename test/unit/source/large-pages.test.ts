import { expect, test } from "vitest";
import { countedTurns } from "../../support/counted-turns.ts";
import { page } from "../../support/scripted-source-http.ts";
import { slowTurns } from "../../support/turns.ts";
import { answering } from "./opened-source.ts";

test("a page of rows with too many values is too large, like one with too many bytes, and isn't requested again", async () => {
  const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`f${at}`, 1]));
  const { http, open, read } = answering(page({ id: "p1", ...fields }));
  expect(await read()).toMatchObject({ outcome: "unavailable", heavy: "too_large" });
  expect(await open().one({ path: "/person/p1" })).toMatchObject({ outcome: "unavailable", heavy: "too_large" });
  expect(http.reads).toHaveLength(2);
});

test("the rows of a long page are read in event-loop turns", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ id: `p${at}`, note: "x".repeat(3_000) }));
  const { read } = answering(page(...rows), { turns: slowTurns() });
  const turns = await countedTurns(async () => {
    expect(await read()).toMatchObject({ outcome: "ok", value: { items: rows } });
  });
  expect(turns).toBeGreaterThanOrEqual(30);
});
