import { expect, test } from "vitest";
import type { LogFields } from "../../../../shared/kernel/ports/logger.ts";
import { recordEntries } from "../../../../shared/polling/journal/journal-parts.ts";
import { createSchemaWatch } from "../../../../shared/polling/schema/schema-watch.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";
import { MemoryJournalSink } from "../support/memory-journal-sink.ts";

function setUp(table = new MemoryTable("feeds")) {
  const findings: unknown[] = [];
  const known: unknown[] = [];
  const logger = new SilentLogger();
  const named = (fields?: LogFields) => `${String(fields?.["resource"])} ${String(fields?.["finding"])}`;
  logger.warn = (event: string, fields?: LogFields) =>
    void (event === "source.schema_drift" && findings.push(named(fields)));
  logger.info = (event: string, fields?: LogFields) =>
    void (event === "source.schema_found" && known.push(named(fields)));
  let counted = 0;
  const metrics = { record: (name: string) => void (counted += name === "source.schema_drift" ? 1 : 0) };
  const asked: string[] = [];
  const spied = faked(MemoryTable, {
    query: (...query: Parameters<typeof table.query>) => (asked.push("query"), table.query(...query)),
    put: (...puts: Parameters<typeof table.put>) => (asked.push("put"), table.put(...puts)),
  });
  const schema = createSchemaWatch({ ...testContext({ clock: new FakeClock(), logger, metrics }), table: spied });
  return { schema, findings, known, table, asked, counted: () => counted };
}

test("fields and values outside the contract are recorded once per instance, even after a restart", async () => {
  const { schema, findings, table, counted } = setUp();
  const bodies = [{ id: "p", name: "n", projectType: "PROJECT_TYPE_NEW", colour: "red" }];
  await schema.look("acme", "project", bodies);
  await schema.look("acme", "project", bodies);
  expect(findings).toEqual(["project projectType=PROJECT_TYPE_NEW", "project colour"]);
  expect(counted()).toBe(2);
  const restarted = setUp(table);
  for (let times = 0; times < 2; times += 1) await restarted.schema.look("acme", "project", bodies);
  expect([restarted.findings, restarted.asked]).toEqual([[], ["query"]]);
  await restarted.schema.look("other", "project", bodies);
  expect(restarted.findings).toHaveLength(2);
});

test("finds of the first contact are no drift, then or later", async () => {
  const { schema, findings, known, counted } = setUp();
  await schema.look("acme", "person", [{ id: "x", nickname: "n" }], true);
  expect(known).toEqual(["person nickname"]);
  await schema.look("acme", "person", [{ id: "x", nickname: "n" }]);
  expect([findings, counted()]).toEqual([[], 0]);
  await schema.look("acme", "person", [{ id: "x", badge: "b" }]);
  expect([findings, counted()]).toEqual([["person badge"], 1]);
});

test("contract fields aren't recorded, and no value of a field is recorded unless it is an enumeration", async () => {
  const { schema, findings, table, asked } = setUp();
  await schema.look("acme", "project", [{ id: "p", name: "secret", projectType: "PROJECT_TYPE_ASSIGNMENT" }]);
  await schema.look("acme", "project", [{ id: "p", projectType: 5 }, { projectType: null }]);
  await schema.look("acme", "folder", [{ id: "f", colour: "red" }]);
  expect([findings, asked]).toEqual([[], []]);
  await schema.look("acme", "person", [{ id: "x", nickname: "private" }]);
  expect(findings).toEqual(["person nickname"]);
  expect(JSON.stringify(table.items)).not.toMatch(/secret|private/);
});

test("a source that invents names fills neither the log nor the table", async () => {
  const { schema, findings, table } = setUp();
  const made = Array.from({ length: 500 }, (_, row) => ({ [`field${row}${"x".repeat(300)}`]: 1 }));
  await schema.look("acme", "activity", made);
  await schema.look("acme", "project", [{ projectType: "x".repeat(300) }]);
  expect(findings).toHaveLength(201);
  const restarted = setUp(table);
  await restarted.schema.look("acme", "activity", [{ another: 1 }]);
  expect(restarted.findings).toEqual([]);
  expect(table.items.every(({ sk }) => sk.length < 120)).toBe(true);
});

test("entries of a change feed are inspected and recorded unchanged", async () => {
  const { schema, findings } = setUp();
  const sink = new MemoryJournalSink();
  const entry = { fingerprint: "f", occurrence: 0, body: { operation: "FOLDER_ARCHIVE" }, baseline: false };
  await recordEntries({ journal: sink, schema }, "acme", { type: "Company", id: "c" }, [entry], 5);
  expect(findings).toEqual(["document_change operation=FOLDER_ARCHIVE"]);
  expect([...sink.kept.values()]).toEqual([entry]);
});

test("each resource and instance has its own findings, and one of two processes reports them", async () => {
  const { schema, findings, table } = setUp();
  await schema.look("acme", "person", [{ id: "x", colour: "red" }]);
  await schema.look("acme", "company", [{ id: "x", colour: "red" }]);
  await schema.look("other", "person", [{ id: "x", colour: "red" }]);
  await schema.look("acme", "person", [{ id: "x", shade: "dark" }]);
  expect(findings).toEqual(["person colour", "company colour", "person colour", "person shade"]);
  expect(table.items).toHaveLength(4);
  const restarted = setUp(table);
  await restarted.schema.look("acme", "company", [{ id: "x", shade: "dark" }]);
  expect(restarted.findings).toEqual(["company shade"]);
});

test("one of two processes that find the same at once reports it", async () => {
  const table = new MemoryTable("feeds");
  const both = [setUp(table), setUp(table)];
  await Promise.all(both.map(({ schema }) => schema.look("acme", "person", [{ id: "x", colour: "red" }])));
  expect(both.flatMap(({ findings }) => findings)).toEqual(["person colour"]);
});
