import { expect, test } from "vitest";
import type { Envelope, Owner } from "../../../../shared/kernel/envelope.ts";
import { acme, inBoth, type OwnersFixture, other, ownersWorld } from "../support/owners-fixture.ts";

const content = { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d1" };

/** The events of replacements: when, by which evidence, and what changed. */
const replacements = (events: readonly Envelope[]) =>
  events
    .filter(({ type }) => type === "document.content_replaced")
    .map(({ timestamp, timestampFrom, changes }) => [timestampFrom === "source" ? timestamp : timestampFrom, changes]);

const first = "2026-01-05T09:51:10.460Z";
const second = "2026-01-05T09:51:17.344Z";

function setClock({ clock }: OwnersFixture, to: string, more = 0): void {
  clock.advance(Date.parse(to) + more - clock.now());
}

/** A document with a placement under two owners, read completely a minute before its content is replaced. */
async function shared(size = 18): Promise<OwnersFixture> {
  const { fixture } = ownersWorld();
  const placements = inBoth("f");
  fixture.source.add("d1", acme, { size, placements, created: "2026-01-04T08:00:00Z" });
  setClock(fixture, "2026-01-05T09:50:00Z");
  await fixture.poll(acme);
  await fixture.poll(other);
  return fixture;
}

function record({ source }: OwnersFixture, owner: Owner, changed: string, size: number): void {
  source.record(owner, { ...content, changed, size });
}

test("hazard 69: a replacement that the list shows before the change feed is one event at its own time", async () => {
  const fixture = await shared();
  const { source } = fixture;
  setClock(fixture, first, 500);
  for (const owner of [acme, other]) record(fixture, owner, first, 18);
  await fixture.poll(acme);
  // The other owner's feed is read up to the first replacement, while the document has the second content already.
  setClock(fixture, second, 300);
  source.documents.get("d1")!.size = 16;
  const commits = [acme, other].map((owner) => source.recordLate(owner, { ...content, changed: second, size: 16 }));
  source.beganEarly = 900;
  let asked = 0;
  source.intercept = ({ path }) => {
    asked += path === "/document/changes" ? 1 : 0;
    // The entry is committed once the feed was read.
    if (path !== "/document/changes" && asked > 0) for (const commit of commits) commit();
    return undefined;
  };
  await fixture.poll(other);
  for (const owner of [acme, other, acme, other]) await fixture.see(owner);
  expect(replacements(fixture.events)).toEqual([
    [first, undefined],
    [second, [{ field: "size", from: 18, to: 16 }]],
  ]);
});

test("a replacement whose entry is committed only after the document was read is one event", async () => {
  const fixture = await shared();
  const { source } = fixture;
  // In the same second as the read, whose moment has whole seconds.
  setClock(fixture, "2026-01-06T09:51:17.344Z");
  source.documents.get("d1")!.size = 16;
  const changed = source.at();
  const commits = [acme, other].map((owner) => source.recordLate(owner, { ...content, changed, size: 16 }));
  await fixture.poll(acme);
  for (const commit of commits) commit();
  for (const owner of [acme, other, acme, other]) await fixture.see(owner);
  expect(replacements(fixture.events)).toEqual([["detected", [{ field: "size", from: 18, to: 16 }]]]);
});

test("a replacement that the change feed shows before the document is one event, with its changes", async () => {
  const fixture = await shared();
  const { source } = fixture;
  setClock(fixture, first);
  source.lag();
  source.documents.get("d1")!.size = 16;
  for (const owner of [acme, other]) record(fixture, owner, first, 16);
  for (const owner of [acme, other]) await fixture.see(owner);
  expect(replacements(fixture.events)).toEqual([]);
  source.catchUp();
  for (const owner of [acme, other]) await fixture.confirm(owner);
  expect(replacements(fixture.events)).toEqual([[first, [{ field: "size", from: 18, to: 16 }]]]);
});

test("an entry is believed if the document doesn't show its change for a minute", async () => {
  const fixture = await shared();
  setClock(fixture, first);
  // The source's entries have another size than its responses.
  for (const owner of [acme, other]) record(fixture, owner, first, 4_096);
  for (let round = 0; round < 3; round += 1) for (const owner of [acme, other]) await fixture.confirm(owner);
  expect(replacements(fixture.events)).toEqual([[first, undefined]]);
});

test("a replacement that was under way when the document was first read is published", async () => {
  const { fixture, source } = ownersWorld();
  setClock(fixture, first);
  source.add("d1", acme, { size: 18, created: "2026-01-04T08:00:00Z" });
  // The response shows the old content, because the replacement of the same size commits later than its change time.
  const commit = source.recordLate(acme, { ...content, changed: first, size: 18 });
  setClock(fixture, first, 200);
  await fixture.poll(acme);
  commit();
  for (let visit = 0; visit < 2; visit += 1) await fixture.see(acme);
  expect(replacements(fixture.events)).toEqual([[first, undefined]]);
});

test("a replacement that was recorded before the document was first read isn't published", async () => {
  const { fixture, source } = ownersWorld();
  setClock(fixture, first);
  await fixture.poll(acme);
  setClock(fixture, second);
  source.add("d1", acme, { size: 18, created: first });
  record(fixture, acme, second, 18);
  for (let visit = 0; visit < 2; visit += 1) await fixture.see(acme);
  expect(replacements(fixture.events)).toEqual([]);
  expect(fixture.events.map(({ type }) => type)).toContain("document.created");
});

test("a replacement isn't forgotten if the list omits the document that doesn't show it yet", async () => {
  const fixture = await shared();
  const { source } = fixture;
  setClock(fixture, first);
  const document = source.documents.get("d1")!;
  record(fixture, acme, first, 4_096);
  source.intercept = ({ path }) => {
    if (path === "/document/cursor") source.lose("d1");
    if (path === "/document/d1") source.documents.set("d1", document);
    return undefined;
  };
  await fixture.see(acme);
  source.documents.set("d1", document);
  source.answerAsUsual();
  for (let visit = 0; visit < 3; visit += 1) await fixture.confirm(acme);
  expect(replacements(fixture.events)).toEqual([[first, undefined]]);
});
