import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { recordRow } from "../../../../shared/polling/rows/record-row.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { acme, brief, OwnersFixture } from "../support/owners-fixture.ts";

const minute = 60_000;
const fault: SourceAnswer<never> = { outcome: "unavailable", status: 500, retryAfterMs: undefined };

/** An owner whose first pass is complete and showed the documents `known`. */
async function setUp(...known: string[]) {
  const fixture = new OwnersFixture();
  const { source, clock } = fixture;
  for (const id of known) source.add(id, acme);
  await fixture.see();
  const upload = (id: string) => {
    source.add(id, acme);
    source.record(acme, { operation: "DOCUMENT_INSERT", documentId: id });
  };
  const never = (...ids: string[]) => {
    source.intercept = ({ path }) => (ids.some((id) => path === `/document/${id}`) ? fault : undefined);
  };
  const answersAgain = () => {
    source.intercept = () => undefined;
  };
  /** The events of a visit a minute. */
  const pass = async (minutes: number, owner?: Owner) => {
    const before = fixture.events.length;
    for (let at = 0; at < minutes; at += 1) {
      clock.advance(minute);
      await fixture.see(owner);
    }
    return brief(fixture.events.slice(before).filter(({ type }) => type !== "document_change.recorded"));
  };
  /** Does what `pass` does, with few requests at first. A visit that ran out of them gets twice as many at its next turn. */
  const shortPass = async (minutes: number, requests: number) => {
    for (let at = 0; at < minutes; at += 1) {
      const { shortVisits = 0 } = await fixture.stands();
      clock.advance(minute);
      await fixture.see(acme, requests * 2 ** shortVisits);
    }
  };
  const aside = () => [...new Set(fixture.poison.map((row) => recordRow(row)?.id))];
  return { fixture, source, upload, aside, never, answersAgain, pass, shortPass };
}

test("a document whose read by id always fails is quarantined, and the owner's others are published", async () => {
  const { fixture, source, upload, aside, never, answersAgain, pass } = await setUp("d1", "d2");
  never("bad");
  upload("bad");
  upload("good");
  source.documents.delete("d2");
  const events = await pass(30);
  expect(events.map(({ type, id }) => [type, id])).toEqual([
    ["document.created", "good"],
    ["document.removed", "d2"],
  ]);
  expect(aside()).toEqual(["bad"]);
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
  // It isn't lost: the owner's list is read again, soon at first.
  answersAgain();
  expect((await pass(60)).map(({ type, id }) => [type, id])).toEqual([["document.created", "bad"]]);
});

test("an outage of all reads by id quarantines no document, however long it lasts", async () => {
  const { fixture, source, upload, aside, answersAgain, pass } = await setUp("d1", "d2");
  source.intercept = ({ path }) => (/^\/document\/d\d$/.test(path) ? fault : undefined);
  upload("d3");
  upload("d4");
  expect(await pass(120)).toEqual([]);
  expect(aside()).toEqual([]);
  expect((await fixture.stands()).failures).toBeGreaterThan(5);
  answersAgain();
  expect((await pass(30)).map(({ type, id }) => [type, id])).toEqual([
    ["document.created", "d3"],
    ["document.created", "d4"],
  ]);
});

test("a document that is alone in its owner's list has the owner as the witness", async () => {
  const { source, upload, aside, answersAgain, never, pass } = await setUp();
  source.addFolder("f", acme);
  never("bad");
  upload("bad");
  expect((await pass(30)).map(({ type, id }) => [type, id])).toEqual([["folder.created", "f"]]);
  expect(aside()).toEqual(["bad"]);
  answersAgain();
  expect((await pass(60)).map(({ type, id }) => [type, id])).toEqual([["document.created", "bad"]]);
});

test("a replacement that the journal recorded once is published once its document responds again", async () => {
  const { fixture, source, aside, answersAgain, never, pass } = await setUp("d1", "d2");
  never("d1");
  fixture.clock.advance(minute);
  source.record(acme, { operation: "DOCUMENT_UPDATE", documentId: "d1", changedField: "FILE_CONTENT" });
  expect(await pass(600)).toEqual([]);
  expect(aside()).toEqual(["d1"]);
  answersAgain();
  expect((await pass(600)).map(({ type, id }) => [type, id])).toEqual([["document.content_replaced", "d1"]]);
});

