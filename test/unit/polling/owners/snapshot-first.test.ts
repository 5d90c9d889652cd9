import { expect, test } from "vitest";
import { acme, OwnersFixture } from "../support/owners-fixture.ts";

const acmeKey = "Company a";
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

test("visits that have time for one or two requests take turns: the snapshot ends, and the journal is read", async () => {
  const fixture = new OwnersFixture();
  const { source } = fixture;
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
    ["/document/cursor", "/document/d1"],
    ["/document/changes"],
  ]);
  expect(types(fixture.events).slice(1)).toEqual(["document_change.recorded", "document.described"]);
  expect(await fixture.checkpoint()).not.toHaveProperty("snapshot.pass");
});

test("a pass that is under way goes on by one page before the journal, which doesn't wait for all of it", async () => {
  const fixture = new OwnersFixture();
  const { source } = fixture;
  source.pageSize = 1;
  for (let count = 0; count < 6; count += 1) source.add(`d${count}`, acme);
  await fixture.see(acme, 3);
  source.record(acme, { operation: "DOCUMENT_SIGNED", documentId: "d0" });
  source.requests.length = 0;
  await fixture.see(acme, 3);
  expect(source.requests.map(({ path }) => path)).toEqual([
    "/document/cursor",
    "/document/changes",
    "/document/cursor",
  ]);
  expect(types(fixture.events).filter((type) => type === "document_change.recorded")).toHaveLength(1);
  // What the journal found during the pass is left to the next one.
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { dirty: true, notes: { d0: {} } } });
  for (let visit = 0; visit < 6; visit += 1) await fixture.see(acme, 3);
  expect(types(fixture.events).filter((type) => type === "document.created")).toHaveLength(6);
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { dirty: false, notes: {} } });
});

test("an owner that vanishes while its pass is under way is found gone by the same visit", async () => {
  const fixture = new OwnersFixture();
  const { source } = fixture;
  source.pageSize = 1;
  for (let count = 0; count < 4; count += 1) source.add(`d${count}`, acme);
  await fixture.see(acme, 3);
  source.gone.add(acmeKey);
  fixture.untold.add("a");
  expect(await fixture.poll(acme)).toEqual({ outcome: "parked", reason: "owner_gone" });
});

test("a page that can't be read leaves the requests of the next visits to the journal first", async () => {
  const fixture = new OwnersFixture();
  const { source } = fixture;
  source.pageSize = 1;
  for (let count = 0; count < 4; count += 1) source.add(`d${count}`, acme);
  await fixture.see(acme, 3);
  source.intercept = ({ path }) =>
    path === "/document/cursor" ? { outcome: "unavailable", status: 500, retryAfterMs: undefined } : undefined;
  expect(await fixture.poll(acme)).toMatchObject({ outcome: "failed", reason: "unavailable_500" });
  fixture.clock.advance(3_600_000);
  source.requests.length = 0;
  await fixture.poll(acme, 2);
  expect(source.requests.map(({ path }) => path)).toEqual(["/document/changes", "/document/cursor"]);
});
