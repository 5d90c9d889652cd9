import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { answer, ScriptedSourceHttp } from "../../support/scripted-source-http.ts";
import { persons, sourceOf } from "./opened-source.ts";

test("an answer says whether a repeat had no request left for it", async () => {
  const http = new ScriptedSourceHttp(() => answer(500, ""));
  const { open } = sourceOf(http);
  expect(await open(3).page(persons)).toMatchObject({ outcome: "unavailable", status: 500, cutShort: true });
  expect(await open(100).page(persons)).not.toHaveProperty("cutShort");
});

test("each repeat waits a random part of its limit", async () => {
  const { open, clock } = sourceOf(new ScriptedSourceHttp(() => answer(500, "")));
  await open().page(persons);
  expect(clock.slept).toHaveLength(defaultTimings.sourceRetries.length);
  for (const [repeat, limit] of defaultTimings.sourceRetries.entries()) {
    expect(clock.slept[repeat]).toBeGreaterThan(0);
    expect(clock.slept[repeat]).toBeLessThanOrEqual(limit);
  }
});
