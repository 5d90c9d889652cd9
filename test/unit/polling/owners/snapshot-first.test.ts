import { expect, test } from "vitest";
import { down } from "../support/answers.ts";
import { acme, type OwnersFixture, ownersWorld, types } from "../support/owners-fixture.ts";

const acmeKey = "Company a";

/** An owner whose last visit read the journal and had no request left for its first pass's missing page. */
async function snapshotGoesNext(): Promise<OwnersFixture> {
  const { fixture } = ownersWorld();
  fixture.source.add("d1", acme);
  await fixture.see(acme, 2);
  await fixture.see(acme, 1);
  return fixture;
}

test("visits with time for one or two requests take turns: the snapshot ends, and the journal is read", async () => {
  const { fixture, source } = ownersWorld();
  const document = source.add("d1", acme);
  await fixture.see();
  document.description = "new";
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: "d1" });
  source.requests.length = 0;
  const paths: string[][] = [];
  for (const requests of [1, 2, 2, 2]) {
    await fixture.see(acme, requests);
    paths.push(source.requests.splice(0).map(({ path }) => path));
  }
  expect(paths).toEqual([
    ["/document/changes"],
    ["/document/folder", "/document/cursor"],
    ["/document/changes", "/document/cursor"],
    ["/document/cursor", "/document/d1"],
  ]);
  expect(types(fixture.events).slice(1)).toEqual(["document_change.recorded", "document.described"]);
  expect(await fixture.checkpoint()).not.toHaveProperty("snapshot.pass");
});

test("while a page takes more requests than a visit has, every second visit starts with the journal", async () => {
  const { fixture, source } = ownersWorld();
  const documents = Array.from({ length: 9 }, (_, count) => source.add(`d${count}`, acme));
  await fixture.see();
  for (const document of documents) document.name = "new.txt";
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: "d1" });
  source.requests.length = 0;
  const firsts: (string | undefined)[] = [];
  for (let visit = 0; visit < 6; visit += 1) {
    await fixture.see(acme, 4);
    firsts.push(source.requests.splice(0)[0]?.path);
  }
  const [journal, page] = ["/document/changes", "/document/cursor"];
  expect(firsts).toEqual([journal, journal, page, journal, page, journal]);
  expect(types(fixture.events).filter((type) => type === "document.renamed")).toHaveLength(9);
});

test("visits that advance by a page each start with the journal", async () => {
  const { fixture, source } = ownersWorld();
  source.pageSize = 1;
  for (let count = 0; count < 6; count += 1) source.add(`d${count}`, acme);
  await fixture.see(acme, 3);
  source.requests.length = 0;
  await fixture.see(acme, 2);
  await fixture.see(acme, 2);
  const twice = ["/document/changes", "/document/cursor"];
  expect(source.requests.map(({ path }) => path)).toEqual([...twice, ...twice]);
});

test("a first pass whose last page comes before the journal ends first contact, and the next pass handles the journal's finds", async () => {
  const fixture = await snapshotGoesNext();
  const { source } = fixture;
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { pass: { goesFirst: true } } });
  source.record(acme, { operation: "DOCUMENT_SIGNED", documentId: "d1" });
  source.requests.length = 0;
  await fixture.see(acme, 2);
  expect(source.requests.map(({ path }) => path)).toEqual(["/document/cursor", "/document/changes"]);
  expect(await fixture.stands()).toMatchObject({ drained: true });
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { pass: { notes: { d1: {} }, dirty: true } } });
  await fixture.see();
  await fixture.see();
  expect(types(fixture.events)).toEqual(["document.created", "document_change.recorded"]);
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { dirty: false, notes: {} } });
});

test("an owner that vanishes while its snapshot goes first is found gone by the same visit", async () => {
  const fixture = await snapshotGoesNext();
  const { source } = fixture;
  source.gone.add(acmeKey);
  fixture.unreported.add("a");
  source.requests.length = 0;
  expect(await fixture.poll(acme)).toEqual({ outcome: "parked", reason: "owner_gone" });
  expect(source.requests[0]?.path).toBe("/document/cursor");
  expect(fixture.wanted).toEqual(["company"]);
});

test("an unreadable page leaves the first requests of the next visits to the journal", async () => {
  const fixture = await snapshotGoesNext();
  const { source } = fixture;
  source.answer("/document/cursor", down);
  expect(await fixture.poll(acme)).toMatchObject({ outcome: "failed", reason: "unavailable_500" });
  for (let visit = 0; visit < 3; visit += 1) {
    fixture.clock.advance(3_600_000);
    source.requests.length = 0;
    await fixture.poll(acme, 2);
    expect(source.requests.map(({ path }) => path)).toEqual(["/document/changes", "/document/cursor"]);
  }
});

test("a refusal of the page that goes first ends the visit: the credentials are judged, not the owner", async () => {
  const fixture = await snapshotGoesNext();
  const { source } = fixture;
  source.intercept = () => ({ outcome: "forbidden" });
  source.requests.length = 0;
  expect(await fixture.poll(acme)).toEqual({ outcome: "refused", by: "forbidden" });
  expect(source.requests).toHaveLength(1);
});
