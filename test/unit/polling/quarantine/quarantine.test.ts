import { expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { down, gateway, refused } from "../support/answers.ts";
import { acme, OwnersFixture } from "../support/owners-fixture.ts";
import { deskOf, quarantineWorld } from "../support/quarantine-world.ts";

const moment = { beganAt: 5, asOf: 5 };
const at = "2026-01-05T06:00:00.000000Z";

test("a row is stored once, as it came, and counted once", async () => {
  const { table, counted, keep, poison, feedId, fixture } = quarantineWorld();
  const { clock } = fixture;
  expect(await keep({ name: "no id" }, 5)).toBe(2);
  const put = vi.spyOn(table, "put");
  expect(await keep({ name: "no id" })).toBe(0);
  expect(put).not.toHaveBeenCalled();
  expect(counted).toEqual([2]);
  const expiresAt = Math.floor((clock.now() + defaultTimings.quarantineRetention) / 1_000);
  expect(poison()).toMatchObject([
    { pk: feedId, body: { name: "no id" }, expiresAt },
    { pk: feedId, body: 5, expiresAt },
  ]);
});

test("a row that no item can hold is stored shortened, with its original size", async () => {
  const { keep, desk, feedId } = quarantineWorld();
  await keep({ id: "huge", text: "é".repeat(300_000) });
  await keep({ id: "number", estimate: 1e200 });
  const { entries } = await desk.list("acme");
  expect(entries.map(({ bytes }) => bytes > 600_000)).toContain(true);
  for (const { hash } of entries) expect((await desk.read(feedId, hash))?.shortened).toBe(true);
});

test("rows that are too deep are kept one by one, with their ids and first levels", async () => {
  const { poison, keep } = quarantineWorld();
  const deep: unknown = JSON.parse(`${"[".repeat(501)}${"]".repeat(501)}`);
  expect(await keep({ id: "p1", deep, name: { first: "Kari" } }, { id: "p2", deep })).toBe(2);
  expect(await keep({ id: "p2", deep })).toBe(0);
  expect(poison()).toMatchObject([
    { recordId: "p1", body: { id: "p1", deep: [[null]], name: { first: "Kari" } }, shortened: true },
    { recordId: "p2", body: { id: "p2", deep: [[null]] }, shortened: true },
  ]);
});

test("an instance's rows are listed page by page, oldest first, without the rows themselves", async () => {
  const { fixture, keep, desk } = quarantineWorld();
  for (let row = 0; row < 5; row += 1) {
    await keep({ row });
    fixture.clock.advance(1_000);
  }
  const first = await desk.list("acme", { limit: 3 });
  const second = await desk.list("acme", { limit: 3, after: first.next ?? "" });
  expect([first.entries.length, second.entries.length, second.next]).toEqual([3, 2, undefined]);
  const times = [...first.entries, ...second.entries].map(({ keptAt }) => keptAt);
  expect(times).toEqual([...times].sort());
  expect(JSON.stringify(first.entries)).not.toContain("row");
  expect((await desk.list("other")).entries).toEqual([]);
});

test("a quarantined row stays as it was, not as it becomes", async () => {
  const { keep, held, table } = quarantineWorld();
  await keep({ id: "p1", name: "old" });
  const put = vi.spyOn(table, "put");
  expect(await held({ name: "old", id: "p1" }, { id: "p1", name: "new" })).toEqual([true, false]);
  expect(put).not.toHaveBeenCalled();
});

/** A row that an operator asked to retry, at a source that doesn't answer. */
async function retriedInVain() {
  const world = quarantineWorld();
  const hash = await world.keepAndRetry({ id: "p1" });
  world.source.answer(/./, down);
  return { ...world, hash };
}

test("a retried row without a response stays, and stops its feed only for some visits", async () => {
  const { fixture, desk, feedId, visit, hash } = await retriedInVain();
  const ends: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    ends.push((await visit()).outcome);
    fixture.clock.advance(3_600_000);
  }
  expect(ends).toEqual([...Array.from({ length: 5 }, () => "failed"), "done"]);
  expect(await desk.read(feedId, hash)).toMatchObject({ wanted: false, triedAt: expect.any(Number) });
});

