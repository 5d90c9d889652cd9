import { describe, expect, it } from "vitest";
import type { AttemptAnswer } from "../../../../shared/delivery/attempt/attempt-answer.ts";
import { DeliveryLog } from "../../../../shared/delivery/rows/delivery-log.ts";
import { type DeliveryRow, deliveryKey, newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { ContentionError } from "../../../../shared/kernel/errors.ts";
import type { Put, WriteOutcome } from "../../../../shared/kernel/ports/table.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { idOf } from "../../fanout/an-event.ts";

const now = Date.UTC(2026, 10, 21, 9);
const { claimRetention, deliveryRetention } = defaultTimings;
const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(1), run: "0", attempt: 2 };
const fresh = newDeliveryRow(message, now, deliveryRetention);
const lost = new ContentionError(`attempt 2 of ${message.event} for sub_1 is being made by other workers`);
const type = "person.updated";
const failed: AttemptAnswer = { at: now, ms: 20, timing: {}, result: "failed", status: 500, type };
const delivered: AttemptAnswer = { at: now, ms: 20, timing: {}, result: "delivered", status: 204, type };

/** The first attempt failed; the second is due and waits behind the backlog. */
const first = { at: now - 9_000, ms: 1, timing: {}, status: 500 };
const waiting: DeliveryRow = {
  ...fresh,
  ...{ type, attempt: 1, attempts: [first], nextAt: now, postponed: "backlog", rev: 1 },
};
const claimed: DeliveryRow = { ...fresh, ...{ type, attempt: 2, attempts: [first], claimedAt: now, rev: 2 } };

function without(row: DeliveryRow, ...names: readonly string[]): DeliveryRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as DeliveryRow;
}

/** A log over one row. `meanwhile` happens just before each of its writes; `answer` is what the table then says of it. */
function logOver(row: DeliveryRow | undefined) {
  const table = new MemoryTable("deliveries");
  const stand = async (standing: DeliveryRow): Promise<void> => {
    await table.put([{ item: standing }]);
  };
  const ready = row === undefined ? Promise.resolve() : stand(row);
  const world = {
    table,
    stand,
    puts: 0,
    meanwhile: async (): Promise<void> => undefined,
    answer: (outcome: WriteOutcome | undefined): WriteOutcome => outcome!,
    row: () => table.items[0],
    log: new DeliveryLog({
      table: { get: async (key) => ready.then(() => table.get(key)) },
      writer: {
        put: async (put: Put): Promise<WriteOutcome> => {
          await ready;
          world.puts += 1;
          await world.meanwhile();
          return world.answer((await table.put([put]))[0]);
        },
      },
      clock: new FakeClock(now),
      randomness: { fraction: () => 0 },
      timings: defaultTimings,
    }),
  };
  return world;
}

/** Before each write somebody else writes the row. */
function contested(row: DeliveryRow, others: (round: number) => DeliveryRow) {
  const world = logOver(row);
  world.meanwhile = () => world.stand(others(world.puts));
  return world;
}

describe("looking at a message", () => {
  it("lets an attempt be made of which nothing is known", async () => {
    expect(await logOver(undefined).log.look(message, true)).toEqual({ outcome: "attempt", row: undefined });
    expect(await logOver(waiting).log.look(message, false)).toEqual({ outcome: "attempt", row: waiting });
  });

  it("waits for another worker's claim to end", async () => {
    const until = now - 1_000 + claimRetention;
    const { log } = logOver({ ...claimed, claimedAt: now - 1_000 });
    expect(await log.look(message, true)).toEqual({ outcome: "wait", until });
    expect(await log.look(message, false)).toEqual({ outcome: "drop" });
  });

  it("finishes a recorded attempt with its row", async () => {
    expect(await logOver(waiting).log.look({ ...message, attempt: 1 }, true)).toEqual({
      outcome: "finish",
      row: waiting,
    });
  });

  it("names the row that can't be read", async () => {
    const world = logOver(undefined);
    await world.table.put([{ item: { ...deliveryKey(message), rev: "one" } }]);
    await expect(world.log.find(message)).rejects.toThrow(`delivery ${fresh.pk} ${fresh.sk}`);
  });
});

