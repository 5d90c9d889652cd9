import { beforeEach, expect, test } from "vitest";
import { AuditLog } from "../../../shared/partners/audit-log.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

const partner = "prt_1";
const day = 86_400_000;
let clock: FakeClock;
let table: MemoryTable;
let audit: AuditLog;
beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 0, 31, 23, 59, 59));
  table = new MemoryTable("deliveries", { pageSize: 1 });
  audit = new AuditLog({ ...testContext({ clock }), table });
});

const call = {
  ...{ operation: "createKey", template: "/v1/keys/{id}", method: "POST", path: "/v1/keys/1", status: 201 },
  ...{ fields: ["name"], key: "key_1", keyName: "ci", isOperator: false, address: "192.0.2.1" },
};
const entries = () => table.items.filter(({ pk }) => pk.startsWith("audit#"));
/** Uses up the allowance as if so many changes of this day had an entry. */
const used = (of: string, amount: number) =>
  table.put([{ item: { pk: `allowance#partner#${partner}`, sk: `${of}#2026-01-31`, used: amount } }]);

test("an entry is stored under its partner and month for 400 days, with the time and the whole call", async () => {
  await audit.record(partner, call);
  const { template: _, ...reported } = call;
  const at = clock.now();
  expect(entries()).toEqual([
    {
      ...reported,
      ...{ pk: "audit#prt_1#2026-01", sk: expect.stringMatching(/^aud_[0-9A-Z]{26}$/), id: expect.any(String), at },
      expiresAt: (at + 400 * day) / 1_000,
    },
  ]);
});

test.each([
  ["path", "/".repeat(512), "/".repeat(513), "/".repeat(512)],
  ["address", "1".repeat(64), "1".repeat(65), "1".repeat(64)],
  [
    "fields",
    Array.from({ length: 50 }, () => "a"),
    Array.from({ length: 51 }, () => "a"),
    Array.from({ length: 50 }, () => "a"),
  ],
  ["fields", ["ü".repeat(511), "b".repeat(1_022)], ["ü".repeat(511), "b".repeat(1_023)], ["ü".repeat(511)]],
])("a long %s is cut", async (field, longest, longer, kept) => {
  for (const [given, stored] of [
    [longest, longest],
    [longer, kept],
  ] as const) {
    await audit.record(partner, { ...call, [field]: given });
    expect(entries().at(-1)?.[field]).toEqual(stored);
    for (const { pk, sk } of entries()) await table.remove({ pk, sk });
  }
});

test("an entry of several calls names only the last one's person", async () => {
  await used("audit-of-operators", 2_000);
  const person = { name: "Ada Lovelace", email: "ada@acme.example" };
  const named = async (call: Parameters<AuditLog["record"]>[1]) => {
    await audit.record(partner, call);
    return (await audit.list(partner, { limit: 1 })).items[0];
  };
  expect(await named({ ...call, isOperator: true, person })).toMatchObject({ times: 1, person });
  const last = await named({ ...call, isOperator: true });
  expect(last).toMatchObject({ times: 2 });
  expect(last).not.toHaveProperty("person");
});

test("a call without an address has none in its entry", async () => {
  await audit.record(partner, { ...call, address: undefined });
  expect(entries()[0]).not.toHaveProperty("address");
});

test("changes above the day's 2,000 are counted by operation and hour, apart from those of operators", async () => {
  await used("audit", 1_999);
  for (let one = 0; one < 3; one += 1) await audit.record(partner, { ...call, path: `/v1/keys/${String(one)}` });
  await audit.record(partner, { ...call, operation: "revokeKey" });
  const whole = (isOperator: boolean) => audit.record(partner, { ...call, isOperator });
  await whole(true);
  await used("audit-of-operators", 2_000);
  await whole(true);
  const { items } = await audit.list(partner, { limit: 10 });
  const reported = items.map(({ operation, isOperator, path, fields, times }) => [
    operation,
    isOperator,
    path,
    fields,
    times,
  ]);
  expect(reported).toHaveLength(5);
  expect(reported).toEqual(
    expect.arrayContaining([
      ["createKey", false, "/v1/keys/0", ["name"], undefined],
      ["createKey", false, "/v1/keys/{id}", [], 2],
      ["revokeKey", false, "/v1/keys/{id}", [], 1],
      ["createKey", true, "/v1/keys/1", ["name"], undefined],
      ["createKey", true, "/v1/keys/{id}", [], 1],
    ]),
  );
});

test("what an hour counts is listed before the hour's single calls, and after those of the next hour", async () => {
  clock.advance(-13 * 3_600_000);
  await audit.record(partner, { ...call, keyName: "single" });
  await used("audit", 2_000);
  clock.advance(-30 * 60_000);
  await audit.record(partner, { ...call, keyName: "counted" });
  clock.advance(30 * 60_000 + 1_000);
  await audit.record(partner, { ...call, keyName: "next hour", isOperator: true });
  const { items } = await audit.list(partner, { limit: 10 });
  expect(items.map(({ keyName }) => keyName)).toEqual(["next hour", "counted", "single"]);
  expect(items[1]?.id).toMatch(/^aud_[0-9A-Z]{26}$/);
});

test("entries are listed newest first, over months and years, page by page, and as far back as they are kept", async () => {
  const times: number[] = [];
  for (let step = 0; step < 6; step += 1) {
    for (let one = 0; one < 2; one += 1) {
      await audit.record(partner, call);
      times.push(clock.now());
      clock.advance(1);
    }
    clock.advance(80 * day - 2);
  }
  clock.advance(-80 * day);
  const seen: number[] = [];
  const asked: (number | undefined)[] = [];
  const months: string[] = [];
  const query = table.query.bind(table);
  table.query = (wanted) => {
    asked.push(wanted.limit);
    months.push(wanted.pk);
    return query(wanted);
  };
  for (let after: string | undefined, more = true; more; ) {
    months.length = 0;
    const page = await audit.list(partner, { after, limit: 2 });
    expect(months[0]).toBe(`audit#${partner}#${new Date(seen.at(-1) ?? clock.now()).toISOString().slice(0, 7)}`);
    seen.push(...page.items.map(({ at }) => at));
    expect(page.items.length).toBeLessThanOrEqual(2);
    after = page.items.at(-1)?.id;
    ({ more } = page);
  }
  expect(seen).toEqual(times.reverse());
  expect(Math.max(...asked.map(Number))).toBe(3);
  await audit.list(partner, { limit: 200 });
  expect(Math.max(...asked.map(Number))).toBe(50);
});

test("a page ends before an entry for which there is no room", async () => {
  for (let one = 0; one < 3; one += 1) {
    await audit.record(partner, { ...call, keyName: String(one) });
    clock.advance(1);
  }
  const page = await audit.list(partner, { limit: 10, hasRoom: ({ keyName }) => keyName !== "0" });
  expect(page.more).toBe(true);
  expect(page.items.map(({ keyName }) => keyName)).toEqual(["2", "1"]);
});