test("a row is read raw, and discarded with its note", async () => {
  const { table, keep, desk, feedId, hashes } = quarantineWorld();
  await keep({ name: "no id" });
  const [hash = ""] = await hashes();
  const whole = { shortened: false, reason: "unreadable", wanted: false };
  expect(await desk.read(feedId, hash)).toMatchObject({ body: { name: "no id" }, ...whole });
  expect(await desk.discard(feedId, hash)).toBe("discarded");
  expect(table.items).toEqual([]);
  expect(await desk.discard(feedId, hash)).toBe("notFound");
  expect(await desk.read(feedId, hash)).toBeUndefined();
});

test("a row that a scrub quarantined can be retried", async () => {
  await quarantineWorld("project-scrub").keepAndRetry({ id: "p1" });
});

test("a document without a response is retried, and is stored with its owner's list once it responds", async () => {
  const fixture = new OwnersFixture();
  const { source, clock } = fixture;
  const { quarantine, desk } = deskOf(fixture);
  await fixture.see();
  const { feedId } = await fixture.stands();
  await quarantine.keep("acme", feedId, [{ id: "d1" }, { id: "d2" }], "unanswered");
  await quarantine.keep("acme", feedId, [{ id: "f1" }], "too_large");
  const rows = (await desk.list("acme")).entries;
  for (const { hash, reason } of rows)
    expect(await desk.retry(feedId, hash)).toBe(reason === "unanswered" ? "wanted" : "notRetryable");
  source.add("d1", acme);
  source.answer("/document/d2", down);
  for (let at = 0; at < 6; at += 1) {
    await fixture.see();
    clock.advance(3_600_000);
  }
  await fixture.see();
  expect(fixture.document("d1").state).toBe("live");
  const left = await Promise.all((await desk.list("acme")).entries.map(({ hash }) => desk.read(feedId, hash)));
  expect(left.map((row) => row?.body)).toEqual(expect.arrayContaining([{ id: "d2" }, { id: "f1" }]));
  expect(left).toHaveLength(2);
});

test("a row marked by an operator is read by id at the next visit, and leaves the quarantine when it is stored", async () => {
  const { fixture, records, keepAndRetry, source, visit, hashes } = quarantineWorld();
  await keepAndRetry({ id: "p1", estimate: 1e200 }, { id: "p2" });
  source.rows.push({ id: "p1", at, body: { name: "mended" } });
  expect((await fixture.stands()).wheel).toContain("#now#");
  expect(await visit()).toEqual({ outcome: "done" });
  expect(records.pages.map(({ form, rows }) => [form, rows[0]?.body["name"]])).toEqual([["full", "mended"]]);
  // p2 is gone from the source, and the walk finds its removal.
  expect(await hashes()).toEqual([]);
  expect((await fixture.stands()).retryQuarantined).toBeUndefined();
  source.requests.length = 0;
  await visit();
  expect(source.requests).toEqual([]);
});

test("a template that its list's read quarantined is retried like any record", async () => {
  const { records, keepAndRetry, source, visit, hashes } = quarantineWorld("company-template");
  await keepAndRetry({ id: "t1" });
  source.rows.push({ id: "t1", at, body: { name: "answers" } });
  await visit();
  expect(records.pages.map(({ resource, rows }) => [resource, rows[0]?.body["name"]])).toEqual([
    ["company_template", "answers"],
  ]);
  expect(await hashes()).toEqual([]);
});

test("a row that is still unreadable stays, with the time of the retry", async () => {
  const { fixture, keepAndRetry, desk, feedId, visit } = quarantineWorld();
  const hash = await keepAndRetry({ name: "no id" });
  expect((await desk.read(feedId, hash))?.wanted).toBe(true);
  await visit();
  expect(await desk.read(feedId, hash)).toMatchObject({ wanted: false, triedAt: fixture.clock.now() });
});

test.each<SourceAnswer<never>>([down, gateway])(
  "while the source doesn't answer (%o), the request to retry a row stays",
  async (answer) => {
    const { fixture, desk, feedId, visit, hash, source } = await retriedInVain();
    source.intercept = () => answer;
    expect(await visit()).toMatchObject({ outcome: "failed" });
    expect((await desk.read(feedId, hash))?.wanted).toBe(true);
    expect((await fixture.stands()).retryQuarantined).toBe(true);
  },
);