test("a document that only the owner's timeline shows is looked up in the list", async () => {
  const { fixture, source, aside, answersAgain, never, pass } = await setUp("d1", "d2");
  fixture.clock.advance(fixture.timings.documentTimelinePeriod);
  never("d3");
  source.add("d3", acme);
  expect(await pass(30)).toEqual([]);
  expect(aside()).toEqual(["d3"]);
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { againAt: expect.any(Number) } });
  answersAgain();
  expect((await pass(60)).map(({ type, id }) => [type, id])).toEqual([["document.created", "d3"]]);
});

test("the single document of a phase, which can't be read by id, accepts any list as its witness", async () => {
  const { fixture, source, aside, never, pass } = await setUp();
  const phase: Owner = { type: "Project", id: "ph1", subOwner: "phase" };
  await fixture.see(phase);
  never("bad");
  source.add("bad", phase);
  source.record(phase, { operation: "DOCUMENT_INSERT", documentId: "bad" });
  await pass(30, phase);
  expect(aside()).toEqual(["bad"]);
});

test("a document that never responds delays only itself when its owner is gone", async () => {
  const { fixture, source, aside, answersAgain, never, pass } = await setUp("bad", "d1");
  source.addFolder("f", acme);
  source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["f"] });
  await pass(1);
  source.gone.add("Company a");
  source.documents.clear();
  never("bad");
  expect((await pass(5)).map(({ type, id }) => [type, id])).toEqual([["document.removed", "d1"]]);
  expect(aside()).toEqual([]);
  expect((await pass(60)).map(({ type, id }) => [type, id])).toEqual([["folder.removed", "f"]]);
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "owner_gone" });
  expect(aside()).toEqual(["bad"]);
  expect(fixture.document("bad").state).toBe("live");
  // The parked feed is retried at least once a day.
  answersAgain();
  expect((await pass(24 * 60)).map(({ type, id, reason }) => [type, id, reason])).toEqual([
    ["document.removed", "bad", "cascade"],
  ]);
});

test("an outage delays the documents of a removed owner", async () => {
  const { fixture, source, aside, answersAgain, pass } = await setUp("d1");
  source.gone.add("Company a");
  source.documents.clear();
  source.intercept = ({ path }) => (path === "/document/d1" || path === "/company" ? fault : undefined);
  expect(await pass(120)).toEqual([]);
  expect(aside()).toEqual([]);
  expect(await fixture.stands()).toMatchObject({ status: "backing_off", lastError: "unavailable" });
  answersAgain();
  expect((await pass(30)).map(({ type, id }) => [type, id])).toEqual([["document.removed", "d1"]]);
});

test("the folders of a phase stay while one of its documents doesn't respond, because nothing else proves that it is gone", async () => {
  const { fixture, source, answersAgain, never, pass } = await setUp();
  const phase: Owner = { type: "Project", id: "ph1", subOwner: "phase" };
  source.addFolder("f", phase);
  source.add("bad", phase);
  source.add("d1", phase);
  await fixture.see(phase);
  source.gone.add("Project ph1");
  source.documents.clear();
  never("bad");
  expect((await pass(60, phase)).map(({ type, id }) => [type, id])).toEqual([["document.removed", "d1"]]);
  answersAgain();
  expect((await pass(24 * 60, phase)).map(({ type, id }) => [type, id])).toEqual([
    ["document.removed", "bad"],
    ["folder.removed", "f"],
  ]);
});

test("however many documents of a page never respond, the others are published, and each of them once it responds", async () => {
  const { upload, aside, answersAgain, never, pass } = await setUp("d1");
  const bad = Array.from({ length: 20 }, (_, at) => `bad${at}`);
  never(...bad);
  for (const id of [...bad, "good"]) upload(id);
  expect((await pass(30)).map(({ type, id }) => [type, id])).toEqual([["document.created", "good"]]);
  expect(aside().toSorted()).toEqual(bad.toSorted());
  answersAgain();
  expect((await pass(60)).map(({ id }) => id).toSorted()).toEqual(bad.toSorted());
});

test("a removed owner is finished even in visits of few requests", async () => {
  const { fixture, source, aside, never, shortPass } = await setUp("bad");
  source.gone.add("Company a");
  source.documents.clear();
  never("bad");
  await shortPass(60, 3);
  expect(aside()).toEqual(["bad"]);
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "owner_gone" });
});

test.each([1, 12])("%i documents that never respond are quarantined even in visits of few requests", async (count) => {
  const { fixture, upload, aside, never, shortPass } = await setUp("d1", "d2");
  const bad = Array.from({ length: count }, (_, at) => `bad${at}`);
  never(...bad);
  for (const id of [...bad, "good"]) upload(id);
  await shortPass(120, 3);
  expect(aside().toSorted()).toEqual(bad.toSorted());
  expect(fixture.document("good").state).toBe("live");
});
