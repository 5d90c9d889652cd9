import { expect, test } from "vitest";
import type { RecordResource } from "../../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { WriteOutcome } from "../../../../shared/kernel/ports/table.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { type ResolvedRow, writeResolved } from "../../../../shared/polling/observe/write-resolved.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { promptTurns } from "../../../support/turns.ts";

/** The items of one write, and its effects on the feeds; `outcomes` are the table's results. */
function writer(outcomes: readonly WriteOutcome[] = []) {
  const reported: unknown[] = [];
  const tell =
    (what: string) =>
    async (...of: unknown[]) =>
      void reported.push([what, ...of]);
  const mirror = faked(MemoryTable, {
    put: async (puts: readonly unknown[]) => {
      reported.push(["put", puts.length]);
      return puts.map((_, at) => outcomes[at] ?? "written");
    },
  });
  const parts = {
    mirror,
    owners: { assert: tell("assert"), wake: tell("wake") },
    walks: { requestWalk: tell("walk") },
    hints: { requestPoll: tell("hint") },
    arrivals: { add: tell("arrived") },
    turns: promptTurns(),
  };
  const write = (resource: RecordResource, ...rows: ResolvedRow[]) =>
    writeResolved(parts, { instance: "acme", resource }, rows);
  return { reported, parts, write };
}

const itemOf = (
  resource: RecordResource,
  id: string,
  body: JsonObject = {},
  rest: Partial<MirrorItem> = {},
): MirrorItem => ({
  ...{
    pk: `acme#${resource}#0`,
    sk: id,
    instance: "acme",
    resource,
    id,
    seq: 1,
    state: "live",
    asOf: 1,
    observedAt: 1,
  },
  ...{ firstSeenAt: 1, full: { body: { id, ...body }, digest: "d" }, changeLog: [] },
  ...rest,
});
const resolved = (id: string, resolution: ResolvedRow["resolution"], previous?: MirrorItem): ResolvedRow => ({
  ...{ row: { id, body: {} }, previous, resolution },
});
const changed = (item: MirrorItem, previous?: MirrorItem, { gone = false, touched = false } = {}) =>
  resolved(item.id, { resolution: touched ? "touched" : "changed", item, gone }, previous);
const company = itemOf("company", "c1");
const owner = { type: "Company", id: "c1" };

test("a new owner's feed is put before its record, and the arrival is counted", async () => {
  const { reported, write } = writer();
  expect(await write("company", changed(company))).toEqual({
    changed: 1,
    news: ["c1"],
    conflicts: [],
    quarantined: [],
  });
  expect(reported).toEqual([
    ["assert", "acme", [owner]],
    ["put", 1],
    ["arrived", "acme", "company", 1],
  ]);
});

test("an owner older than the connection is known since the connection", async () => {
  const { reported, write } = writer();
  const created = "2025-01-01T00:00:00.000900Z";
  await write("company", changed(itemOf("company", "c1", {}, { baseline: true, created })));
  expect(reported[0]).toEqual(["assert", "acme", [{ ...owner, knownSince: Date.UTC(2025, 0, 1) }]]);
  await write("company", changed(itemOf("company", "c1", {}, { created })));
  expect(reported[3]).toEqual(["assert", "acme", [owner]]);
  await write("company", changed(itemOf("company", "c1", {}, { baseline: true })));
  expect(reported[6]).toEqual(["assert", "acme", [owner]]);
});

test("a change of a known owner is a hint for its documents, and puts no feed", async () => {
  const { reported, write } = writer();
  await write("company", changed(company, company));
  expect(reported).toEqual([
    ["put", 1],
    ["hint", "acme", [owner], "record"],
  ]);
});

test("an owner that comes back has its feed put, woken and hinted, and counts as an arrival", async () => {
  const { reported, write } = writer();
  await write("company", changed(company, { ...company, state: "deleted" }));
  expect(reported).toEqual([
    ["assert", "acme", [owner]],
    ["wake", "acme", [owner]],
    ["put", 1],
    ["arrived", "acme", "company", 1],
    ["hint", "acme", [owner], "record"],
  ]);
});

