import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ownerPlaces } from "../../../functions/runtime/services/polling.ts";

test("64 owners of an instance are visited at a time, and those of another instance don't wait for them", async () => {
  const inPlace = ownerPlaces();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const visit = (instance: string) =>
    inPlace(instance, () => {
      begun.push(instance);
      return new Promise<void>((end) => ends.push(end));
    });
  const visits = Array.from({ length: 70 }, () => visit("acme"));
  await turn();
  expect(begun).toHaveLength(64);
  visits.push(visit("globex"));
  await turn();
  expect(begun.slice(64)).toEqual(["globex"]);
  ends.shift()?.();
  await turn();
  expect(begun.slice(65)).toEqual(["acme"]);
  for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
    end();
    await turn();
  }
  await Promise.all(visits);
  expect(begun).toHaveLength(71);
});