describe("claiming an attempt", () => {
  it("writes the attempt and when it began, and that no other is planned", async () => {
    const world = logOver(waiting);
    expect(await world.log.claim(message, waiting)).toEqual(claimed);
    expect(world.row()).toEqual(claimed);
  });

  it("begins the row of a delivery of which nothing is known", async () => {
    const world = logOver(undefined);
    await world.log.claim({ ...message, attempt: 1 }, undefined);
    expect(world.row()).toEqual({ ...fresh, attempt: 1, claimedAt: now, rev: 1 });
  });

  it("is lost to a faster worker, and to one that began the row", async () => {
    const world = contested(waiting, () => claimed);
    await expect(world.log.claim(message, waiting)).rejects.toThrow(lost);
    await expect(logOver(claimed).log.claim(message, undefined)).rejects.toThrow(lost);
  });
});

describe("recording an answer", () => {
  it("writes it over the claim", async () => {
    const world = logOver(claimed);
    const recorded = await world.log.record(message, claimed, failed);
    expect(recorded).toMatchObject({ attempt: 2, state: "waiting", nextAt: now + 20 + 30_000, rev: 3 });
    expect(world.row()).toEqual(recorded);
  });

  it("leaves a delivery alone that another worker delivered", async () => {
    const done: DeliveryRow = { ...claimed, state: "delivered", rev: 7 };
    for (const answer of [failed, delivered]) {
      const world = contested(claimed, () => done);
      expect(await world.log.record(message, claimed, answer)).toBeUndefined();
      expect(world.row()).toEqual(done);
    }
  });

  it("leaves the next attempt to the worker whose record of a failure stands", async () => {
    const idle = without(claimed, "claimedAt");
    const others: readonly DeliveryRow[] = [
      { ...idle, attempts: [first, { ...first, at: now - 1 }], nextAt: now + 1, rev: 8 },
      { ...claimed, attempt: 3, rev: 8 },
    ];
    for (const other of others) {
      const world = contested(claimed, () => other);
      expect(await world.log.record(message, claimed, failed)).toBeUndefined();
      expect(world.row()).toEqual(other);
    }
  });

  it("takes a record for its own that stands although the table said otherwise", async () => {
    const world = logOver(claimed);
    world.answer = () => "conflict";
    expect(await world.log.record(message, claimed, failed)).toEqual(world.row());
    expect(world.puts).toBe(1);
  });

  it.each([
    ["an earlier attempt's record", { ...waiting, rev: 9 }, failed],
    ["another worker's claim", { ...claimed, rev: 9 }, failed],
    ["a later claim, if the answer is a success", { ...claimed, attempt: 3, rev: 9 }, delivered],
  ])("writes it over %s", async (_, other, answer) => {
    const world = logOver(claimed);
    world.meanwhile = async () => {
      if (world.puts === 1) await world.stand(other);
    };
    expect(await world.log.record(message, claimed, answer)).toMatchObject({ rev: 10 });
    expect(world.row()).toMatchObject({ rev: 10, attempts: [first, { at: now }] });
  });

  it("gives up after five lost races", async () => {
    const world = contested(claimed, (round) => ({ ...claimed, rev: 100 + round }));
    await expect(world.log.record(message, claimed, failed)).rejects.toThrow(lost);
    expect(world.puts).toBe(5);
  });

  it("begins the row again where it is gone", async () => {
    const world = logOver(undefined);
    expect(await world.log.record(message, claimed, failed)).toMatchObject({
      attempt: 2,
      attempts: [{ at: now }],
      rev: 1,
    });
  });
});

describe("recording an answer late", () => {
  it("writes it over what stands now", async () => {
    const world = logOver(claimed);
    expect(await world.log.recordLate(message, failed)).toMatchObject({ attempts: [first, { at: now }], rev: 3 });
    expect(await logOver(undefined).log.recordLate(message, failed)).toMatchObject({ attempts: [{ at: now }], rev: 1 });
  });

  it("leaves a later attempt alone, and knows its own record", async () => {
    const world = logOver({ ...claimed, attempt: 3 });
    expect(await world.log.recordLate(message, failed)).toBeUndefined();
    const idle = without(claimed, "claimedAt");
    const own = { ...idle, attempts: [{ ...first, at: now }], nextAt: now + 5 };
    expect(await logOver(own).log.recordLate(message, failed)).toEqual(own);
    expect(world.puts).toBe(0);
  });
});

