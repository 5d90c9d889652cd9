import { afterEach, expect, test, vi } from "vitest";
import { FairTurns } from "../../../shared/adapters/http/fair-turns.ts";

const turn = async (count = 1) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
afterEach(() => vi.useRealTimers());

test("each event-loop turn does one piece of work, and a crowd lets another group in after one of its own", async () => {
  const turns = new FairTurns({ cpu: () => 0 });
  const done: string[] = [];
  for (const name of ["a1", "a2", "a3", "b1"]) turns.add(name.slice(0, 1), () => done.push(name));
  expect(done).toEqual([]);
  for (const [at, name] of ["a1", "b1", "a2", "a3"].entries()) {
    await turn();
    expect(done.slice(at)).toEqual([name]);
  }
});

test("turns of other work pass between two pieces, but not for longer than a piece may take", async () => {
  let now = 0;
  const turns = new FairTurns({ cpu: () => 0, now: () => now, longest: 10, turnsBetween: 2 });
  const done: string[] = [];
  for (const name of ["a", "b", "c"]) turns.add(name, () => done.push(name));
  for (const names of [[], [], ["a"], ["a"], ["a"], ["a", "b"]]) {
    await turn();
    expect(done).toEqual(names);
  }
  now += 10;
  await turn();
  expect(done).toEqual(["a", "b", "c"]);
});

test.each([
  { crowd: "of groups", groupOf: (n: number) => `group-${n}` },
  { crowd: "in a group", groupOf: () => "a" },
])("no turns pass between the pieces of a crowd $crowd", async ({ groupOf }) => {
  const turns = new FairTurns({ cpu: () => 0, now: () => 0, longest: 10, turnsBetween: 2 });
  let done = 0;
  for (let n = 0; n < 40; n += 1) turns.add(groupOf(n), () => (done += 1));
  const counts: number[] = [];
  for (let n = 0; n < 13; n += 1) {
    await turn();
    counts.push(done);
  }
  // The first of 40 pieces waits two turns, because it was alone when it was added. The next seven wait none, because
  // after each piece before them, more than 32 were left.
  expect(counts).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9]);
});

test("work added by work, or after everything ended, gets its turn", async () => {
  const turns = new FairTurns({ cpu: () => 0 });
  const done: string[] = [];
  turns.add("a", () => {
    turns.add("a", () => done.push("added"));
    done.push("first");
  });
  await turn(2);
  expect(done).toEqual(["first", "added"]);
  turns.add("a", () => done.push("later"));
  await turn();
  expect(done).toEqual(["first", "added", "later"]);
});

/** Work with this many steps, each of which takes this many ms. */
function* steps(count: number, step: () => void): Generator<void, string> {
  for (let one = 0; one < count; one += 1) {
    step();
    yield;
  }
  return "done";
}

test("long work runs in pieces, with other work in between", async () => {
  let now = 0;
  const turns = new FairTurns({ cpu: () => 0, now: () => now, longest: 10 });
  const perTurn: number[] = [0];
  const work = steps(40, () => {
    now += 1;
    perTurn[perTurn.length - 1]! += 1;
  });
  let result: string | undefined;
  void turns.run("a", work).then((value) => (result = value));
  while (result === undefined) {
    perTurn.push(0);
    await turn();
  }
  expect(result).toBe("done");
  expect(perTurn.slice(0, 8)).toEqual([5, 5, 5, 5, 5, 5, 5, 5]);
});

test("short work runs in place, unless its group has longer work", async () => {
  let now = 0;
  const turns = new FairTurns({ cpu: () => 0, now: () => now, longest: 10 });
  const done: string[] = [];
  const run = (name: string, count: number) =>
    turns.run(
      name.slice(0, 1),
      steps(count, () => {
        now += 1;
        done.push(name);
      }),
    );
  void run("a1", 6);
  void run("a2", 1);
  void run("b1", 1);
  expect(done).toEqual([..."a1 a1 a1 a1 a1".split(" "), "b1"]);
  await turn(3);
  expect(done.slice(6)).toEqual(["a1", "a2"]);
});

test("a group rests after a long step, even without other work", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let now = 0;
  const turns = new FairTurns({ cpu: () => now, longest: 10 });
  const done: string[] = [];
  const run = (name: string, ms: number) =>
    turns.run(
      name.slice(0, 1),
      steps(1, () => {
        now += ms;
        done.push(name);
      }),
    );
  void run("a1", 60);
  void run("a2", 1);
  void run("b1", 1);
  await turn(5);
  expect(done).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(200);
  await turn(5);
  expect(done).toEqual(["a1", "b1", "a2"]);
});

test("a group never rests on a clock on which its work takes no time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let cpu = 0;
  const turns = new FairTurns({ cpu: () => cpu, now: () => 0, longest: 10 });
  const done: string[] = [];
  const run = (name: string) =>
    turns.run(
      "a",
      steps(1, () => {
        cpu += 60;
        done.push(name);
      }),
    );
  void run("first");
  void run("second");
  await turn(5);
  expect(done).toEqual(["first", "second"]);
});

test("long work throws to its own caller, and other work continues", async () => {
  let now = 0;
  const turns = new FairTurns({ cpu: () => 0, now: () => now });
  const failing = steps(3, () => {
    now += 2;
    if (now > 4) throw new Error("no");
  });
  await expect(turns.run("a", failing)).rejects.toThrow("no");
  await expect(
    turns.run(
      "a",
      steps(3, () => (now += 2)),
    ),
  ).resolves.toBe("done");
});

test("a group rests four times as long as its long work took, and other groups don't wait for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let cpu = 0;
  const turns = new FairTurns({ cpu: () => cpu });
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
  await turn(6);
  add("a3", 1);
  vi.advanceTimersByTime(239);
  await turn();
  expect(done).toEqual(["a1", "b1", "b2", "b3"]);
  vi.advanceTimersByTime(1);
  await turn(2);
  expect(done.slice(4)).toEqual(["a2", "a3"]);
  add("a4", 1);
  await turn();
  expect(done.at(-1)).toBe("a4");
});

test("a rest is as long as the CPU time of the work demands, which is read only for long work and once per ms", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const used = { cpu: 100, now: 5_000 };
  const cpu = vi.fn(() => used.cpu);
  const turns = new FairTurns({ cpu, now: () => used.now });
  const done: string[] = [];
  const work = async (name: string, ms: number, elapsed: number) => {
    turns.add("a", () => {
      used.cpu += ms;
      used.now += elapsed;
      done.push(name);
    });
    await turn();
  };
  await work("short", 1, 1);
  expect(cpu).toHaveBeenCalledTimes(1);
  await work("of two ms", 2, 2);
  expect(cpu).toHaveBeenCalledTimes(1);
  await work("later", 0, 0);
  expect(cpu).toHaveBeenCalledTimes(2);
  used.cpu += 1;
  used.now += 1;
  await work("long", 30, 60);
  await work("after a rest", 0, 0);
  vi.advanceTimersByTime((30 - 2) * 4 - 1);
  await turn();
  expect(done.at(-1)).toBe("long");
  vi.advanceTimersByTime(1);
  await turn();
  expect(done.at(-1)).toBe("after a rest");
});
