import { expect, test } from "vitest";
import { ContentionError } from "../../../../shared/kernel/errors.ts";
import { observeRounds } from "../../../../shared/polling/observe/observed.ts";

test("retries what conflicted, and sums the results of the rounds", async () => {
  const taken: string[][] = [];
  const observed = await observeRounds("rows", ["a", "b", "c"], async (left) => {
    taken.push([...left]);
    const conflicts = left.length > 1 ? left.slice(1) : [];
    const news = left.slice(0, 1);
    return { changed: 1, news, conflicts, open: left.includes("a"), leftOut: left.slice(0, 1) };
  });
  expect(taken).toEqual([["a", "b", "c"], ["b", "c"], ["c"]]);
  const all = ["a", "b", "c"];
  expect(observed).toEqual({ outcome: "observed", changed: 3, news: all, open: true, leftOut: all });
});

test("ends at an undecided read: what was observed has to be read again", async () => {
  const observed = await observeRounds("rows", ["a"], async (conflicts) => ({
    changed: 0,
    conflicts,
    incomplete: "exhausted" as const,
  }));
  expect(observed).toEqual({ outcome: "incomplete", reason: "exhausted" });
});

test("gives up with an error that names what keeps changing", async () => {
  const moving = observeRounds("documents of acme", ["a"], async (conflicts) => ({ changed: 0, conflicts }));
  await expect(moving).rejects.toThrow(ContentionError);
  await expect(moving).rejects.toThrow("documents of acme");
});

test("runs no round if nothing was observed", async () => {
  const observed = await observeRounds("rows", [], () => Promise.reject(new Error("nothing to take")));
  expect(observed).toEqual({ outcome: "observed", changed: 0 });
});