test("an unpublished row, or one that another worker wrote, causes no arrival and no hint", async () => {
  const { reported, write } = writer(["written", "conflict", "written"]);
  const rows = [
    changed(company, company, { touched: true }),
    changed(itemOf("company", "c2"), itemOf("company", "c2")),
    changed(itemOf("company", "c3"), itemOf("company", "c3")),
  ];
  expect(await write("company", ...rows)).toMatchObject({ changed: 1, news: ["c3"], conflicts: [{ id: "c2" }] });
  expect(reported).toEqual([
    ["put", 3],
    ["hint", "acme", [{ type: "Company", id: "c3" }], "record"],
  ]);
});

test("the table isn't called if there is nothing to write", async () => {
  const { reported, write } = writer();
  const rows = [
    ...[resolved("c1", { resolution: "unreadable" }), resolved("c2", { resolution: "too_large" })],
    resolved("c3", { resolution: "same", gone: false }, company),
  ];
  expect(await write("company", ...rows)).toMatchObject({
    changed: 0,
    quarantined: [
      { id: "c1", reason: "unreadable" },
      { id: "c2", reason: "too_large" },
    ],
  });
  expect(reported).toEqual([]);
});

test("a record that returned 404 has its resource walked", async () => {
  const { reported, write } = writer();
  await write("company", changed(company, company, { gone: true }));
  expect(reported[0]).toEqual(["walk", "acme", "company"]);
});

const activity = (id: string, body: JsonObject, rest: Partial<MirrorItem> = {}) => itemOf("activity", id, body, rest);
const own = (id: string) => ({ type: "Project", id, subOwner: "activity" });

test("a change of an activity is a hint for its project, once per page, unless it is older than the connection", async () => {
  const { reported, write } = writer();
  const inProject = { project: { id: "p1" } };
  await write(
    "activity",
    changed(activity("a1", inProject), activity("a1", inProject)),
    changed(activity("a2", inProject), activity("a2", inProject)),
    changed(activity("a3", { project: { id: "p2" } })),
    changed(activity("a4", { project: { id: "p3" } }, { baseline: true })),
    changed(activity("a5", { project: { id: "p4" } }, { baseline: true }), activity("a5", {})),
    changed(activity("a6", { project: "p5" })),
  );
  expect(reported.at(-1)).toEqual([
    "hint",
    "acme",
    ["p1", "p2", "p4"].map((id) => ({ type: "Project", id })),
    "activity",
  ]);
  expect(reported[0]).toEqual(["assert", "acme", [own("a3"), own("a4"), own("a6")]]);
});

test("an activity's list row also names its project", async () => {
  const { reported, write } = writer();
  const body = { id: "a1", project: { id: "p1" } };
  const listed: MirrorItem = { ...activity("a1", body), lean: { body, digest: "d" } };
  delete listed.full;
  await write("activity", changed(listed));
  expect(reported.at(-1)).toEqual(["hint", "acme", [{ type: "Project", id: "p1" }], "activity"]);
});

test("a phase may own documents: its feed is put when an activity arrives in it, once per page", async () => {
  const { reported, write } = writer();
  const phase = (id: string) => ({ type: "Project", id, subOwner: "phase" });
  const inPhase = (id: string, name: string) => activity(id, { projectPhase: { id: name } });
  await write(
    "activity",
    changed(inPhase("a1", "f1"), inPhase("a1", "f1")),
    changed(inPhase("a2", "f2"), inPhase("a2", "f1")),
    changed(inPhase("a3", "f2"), activity("a3", {})),
    changed(inPhase("a4", "f3")),
    changed(inPhase("a5", ""), activity("a5", {})),
    changed(activity("a6", { projectPhase: "f4" }), activity("a6", {})),
  );
  expect(reported[0]).toEqual(["assert", "acme", [own("a4"), phase("f2"), phase("f3")]]);
  await write("project", changed(itemOf("project", "p1", { projectPhase: { id: "f1" } }), itemOf("project", "p1")));
  expect(reported.slice(-2)).toEqual([
    ["put", 1],
    ["hint", "acme", [{ type: "Project", id: "p1" }], "record"],
  ]);
});

test("hints and counts of arrivals may be left to others", async () => {
  const { reported, parts } = writer();
  const { mirror, owners, walks, turns } = parts;
  await writeResolved({ mirror, owners, walks, turns }, { instance: "acme", resource: "company" }, [
    changed(company),
    changed(company, company),
  ]);
  expect(reported).toEqual([
    ["assert", "acme", [owner]],
    ["put", 2],
  ]);
});
