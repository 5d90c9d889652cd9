import { expect, test } from "vitest";
import { FairTurns } from "../../../shared/adapters/http/fair-turns.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("each turn of the event loop does one piece of work, and a crowd lets another group's in after one of its own", async () => {
  const turns = new FairTurns();
  const done: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1"]) turns.add(name.slice(0, 1), () => done.push(name));
  expect(done).toEqual([]);
  for (const [at, name] of ["a1", "b1", "a2", "a3"].entries()) {
    await turn();
    expect(done.slice(at)).toEqual([name]);
  }
});

test("work that adds work, and work that comes after all is done, has its turn", async () => {
  const turns = new FairTurns();
  const done: string[] = [];
  turns.add("a", () => {
    turns.add("a", () => done.push("added"));
    done.push("first");
  });
  await turn();
  await turn();
  expect(done).toEqual(["first", "added"]);
  turns.add("a", () => done.push("later"));
  await turn();
  expect(done).toEqual(["first", "added", "later"]);
});
