import { describe, expect, it } from "vitest";
import { RecordLockStore } from "../../shared/delivery/ordered/record-lock-store.ts";
import { absent, absentOrExpired } from "../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { IdempotencyStore } from "../../shared/partners/idempotency-store.ts";
import { createQuarantine } from "../../shared/polling/quarantine/quarantine.ts";
import { RemovalLedger } from "../../shared/polling/removals/removal-ledger.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { faked } from "../support/faked.ts";
import { testContext } from "../support/test-context.ts";
import { idOf } from "../unit/fanout/an-event.ts";
import { engines, tablesOfSuite } from "./table-engines.ts";

const day = 86_400_000;

// DynamoDB deletes expired items within days, and one machine within a minute. Until then they are stored but
// unreadable.
describe.each(engines)("an expired but undeleted item, on $name", ({ open }) => {
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const tableOf = tablesOfSuite(open, clock);

  it("doesn't block creation from its last second on, unlike a live one", async () => {
    const table = tableOf("deliveries");
    const item = { pk: "expiring", sk: "a", expiresAt: clock.now() / 1_000 + 10 };
    const write = async (n: number) =>
      (await table.put([{ item: { ...item, n }, when: absentOrExpired(clock.now()) }]))[0];
    expect([await write(1), await write(2)]).toEqual(["written", "conflict"]);
    clock.advance(9_999);
    expect(await write(3)).toBe("conflict");
    clock.advance(1);
    expect(await table.put([{ item, when: absent }]), "it does stand").toEqual(["conflict"]);
    expect(await write(4)).toBe("written");
  });

  it("doesn't block taking a record's lock", async () => {
    const locks = new RecordLockStore({ ...testContext({ clock }), table: tableOf("deliveries") });
    const messageOf = (seq: number) => ({
      ...{ subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(seq), run: "0", attempt: 1 },
      position: { record: "r", seq, part: 1 },
    });
    const take = async (seq: number) => locks.acquire(messageOf(seq), await locks.read(messageOf(seq)));
    await locks.release(messageOf(1), (await take(1))!);
    clock.advance(31 * day);
    expect(await take(2)).toBeDefined();
  });

  it("doesn't block reusing an Idempotency-Key", async () => {
    const seal = async (_t: string, _i: string, text: string) => text;
    const secrets = faked(SecretBox, { seal, open: async () => "" });
    const store = new IdempotencyStore({ ...testContext({ clock }), table: tableOf("deliveries"), secrets });
    const given = { partner: "prt_1", key: "key_1", name: "nightly", request: "r", access: "all" };
    expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: false } });
    await store.finish(given, { status: 201, body: "{}", headers: {} });
    clock.advance(day + 3_600_000);
    expect(await store.begin(given)).toMatchObject({ outcome: "ok", draw: { isRepeat: false } });
    expect(await store.begin(given)).toEqual({ outcome: "conflict" });
  });

  it("doesn't keep a loss from being counted again", async () => {
    const ledger = new RemovalLedger(tableOf("feeds"));
    const losses = async () => (await ledger.losses("acme", clock.now() - day)).get("document") ?? 0;
    await ledger.note("acme", "document", ["d1"], clock.now());
    clock.advance(2 * day);
    await ledger.note("acme", "document", ["d1"], clock.now());
    expect(await losses()).toBe(1);
  });

  it("doesn't keep a row from being quarantined again", async () => {
    const counted: number[] = [];
    const quarantine = createQuarantine({
      ...testContext({ clock, metrics: { record: (_name, value) => void counted.push(value) } }),
      table: tableOf("feeds"),
    });
    await quarantine.keep("acme", "acme#project", [{ name: "no id" }]);
    clock.advance(defaultTimings.quarantineRetention + 1_000);
    expect(await quarantine.keep("acme", "acme#project", [{ name: "no id" }])).toBe(1);
    expect(counted).toEqual([1, 1]);
  });
});
