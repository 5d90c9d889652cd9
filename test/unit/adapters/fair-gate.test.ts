import { expect, test } from "vitest";
import { FairGate } from "../../../shared/adapters/http/fair-gate.ts";

function worldOf(places: number) {
  const gate = new FairGate(places);
  const began: string[] = [];
  const finish = new Map<string, (failure?: Error) => void>();
  const enter = (name: string, group = name, owner = "one") =>
    gate.run({ owner, group }, () => {
      began.push(name);
      return new Promise<string>((resolve, reject) => {
        finish.set(name, (failure) => {
          if (failure === undefined) resolve(name);
          else reject(failure);
        });
      });
    });
  return { began, finish, enter };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a crowd in one group lets another group's request in after one of its own", async () => {
  const { began, finish, enter } = worldOf(1);
  const all = ["a1", "a2", "a3", "b1", "a4"].map((name) => enter(name, name.slice(0, 1)));
  for (const name of ["a1", "a2", "b1", "a3", "a4"]) {
    await turn();
    expect(began.at(-1)).toBe(name);
    finish.get(name)?.();
  }
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "a4"]);
});

test("an owner with many groups lets another owner's request in after one of its own", async () => {
  const { began, finish, enter } = worldOf(1);
  for (const name of ["a1", "a2", "a3", "b1"]) void enter(name, name, name.slice(0, 1));
  for (const name of ["a1", "a2", "b1", "a3"]) {
    await turn();
    expect(began.at(-1)).toBe(name);
    finish.get(name)?.();
  }
});

test("an owner leaves as many places free as it takes, so endless requests don't block others", async () => {
  const { began, finish, enter } = worldOf(8);
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void enter(name, name, "a");
  for (const name of ["b1", "b2", "b3"]) void enter(name, name, "b");
  void enter("c1", "c1", "c");
  await turn();
  expect(began).toEqual(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
  finish.get("b1")?.();
  await turn();
  expect(began.at(-1)).toBe("b3");
  finish.get("a1")?.();
  await turn();
  expect(began.at(-1)).toBe("b3");
  finish.get("a2")?.();
  await turn();
  expect(began.at(-1)).toBe("a5");
});

test("a departing caller admits every owner that may then take a place", async () => {
  const { began, finish, enter } = worldOf(4);
  for (const name of ["a1", "a2", "b1", "b2", "a3", "c1"]) void enter(name, name, name.slice(0, 1));
  await turn();
  expect(began).toEqual(["a1", "a2", "b1", "c1"]);
  finish.get("a1")?.();
  await turn();
  expect(began).toHaveLength(4);
  finish.get("a2")?.();
  await turn();
  expect(began).toEqual(["a1", "a2", "b1", "c1", "b2", "a3"]);
});

test("at most as many run as there are places, and a failure frees its place", async () => {
  const { began, finish, enter } = worldOf(2);
  const first = enter("one", "a", "a");
  void enter("two", "b", "b");
  void enter("three", "a", "a");
  await turn();
  expect(began).toEqual(["one", "two"]);
  finish.get("one")?.(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await turn();
  expect(began).toEqual(["one", "two", "three"]);
  finish.get("two")?.();
  finish.get("three")?.();
  await turn();
  void enter("four", "b", "b");
  await turn();
  expect(began.at(-1)).toBe("four");
  finish.get("four")?.();
});
