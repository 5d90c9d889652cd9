import { expect, test } from "vitest";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { meanwhile } from "../../support/meanwhile.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

test("two workers that seal a tenant's first secrets at once use one data key", async () => {
  const table = new MemoryTable("subscriptions");
  const keys = new FakeKeyWrapper();
  const worker = (seed: number, own = table) =>
    new SecretBox({ table: own, keys, clock: new FakeClock(), randomness: new SeededRandomness(seed), cacheMs: 1_000 });
  const sealed: string[] = [];
  const slow = worker(
    1,
    meanwhile(table, "put", async () => sealed.push(await worker(2).seal("instance#acme", "a", "first"))),
  );
  sealed.push(await slow.seal("instance#acme", "a", "second"));
  const opened = sealed.map((one) => worker(3).open("instance#acme", "a", one));
  expect(await Promise.all(opened)).toEqual(["first", "second"]);
});
