import { expect, test } from "vitest";
import { FairGate } from "../../../shared/adapters/http/fair-gate.ts";

function worldOf(places: number) {
  const gate = new FairGate(places);
  const began: string[] = [];
  const finish = new Map<string, (failure?: Error) => void>();
  const enter = (group: string, name: string) =>
    gate.run(group, () => {
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
  const all = ["a1", "a2", "a3", "b1", "a4"].map((name) => enter(name.slice(0, 1), name));
  for (const name of ["a1", "a2", "b1", "a3", "a4"]) {
    await turn();
    expect(began.at(-1)).toBe(name);
    finish.get(name)?.();
  }
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1", "a4"]);
});

test("no more run at once than there are places, and a place is free again after a failure", async () => {
  const { began, finish, enter } = worldOf(2);
  const first = enter("a", "one");
  void enter("a", "two");
  void enter("a", "three");
  await turn();
  expect(began).toEqual(["one", "two"]);
  finish.get("one")?.(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await turn();
  expect(began).toEqual(["one", "two", "three"]);
  finish.get("two")?.();
  finish.get("three")?.();
  await turn();
  void enter("b", "four");
  await turn();
  expect(began.at(-1)).toBe("four");
  finish.get("four")?.();
});
