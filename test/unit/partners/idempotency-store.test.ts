import { beforeEach, expect, test } from "vitest";
import type { Change, Key, Put, Table } from "../../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { IdempotencyStore } from "../../../shared/partners/idempotency-store.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { faked } from "../../support/faked.ts";
import { meanwhile } from "../../support/meanwhile.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const given = { partner: "prt_1", key: "key_1", name: "n", request: "r", access: "a" };
const day = 86_400_000;
let clock: FakeClock;
let table: MemoryTable;
let store: IdempotencyStore;

function workerOn(own: Table): IdempotencyStore {
  const randomness = new SeededRandomness();
  const subscriptions = new MemoryTable("subscriptions");
  const keys = { table: subscriptions, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 1_000 };
  return new IdempotencyStore({ ...testContext({ clock, randomness }), table: own, secrets: new SecretBox(keys) });
}
beforeEach(() => {
  clock = new FakeClock();
  table = new MemoryTable("deliveries");
  store = workerOn(table);
});

const row = () => table.items.find(({ pk }) => pk === "idempotency#prt_1");
const answerOf = (bytes: number) => {
  const answer = { status: 201, body: "", headers: {} };
  return { ...answer, body: "x".repeat(bytes - JSON.stringify(answer).length) };
};

test("a request is done once, and a day later it is a new one", async () => {
  expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: false, at: clock.now() } });
  expect(row()).toMatchObject({ expiresAt: (clock.now() + day) / 1_000 });
  expect(await store.begin(given)).toEqual({ outcome: "conflict" });
  expect(await store.begin({ ...given, request: "other" })).toEqual({ outcome: "invalid" });
  expect(await store.begin({ ...given, key: "key_2" })).toMatchObject({ outcome: "ok" });
  const answer = { status: 201, body: "made", headers: { location: "/x" } };
  await store.finish(given, answer);
  expect(await store.begin(given)).toEqual({ outcome: "repeat", answer });
  expect(await store.begin({ ...given, access: "less" })).toEqual({ outcome: "done" });
  clock.advance(day);
  expect(await store.begin(given)).toMatchObject({ outcome: "ok" });
});

test.each([
  [8_192, "repeat"],
  [8_193, "done"],
])("a response of %i bytes leads to: %s", async (bytes, outcome) => {
  await store.begin(given);
  await store.finish(given, answerOf(bytes));
  expect((await store.begin(given)).outcome).toBe(outcome);
});

test("a request whose process ended is taken over by one, with the same draw", async () => {
  const first = await store.begin(given);
  if (first.outcome !== "ok") throw new Error(first.outcome);
  clock.advance(60_000);
  const outcomes: string[] = [];
  let puts = 0;
  const worker = workerOn(
    faked(MemoryTable, {
      get: (key: Key) => table.get(key),
      update: (change: Change) => table.update(change),
      remove: (key: Key) => table.remove(key),
      put: async (changes: readonly Put[]) => {
        puts += 1;
        if (puts === 2) outcomes.push((await store.begin(given)).outcome);
        return table.put(changes);
      },
    }),
  );
  outcomes.push((await worker.begin(given)).outcome);
  expect(outcomes).toEqual(["ok", "conflict"]);
  clock.advance(60_000);
  const again = await store.begin(given);
  expect(again).toMatchObject({ outcome: "ok", draw: { isRepeat: true, at: first.draw.at } });
  expect(again.outcome === "ok" && again.draw.bytes(16)).toEqual(first.draw.bytes(16));
});

test("a request that failed may be repeated with its draw, and one that changed nothing is a new one", async () => {
  await store.begin(given);
  await store.release(given);
  expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: true } });
  await store.forget(given);
  await store.release(given);
  expect(row()).toBeUndefined();
  expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: false } });
});

test("a request that an earlier release began, which stored no draw, gets a new one", async () => {
  await store.begin(given);
  const { seed: _, begunAt: __, ...old } = row()!;
  await table.put([{ item: { ...old, busyUntil: 0 } }]);
  expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: false, at: clock.now() } });
});

test("a request that is forgotten while another one looks at it is busy for that one", async () => {
  await store.begin(given);
  const worker = workerOn(meanwhile(table, "get", () => store.forget(given)));
  expect(await worker.begin(given)).toEqual({ outcome: "conflict" });
});
