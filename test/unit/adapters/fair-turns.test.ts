import { afterEach, expect, test, vi } from "vitest";
import { FairTurns } from "../../../shared/adapters/http/fair-turns.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));
afterEach(() => vi.useRealTimers());

test("each turn of the event loop does one piece of work, and a crowd lets another group's in after one of its own", async () => {
  const turns = new FairTurns(() => 0);
  const done: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1"]) turns.add(name.slice(0, 1), () => done.push(name));
  expect(done).toEqual([]);
  for (const [at, name] of ["a1", "b1", "a2", "a3"].entries()) {
    await turn();
    expect(done.slice(at)).toEqual([name]);
  }
});

test("work that adds work, and work that comes after all is done, has its turn", async () => {
  const turns = new FairTurns(() => 0);
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

test("a group whose work takes long rests four times as long, and its next work with it; others don't wait for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let cpu = 0;
  const turns = new FairTurns(() => cpu);
  const done: string[] = [];
  const add = (name: string, ms: number) => {
    turns.add(name.slice(0, 1), () => {
      cpu += ms;
      done.push(name);
    });
  };
  add("a1", 62);
  add("a2", 1);
  for (const name of ["b1", "b2", "b3"]) add(name, 2);
  for (let count = 0; count < 6; count += 1) await turn();
  add("a3", 1);
  vi.advanceTimersByTime(239);
  await turn();
  expect(done).toEqual(["a1", "b1", "b2", "b3"]);
  vi.advanceTimersByTime(1);
  for (let count = 0; count < 2; count += 1) await turn();
  expect(done.slice(4)).toEqual(["a2", "a3"]);
});
