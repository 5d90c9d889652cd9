import * as fc from "fast-check";
import { recordResource } from "../../shared/kernel/catalogue.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import { recordPath, recordRow } from "../../shared/polling/rows/record-row.ts";
import {
  arrayOf,
  oauthErrorOf,
  objectOf,
  problemOf,
  sourcePageOf,
  tokenOf,
} from "../../shared/source/answer-bodies.ts";
import { PageSkimmer } from "../../shared/source/page-skimmer.ts";
import { incompressible } from "../support/incompressible.ts";
import { readPage } from "../support/read-page.ts";
import { sentAndPublished } from "../unit/mirror/sent-and-published.ts";
import { acme, OwnersFixture } from "../unit/polling/support/owners-fixture.ts";
import { hostileName, jsonText, objectText } from "./hostile-json.ts";
import { holds, type Target } from "./target.ts";

/**
 * The text of a value that alone makes a row of a megabyte, or nests it deeper than a stack allows. Rare, because it is
 * slow.
 */
const enormous = fc.oneof(
  fc.integer({ min: 300_000, max: 1_400_000 }).map((length) => JSON.stringify("x".repeat(length))),
  fc.integer({ min: 300_000, max: 1_400_000 }).map((length) => JSON.stringify(incompressible(length))),
  fc.integer({ min: 100_000, max: 300_000 }).map((length) => `[${"1,".repeat(length)}1e400]`),
  fc.integer({ min: 1_000, max: 200_000 }).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
);
const memberText = fc.oneof({ weight: 1_000, arbitrary: jsonText }, { weight: 1, arbitrary: enormous });
const knownField = fc.constantFrom(
  ...["created", "modified", "name", "parentId", "path", "size", "mimeType", "entityType", "entityId", "folderId"],
  ...["changed", "operation", "documentId", "placements", "owner", "isActive", "statusId", "phase", "projectId"],
);
const rowText = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.tuple(fc.oneof(hostileName, knownField), memberText), { maxLength: 5 }),
  )
  .map(([id, members]) => objectText([...members.filter(([name]) => name !== "id"), ["id", `"r${id}"`]]));
const rowTexts = fc.array(rowText, { maxLength: 4 });
const noPage = fc.oneof(jsonText, fc.string({ maxLength: 60 }));
const pageText = fc.oneof(
  { weight: 4, arbitrary: rowTexts.map((rows) => `{"items":[${rows.join(",")}]}`) },
  { weight: 2, arbitrary: noPage },
);
const listText = fc.oneof(
  { weight: 4, arbitrary: rowTexts.map((rows) => `[${rows.join(",")}]`) },
  { weight: 2, arbitrary: noPage },
);

const answerWith = (body: string, status = 200, type = "application/json") =>
  ({ outcome: "answered", status, headers: { "content-type": type }, body }) as const;

const well = { name: "well again", created: "2025-01-01T00:00:00Z", modified: "2026-01-05T08:00:00Z" };

const records: Target = {
  name: "pages of records: each is observed, what is published is JSON, and the records go on afterwards",
  cost: 40,
  property: () =>
    fc.asyncProperty(fc.constantFrom(...recordResource.options), pageText, async (resource, body) => {
      const rows = readPage(sourcePageOf(answerWith(body)))?.items.flatMap((one) => recordRow(one) ?? []) ?? [];
      if (rows.length === 0) return;
      const { see, events, source, item } = sentAndPublished();
      for (const { id, body: full } of rows) source.records.set(recordPath(resource, id), full);
      const outcome = await see(resource, [], { rows });
      holds(outcome.outcome === "observed", "the page isn't observed");
      for (const { data, truncated } of events)
        holds(truncated === true || jsonObject.safeParse(data).success, "no JSON");
      const healthy = [...new Set(rows.map(({ id }) => id))].map((id) => ({ id, ...well }));
      for (const row of healthy) source.records.set(recordPath(resource, row.id), row);
      const reported = events.length;
      await see(resource, healthy);
      const again = new Set(events.slice(reported).map(({ subject }) => subject.id));
      for (const { id } of healthy) {
        holds(again.has(id), "a record isn't published any more");
        const { lean, full } = item(id);
        holds(
          [lean, full].some((shown) => shown?.body["name"] === well.name),
          "a record isn't kept any more",
        );
      }
    }),
};

const lists = ["/document", "/document/folder", "/document/changes", "/document/timeline"] as const;

const documents: Target = {
  name: "pages of documents, folders and journals: their owner's feed goes on afterwards",
  cost: 60,
  property: () =>
    fc.asyncProperty(fc.constantFrom(...lists), pageText, listText, async (path, page, list) => {
      const fixture = new OwnersFixture();
      const answer = answerWith(path === "/document/folder" ? list : page);
      const value = readPage(path === "/document/folder" ? arrayOf(answer) : sourcePageOf(answer));
      const moment = { beganAt: fixture.clock.now(), asOf: fixture.clock.now() };
      fixture.source.intercept = (request) =>
        request.path === path && value !== undefined ? ({ outcome: "ok", value, moment } as never) : undefined;
      await fixture.see();
      await fixture.see();
      fixture.source.intercept = () => undefined;
      fixture.source.add("well", acme, { modified: fixture.source.at() });
      fixture.source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "well" });
      for (let visit = 0; visit < 3; visit += 1) await fixture.confirm();
      holds(fixture.document("well").state === "live", "a new document isn't there");
    }),
};

const bodies: Target = {
  name: "bodies of answers, whatever they hold: tokens, problems, objects and lists are read or aren't there",
  cost: 8,
  property: () =>
    fc.property(
      fc.oneof(jsonText, fc.string({ maxLength: 60 })),
      fc.integer({ min: 100, max: 599 }),
      (body, status) => {
        for (const type of ["application/json", "application/problem+json; charset=utf-8"]) {
          const answer = answerWith(body, status, type);
          for (const read of [tokenOf, oauthErrorOf, problemOf, objectOf]) read(answer);
          for (const read of [arrayOf, sourcePageOf]) readPage(read(answer));
        }
      },
    ),
};

/** A page as it is skimmed when its bytes come in these pieces. */
function skimmed(bytes: Buffer, cuts: readonly number[]): string | undefined {
  const skimmer = new PageSkimmer();
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].sort((one, other) => one - other);
  for (const [at, place] of places.entries()) skimmer.push(bytes.subarray(place, places[at + 1] ?? bytes.length));
  return skimmer.text();
}

const idsOf = (text: string): unknown => (JSON.parse(text) as { items: { id?: unknown }[] }).items.map(({ id }) => id);

const skimming: Target = {
  name: "pages that are too large to be read: what is skimmed names the same rows, wherever the bytes are cut",
  cost: 12,
  property: () =>
    fc.property(
      fc.oneof(
        { weight: 3, arbitrary: rowTexts.map((rows) => ({ text: `{"items":[${rows.join(" ,\n")}]}`, isPage: true })) },
        { weight: 1, arbitrary: noPage.map((text) => ({ text, isPage: false })) },
      ),
      fc.array(fc.nat(), { maxLength: 4 }),
      ({ text, isPage }, cuts) => {
        const found = skimmed(Buffer.from(text), cuts);
        if (isPage) holds(JSON.stringify(idsOf(found ?? "")) === JSON.stringify(idsOf(text)), "other rows are named");
        else if (found !== undefined) readPage(sourcePageOf(answerWith(found)));
      },
    ),
};

export const sourceTargets: readonly Target[] = [records, documents, bodies, skimming];
