import { expect } from "vitest";
import type { AttemptAnswer } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { DeliveryLog } from "../../../../shared/delivery/rows/delivery-log.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { BatchWriter } from "../../../../shared/kernel/batch-writer.ts";
import { ContentionError } from "../../../../shared/kernel/errors.ts";
import type { Key, Put, WriteOutcome } from "../../../../shared/kernel/ports/table.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";

export const now = Date.UTC(2026, 10, 21, 9);
const { deliveryRetention } = defaultTimings;
export const message = {
  subscription: "sub_1",
  partner: "prt_1",
  instance: "acme",
  event: idOf(1),
  run: "0",
  attempt: 2,
};
export const fresh = newDeliveryRow(message, now, deliveryRetention);
export const lost = new ContentionError(`attempt 2 of ${message.event} for sub_1 is being made by other workers`);
export const type = "person.updated";
export const failed: AttemptAnswer = { at: now, ms: 20, timing: {}, result: "failed", status: 500, type };
export const delivered: AttemptAnswer = { at: now, ms: 20, timing: {}, result: "delivered", status: 204, type };

/** The first attempt failed; the second is due and waits behind the backlog. */
export const first = { at: now - 9_000, ms: 1, timing: {}, status: 500 };
export const waiting: DeliveryRow = {
  ...fresh,
  ...{ type, attempt: 1, attempts: [first], nextAt: now, postponed: "backlog", rev: 1 },
};
export const claimed: DeliveryRow = { ...fresh, ...{ type, attempt: 2, attempts: [first], claimedAt: now, rev: 2 } };

export function without(row: DeliveryRow, ...names: readonly string[]): DeliveryRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as DeliveryRow;
}

/** A log over one row. `meanwhile` happens just before each of its writes; `answer` is the table's result then. */
export function logOver(row: DeliveryRow | undefined) {
  const table = new MemoryTable("deliveries");
  const stand = async (standing: DeliveryRow): Promise<void> => {
    await table.put([{ item: standing }]);
  };
  const ready = row === undefined ? Promise.resolve() : stand(row);
  const world = {
    table,
    stand,
    puts: 0,
    /** The waits (ms) between lost writes; `chance` says where in its range each lies. */
    slept: [] as number[],
    chance: 0,
    meanwhile: async (): Promise<void> => undefined,
    answer: (outcome: WriteOutcome | undefined): WriteOutcome => outcome!,
    row: () => table.items[0],
    log: new DeliveryLog({
      ...testContext({
        clock: new FakeClock(now),
        sleeper: { sleep: async (ms: number): Promise<void> => void world.slept.push(ms) },
        randomness: { fraction: (): number => world.chance, bytes: () => new Uint8Array() },
      }),
      table: faked(MemoryTable, {
        get: async (key: Key, options?: { readonly consistent?: false }) => {
          // A row that was just written must be seen, or its attempt would be made again.
          expect(options?.consistent).not.toBe(false);
          await ready;
          return table.get(key);
        },
      }),
      writer: faked(BatchWriter, {
        put: async (put: Put): Promise<WriteOutcome> => {
          await ready;
          world.puts += 1;
          await world.meanwhile();
          return world.answer((await table.put([put]))[0]);
        },
      }),
    }),
  };
  return world;
}

/** Another worker writes the row before each of the log's writes, or only before the first `rounds` of them. */
export function contested(row: DeliveryRow, others: (round: number) => DeliveryRow, rounds = Number.POSITIVE_INFINITY) {
  const world = logOver(row);
  world.meanwhile = async () => {
    if (world.puts <= rounds) await world.stand(others(world.puts));
  };
  return world;
}
