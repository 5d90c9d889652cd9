import { afterEach, expect, test, vi } from "vitest";
import { FairTurns } from "../../../shared/adapters/http/fair-turns.ts";

const turn = async (count = 1) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
afterEach(() => vi.useRealTimers());

type Ms = { readonly cpu?: number; readonly now?: number };

/** Turns on clocks that stand still beside the work, which notes each step's name. Its first letter is its group. */
function world(given: Partial<ConstructorParameters<typeof FairTurns>[0]> = {}) {
  const time = { cpu: 0, now: 0 };
  const done: string[] = [];
  const turns = new FairTurns({ cpu: () => time.cpu, now: () => time.now, ...given });
  const step = (name: string, { cpu = 0, now = 0 }: Ms) => {
    time.cpu += cpu;
    time.now += now;
    done.push(name);
  };
  const add = (name: string, ms: Ms = {}) => {
    turns.add(name.slice(0, 1), () => {
      step(name, ms);
    });
  };
  function* steps(name: string, count: number, ms: Ms): Generator<void, string> {
    for (let one = 0; one < count; one += 1) {
      step(name, ms);
      yield;
    }
    return "done";
  }
  const run = (name: string, count: number, ms: Ms) => turns.run(name.slice(0, 1), steps(name, count, ms));
  return { turns, time, done, add, run };
}

test("each event-loop turn does one piece of work, and a crowd lets another group in after one of its own", async () => {
  const { add, done } = world();
  for (const name of ["a1", "a2", "a3", "b1"]) add(name);
  expect(done).toEqual([]);
  for (const [at, name] of ["a1", "b1", "a2", "a3"].entries()) {
    await turn();
    expect(done.slice(at)).toEqual([name]);
  }
});

test("turns of other work pass between two pieces, but not for longer than a piece may take", async () => {
  const { add, done, time } = world({ longest: 10, turnsBetween: 2 });
  for (const name of ["a", "b", "c"]) add(name);
  for (const names of [[], [], ["a"], ["a"], ["a"], ["a", "b"]]) {
    await turn();
    expect(done).toEqual(names);
  }
  time.now += 10;
  await turn();
  expect(done).toEqual(["a", "b", "c"]);
});

test.each([
  { crowd: "of groups", nameOf: (n: number) => String.fromCharCode(65 + n) },
  { crowd: "in a group", nameOf: () => "a" },
])("no turns pass between the pieces of a crowd $crowd", async ({ nameOf }) => {
  const { add, done } = world({ longest: 10, turnsBetween: 2 });
  for (let n = 0; n < 40; n += 1) add(nameOf(n));
  const counts: number[] = [];
  for (let n = 0; n < 13; n += 1) {
    await turn();
    counts.push(done.length);
  }
  // The first of 40 pieces waits two turns, because it was alone when it was added. The next seven wait none, because
  // after each piece before them, more than 32 were left.
  expect(counts).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9]);
});

test("work added by work, or after everything ended, gets its turn", async () => {
  const { turns, add, done } = world();
  turns.add("a", () => {
    add("a: added");
    done.push("a: first");
  });
  await turn(2);
  expect(done).toEqual(["a: first", "a: added"]);
  add("a: later");
  await turn();
  expect(done.at(-1)).toBe("a: later");
});

test("long work runs in pieces, with other work in between", async () => {
  const { run, done } = world({ longest: 10 });
  const result = run("a", 40, { now: 1 });
  const counts: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    counts.push(done.length);
    await turn();
  }
  expect(counts).toEqual([5, 10, 15, 20, 25, 30, 35, 40]);
  expect(await result).toBe("done");
});

test("short work runs in place, unless its group has longer work", async () => {
  const { run, done } = world({ longest: 10 });
  void run("a1", 6, { now: 1 });
  void run("a2", 1, { now: 1 });
  void run("b1", 1, { now: 1 });
  expect(done).toEqual(["a1", "a1", "a1", "a1", "a1", "b1"]);
  await turn(3);
  expect(done.slice(6)).toEqual(["a1", "a2"]);
});

test("a group rests after a long step, even without other work", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { run, done } = world({ longest: 10 });
  void run("a1", 1, { cpu: 60, now: 60 });
  void run("a2", 1, { cpu: 1, now: 1 });
  void run("b1", 1, { cpu: 1, now: 1 });
  await turn(5);
  expect(done).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(200);
  await turn(5);
  expect(done).toEqual(["a1", "b1", "a2"]);
});

test("a group never rests on a clock on which its work takes no time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { run, done } = world({ longest: 10 });
  void run("a1", 1, { cpu: 60 });
  void run("a2", 1, { cpu: 60 });
  await turn(5);
  expect(done).toEqual(["a1", "a2"]);
});

test("long work throws to its own caller, and other work continues", async () => {
  const { turns, time, run } = world();
  const failing = (function* (): Generator<void, string> {
    for (;;) {
      time.now += 2;
      if (time.now > 4) throw new Error("no");
      yield;
    }
  })();
  await expect(turns.run("a", failing)).rejects.toThrow("no");
  await expect(run("a", 3, { now: 2 })).resolves.toBe("done");
});

test("a group rests four times as long as its long work took, and other groups don't wait for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { add, done } = world();
  const adding = (name: string, ms: number) => {
    add(name, { cpu: ms, now: ms });
  };
  adding("a1", 62);
  adding("a2", 1);
  for (const name of ["b1", "b2", "b3"]) adding(name, 2);
  await turn(6);
  adding("a3", 1);
  vi.advanceTimersByTime(239);
  await turn();
  expect(done).toEqual(["a1", "b1", "b2", "b3"]);
  vi.advanceTimersByTime(1);
  await turn(2);
  expect(done.slice(4)).toEqual(["a2", "a3"]);
  adding("a4", 1);
  await turn();
  expect(done.at(-1)).toBe("a4");
});

test("a rest is as long as the CPU time of the work demands, which is read only for long work and once per ms", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const cpu = vi.fn((): number => time.cpu);
  const { time, add, done } = world({ cpu });
  const work = async (name: string, ms: number, elapsed: number) => {
    add(name, { cpu: ms, now: elapsed });
    await turn();
  };
  await work("a: short", 1, 1);
  expect(cpu).toHaveBeenCalledTimes(1);
  await work("a: of two ms", 2, 2);
  expect(cpu).toHaveBeenCalledTimes(1);
  await work("a: later", 0, 0);
  expect(cpu).toHaveBeenCalledTimes(2);
  time.cpu += 1;
  time.now += 1;
  await work("a: long", 30, 60);
  await work("a: after a rest", 0, 0);
  vi.advanceTimersByTime((30 - 2) * 4 - 1);
  await turn();
  expect(done.at(-1)).toBe("a: long");
  vi.advanceTimersByTime(1);
  await turn();
  expect(done.at(-1)).toBe("a: after a rest");
});
