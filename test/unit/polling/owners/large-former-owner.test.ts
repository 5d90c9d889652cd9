import { expect, test } from "vitest";
import { acme, brief, type OwnersFixture, other, ownersWorld } from "../support/owners-fixture.ts";

const pages = 12;
const moved = ["d07", "d08", "d09"];

/** `acme` holds documents of many pages, the last of which `other` gains. The source doesn't say whose a document is. */
async function gaining(how: "relocated" | "shared") {
  const { fixture, source } = ownersWorld();
  source.shows = false;
  source.pageSize = 10;
  for (let page = 0; page < pages; page += 1)
    for (let n = 0; n < 10; n += 1) source.add(page === 0 ? `d0${String(n)}` : `d${String(page * 10 + n)}x`, acme);
  for (const id of moved) source.add(`z${id}`, acme);
  await fixture.see();
  await fixture.see(other);
  for (const id of moved) {
    const document = source.documents.get(`z${id}`)!;
    if (how === "relocated") Object.assign(document, { owner: other, placements: [{ owner: other, folderId: null }] });
    else document.placements.push({ owner: other, folderId: "f" });
    source.record(other, { operation: "DOCUMENT_INSERT", documentId: `z${id}` });
  }
  source.requests.length = 0;
  const pagesOfAcme = () =>
    source.requests.filter(
      ({ path, query }) => path === "/document/cursor" && query?.["entityId"] === acme.id && query["limit"] === "1000",
    ).length;
  return { fixture, source, pagesOfAcme };
}

const third = { type: "Project", id: "c" } as const;
const typesAndIds = (reported: Awaited<ReturnType<OwnersFixture["see"]>>) =>
  brief(reported).map(({ type, id }) => [type, id]);

test("a large former owner's list is read once for all departed documents", async () => {
  const { fixture, pagesOfAcme } = await gaining("relocated");
  const reported = await fixture.see(other);
  expect(typesAndIds(reported)).toEqual(moved.map((id) => ["document.relocated", `z${id}`]));
  expect(pagesOfAcme()).toBe(pages);
  expect(fixture.document("zd07")).toMatchObject({ owner: other, placements: { "Person#b": [""] } });
  expect([...(await fixture.confirm()), ...(await fixture.confirm(other))]).toEqual([]);
});

test("documents that the list still shows are shared, and no relocation is published", async () => {
  const { fixture } = await gaining("shared");
  const reported = [...(await fixture.see(other)), ...(await fixture.see()), ...(await fixture.confirm(other))];
  expect(typesAndIds(reported)).toEqual(moved.map((id) => ["document.placement_added", `z${id}`]));
  expect(fixture.document("zd07")).toMatchObject({ owner: acme, placements: { "Company#a": [""], "Person#b": ["f"] } });
});

test("several owners that gain the same documents are each published, and so is content replaced meanwhile", async () => {
  const { fixture, source } = await gaining("shared");
  await fixture.see(third);
  for (const id of moved) {
    source.documents.get(`z${id}`)!.placements.push({ owner: third, folderId: "g" });
    source.record(third, { operation: "DOCUMENT_INSERT", documentId: `z${id}` });
  }
  source.record(other, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "zd08" });
  const reported = [...(await fixture.see(other)), ...(await fixture.see(third)), ...(await fixture.see())];
  expect(reported.map(({ type }) => type).toSorted()).toEqual([
    "document.content_replaced",
    ...Array.from({ length: 6 }, () => "document.placement_added"),
  ]);
});

test("a former owner whose list is refused though it exists decides nothing", async () => {
  const { fixture, source } = await gaining("relocated");
  source.intercept = ({ path, query }) =>
    path === "/document/cursor" && query?.["entityId"] === acme.id ? { outcome: "badRequest" } : undefined;
  expect(await fixture.see(other)).toEqual([]);
  expect(fixture.document("zd07")).toMatchObject({ owner: acme });
  source.answerAsUsual();
  fixture.clock.advance(3_600_000);
  const reported = await fixture.see(other);
  expect(typesAndIds(reported)).toEqual(moved.map((id) => ["document.relocated", `z${id}`]));
});