describe("putting an attempt off", () => {
  it("holds a delivery without spending the attempt", async () => {
    const world = logOver(claimed);
    await world.log.hold(message, claimed, undefined);
    const idle = without(claimed, "claimedAt");
    expect(world.row()).toEqual({ ...idle, attempt: 1, state: "held", rev: 3 });
  });

  it("begins the row of a delivery that is held before its first attempt", async () => {
    const world = logOver(undefined);
    await world.log.hold({ ...message, attempt: 1 }, undefined, type);
    expect(world.row()).toEqual({ ...fresh, type, state: "held", rev: 1 });
  });

  it("says until when it waits, and for what", async () => {
    const world = logOver({ ...claimed, state: "held" });
    await world.log.postpone(message, { ...claimed, state: "held" }, { nextAt: now + 7, postponed: "rateLimit" });
    const idle = without(claimed, "claimedAt");
    const later = { nextAt: now + 7, postponed: "rateLimit" };
    expect(world.row()).toEqual({ ...idle, attempt: 1, state: "waiting", ...later, rev: 3 });
  });

  it("writes no row for one that has none", async () => {
    const world = logOver(undefined);
    await world.log.postpone(message, undefined);
    expect(world.puts).toBe(0);
  });

  it("leaves what another worker wrote", async () => {
    const other = { ...claimed, rev: 5 };
    const world = contested(claimed, () => other);
    await world.log.hold(message, claimed, type);
    await world.log.postpone(message, claimed);
    await world.log.expire(message, claimed);
    expect(world.row()).toEqual(other);
  });
});

describe("ending a delivery without an attempt", () => {
  it("notes that a consumer has it", async () => {
    const world = logOver(undefined);
    await world.log.acknowledge(message, type);
    const done = { ...fresh, type, state: "delivered", rev: 1 };
    expect(world.row()).toEqual(done);
    await world.log.acknowledge(message, "person.removed");
    expect(world.row()).toEqual(done);
  });

  it("notes it over what was written meanwhile, and plans no attempt", async () => {
    const world = logOver(waiting);
    world.meanwhile = async () => {
      if (world.puts === 1) await world.stand({ ...waiting, rev: 4 });
    };
    await world.log.acknowledge(message, undefined);
    const idle = without(waiting, "nextAt", "postponed");
    expect(world.row()).toEqual({ ...idle, state: "delivered", rev: 5 });
  });

  it("gives up after five lost races", async () => {
    const world = contested(waiting, (round) => ({ ...waiting, rev: 100 + round }));
    await expect(world.log.acknowledge(message, type)).rejects.toThrow(lost);
    expect(world.puts).toBe(5);
  });

  it("expires one whose event is gone", async () => {
    const world = logOver(undefined);
    await world.log.expire(message, undefined);
    expect(world.row()).toEqual({ ...fresh, state: "expired", rev: 1 });
    const standing = logOver(claimed);
    await standing.log.expire(message, claimed);
    const idle = without(claimed, "claimedAt");
    expect(standing.row()).toEqual({ ...idle, state: "expired", rev: 3 });
  });
});

describe("noting that a notice quotes an answer", () => {
  it("keeps each notice once, and nothing for an unknown delivery", async () => {
    const world = logOver(waiting);
    for (const notice of ["n1", "n2", "n1"]) await world.log.noteQuote(message, notice);
    expect(world.row()).toEqual({ ...waiting, quotedIn: ["n1", "n2"], rev: 3 });
    const unknown = logOver(undefined);
    await unknown.log.noteQuote(message, "n1");
    expect(unknown.puts).toBe(0);
  });

  it("tries again where the row was written meanwhile, and says which delivery it gave up", async () => {
    const world = logOver(waiting);
    world.meanwhile = async () => {
      if (world.puts === 1) await world.stand({ ...waiting, quotedIn: ["n0"], rev: 4 });
    };
    await world.log.noteQuote(message, "n1");
    expect(world.row()).toMatchObject({ quotedIn: ["n0", "n1"], rev: 5 });
    const hopeless = contested(waiting, (round) => ({ ...waiting, rev: 100 + round }));
    await expect(hopeless.log.noteQuote(message, "n1")).rejects.toThrow(`the delivery of ${message.event} to sub_1`);
  });
});
