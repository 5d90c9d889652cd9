import { expect, test } from "vitest";
import { Allowance } from "../../../shared/source/allowance.ts";
import { answer } from "../../support/scripted-source-http.ts";
import { answering, persons } from "./opened-source.ts";

test("a response says whether a retry had no request left for it", async () => {
  const { read } = answering(answer(500, ""));
  expect(await read(3)).toMatchObject({ outcome: "unavailable", status: 500, cutShort: true });
  expect(await read(100)).not.toHaveProperty("cutShort");
  // The fourth try is the last one.
  expect(await read(4)).not.toHaveProperty("cutShort");
});

test.each([
  [408, 4],
  [425, 4],
  [500, 4],
  [504, 4],
  [300, 1],
  [418, 1],
])("a response with status %i is requested %i times", async (status, times) => {
  const { http, read } = answering(answer(status, ""));
  expect(await read()).toMatchObject({ outcome: "unavailable", status });
  expect(http.reads).toHaveLength(times);
});

test("a request that was withheld from its connection keeps all its repeats", async () => {
  const scene = answering(async ({ path }, call) => {
    if (path.includes("person")) return answer(429, "", { "retry-after": "5" });
    if (call > 1) return answer(500, "");
    await scene.read(1);
    return { outcome: "skipped" };
  });
  await scene.open().page({ path: "/company" });
  expect(scene.http.reads.filter(({ path }) => path.includes("company"))).toHaveLength(5);
});

test("no repeat waits beyond the end of its poll, and none begins whose turn comes after it", async () => {
  const { http, factory, clock } = answering(answer(503, "", { "retry-after": "5" }));
  const short = new Allowance(100, clock.now() + 5_000);
  expect(await factory.open("acme", short).page(persons)).toMatchObject({ status: 503, retryAfterMs: 5_000 });
  expect([http.reads.length, clock.slept.length]).toEqual([1, 0]);
  // One request in ten seconds: the token's.
  const slow = new Allowance(100, clock.now() + 5_000, 0.1);
  expect(await factory.open("other", slow).page(persons)).toEqual({ outcome: "exhausted" });
  expect([http.reads.length, slow.spent]).toEqual([1, 1]);
});
