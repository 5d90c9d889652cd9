import { expect, test } from "vitest";
import { RecordLockStore } from "../../../../shared/delivery/ordered/record-lock-store.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";

const life = defaultTimings.claimRetention;

function aLock() {
  const clock = new FakeClock();
  const locks = new RecordLockStore({ ...testContext({ clock }), table: new MemoryTable("deliveries") });
  const messageOf = (seq: number) => ({
    ...{ subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(seq), run: "0", attempt: 1 },
    position: { record: "r", seq, part: 1 },
  });
  const take = async (seq: number) => locks.acquire(messageOf(seq), await locks.read(messageOf(seq)));
  return { clock, locks, messageOf, take };
}

test("a held lock can't be taken, and expires", async () => {
  const { clock, take } = aLock();
  expect(await take(1)).toMatchObject({ late: false });
  expect(await take(2)).toBeUndefined();
  clock.advance(life);
  expect(await take(2)).toMatchObject({ late: false });
});

test("a released lock is free, and remembers the newest place", async () => {
  const { locks, messageOf, take } = aLock();
  const held = await take(2);
  await locks.release(messageOf(2), held!);
  expect(await take(1), "an older event comes late").toMatchObject({ late: true });
});

test("one of two workers that found a lock free takes it", async () => {
  const { locks, messageOf, take } = aLock();
  await locks.release(messageOf(1), (await take(1))!);
  const found = await locks.read(messageOf(2));
  expect(await locks.acquire(messageOf(2), found)).toBeDefined();
  expect(await locks.acquire(messageOf(2), found)).toBeUndefined();
});