test("entries of a change feed can't be retried, nor missing rows or feeds", async () => {
  const table = new MemoryTable("feeds");
  const clock = new FakeClock();
  const store = new FeedStore(table);
  const room = newFeed({ instance: "acme", kind: "room", owner: { type: "Room", id: "r1" }, query: {} });
  const { quarantine, desk } = deskOf({ table, clock, store });
  await quarantine.keep("acme", room.feedId, [5], "unanswered");
  const [entry] = (await desk.list("acme")).entries;
  expect(await desk.retry(room.feedId, entry?.hash ?? "")).toBe("notRetryable");
  expect(await desk.retry(room.feedId, "none")).toBe("notFound");
  await quarantine.keep("acme", "acme#project-timeline#gone", [{ id: "p" }]);
  const [, other] = (await desk.list("acme")).entries;
  expect(await desk.retry("acme#project-timeline#gone", other?.hash ?? "")).toBe("notFound");
});

test.each([
  ["refused", "refused"],
  ["unavailable", "failed"],
  ["exhausted", "yielded"],
] as const)(
  "a retry whose request to the source was %s ends the visit as %s, and the row stays wanted",
  async (reason, end) => {
    const { records, desk, feedId, keepAndRetry, source, visit } = quarantineWorld();
    source.rows.push({ id: "p1", at });
    const hash = await keepAndRetry({ id: "p1" });
    records.outcome = { outcome: "incomplete", reason };
    expect((await visit()).outcome).toBe(end);
    expect(await desk.read(feedId, hash)).toMatchObject({ wanted: true });
  },
);

test.each<[string, SourceAnswer<JsonObject>, (ObserveOutcome | Error)?]>([
  ["shows a record that breaks the mirror", { outcome: "ok", value: { id: "p1" }, moment }, new TypeError("a bug")],
  ["shows another record", { outcome: "ok", value: { id: "p2" }, moment }],
  ["shows a record without an id", { outcome: "ok", value: {}, moment }],
  ["calls the id malformed", { outcome: "badRequest" }],
  [
    "shows a record that the mirror can't hold",
    { outcome: "ok", value: { id: "p1" }, moment },
    { outcome: "observed", changed: 0, quarantined: [{ id: "p1", reason: "too_large" }] },
  ],
])("a row whose read by id %s stays", async (_, answer, outcome = { outcome: "observed", changed: 0 }) => {
  const { records, desk, feedId, visit, hash, source } = await retriedInVain();
  if (outcome instanceof Error) vi.spyOn(records, "observe").mockRejectedValue(outcome);
  else records.outcome = outcome;
  source.one = async () => answer;
  expect(await visit()).toEqual({ outcome: "done" });
  expect(await desk.read(feedId, hash)).toMatchObject({ wanted: false, triedAt: expect.any(Number) });
});

test("a row that was discarded meanwhile doesn't come back: when it is wanted, tried or discarded again", async () => {
  const { fixture, table, desk, feedId, keep, hashes, poison, visit, source } = quarantineWorld();
  await fixture.stands();
  source.answer(/./, refused);
  for (const act of ["retry", "visit", "discard"] as const) {
    await keep({ id: "p1", changed: 5 });
    const [hash = ""] = await hashes();
    if (act === "visit") await desk.retry(feedId, hash);
    const update = table.update.bind(table);
    table.update = async (change) => {
      if (change.key.sk.startsWith("poison#")) for (const { pk, sk } of poison()) await table.remove({ pk, sk });
      const outcome = await update(change);
      // The worker ends, so it doesn't remove what it wrote.
      if (act === "discard") throw new EngineUnavailableError("ended");
      return outcome;
    };
    const ended = await (act === "visit" ? visit() : desk[act](feedId, hash).catch(() => undefined));
    if (act === "retry") expect(ended).toBe("notFound");
    table.update = update;
    expect(poison(), act).toEqual([]);
    for (const { pk, sk } of table.items) if (sk !== "feed") await table.remove({ pk, sk });
  }
});

test("a row that two workers quarantine at once is counted once", async () => {
  const { keep, counted } = quarantineWorld();
  const kept = await Promise.all([keep({ name: "no id" }), keep({ name: "no id" })]);
  expect([kept.sort(), counted]).toEqual([[0, 1], [1]]);
});
