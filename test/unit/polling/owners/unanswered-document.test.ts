import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { recordRow } from "../../../../shared/polling/rows/record-row.ts";
import { down } from "../support/answers.ts";
import { acme, ownerOf, published } from "../support/owners-fixture.ts";

const minute = 60_000;

const phase: Owner = { type: "Project", id: "ph1", subOwner: "phase" };

/** An owner whose first pass is complete and showed the documents `known`. */
async function setUp(...known: string[]) {
  const { fixture, source, clock } = await ownerOf(...known);
  const never = (...ids: string[]) => {
    source.answer(new RegExp(`^/document/(${ids.join("|")})$`), down);
  };
  /** The events of a visit a minute. */
  const pass = async (minutes: number, owner?: Owner) => {
    const before = fixture.events.length;
    for (let at = 0; at < minutes; at += 1) {
      clock.advance(minute);
      await fixture.see(owner);
    }
    return published(fixture.events.slice(before).filter(({ type }) => type !== "document_change.recorded"));
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
  return { fixture, source, aside, never, pass, shortPass };
}

test("a document whose read by id always fails is quarantined, and the owner's others are published", async () => {
  const { fixture, source, aside, never, pass } = await setUp("d1", "d2");
  never("bad");
  source.upload("bad", acme);
  source.upload("good", acme);
  source.lose("d2");
  const events = await pass(30);
  expect(events).toEqual(["document.created good", "document.removed d2"]);
  expect(aside()).toEqual(["bad"]);
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
  // It isn't lost: the owner's list is read again, soon at first.
  source.answerAsUsual();
  expect(await pass(60)).toEqual(["document.created bad"]);
});

test("an outage of all reads by id quarantines no document, however long it lasts", async () => {
  const { fixture, source, aside, pass } = await setUp("d1", "d2");
  source.answer(/^\/document\/d\d$/, down);
  source.upload("d3", acme);
  source.upload("d4", acme);
  expect(await pass(120)).toEqual([]);
  expect(aside()).toEqual([]);
  expect((await fixture.stands()).failures).toBeGreaterThan(5);
  source.answerAsUsual();
  expect(await pass(30)).toEqual(["document.created d3", "document.created d4"]);
});

test("a document that is alone in its owner's list has the owner as the witness", async () => {
  const { source, aside, never, pass } = await setUp();
  source.addFolder("f", acme);
  never("bad");
  source.upload("bad", acme);
  expect(await pass(30)).toEqual(["folder.created f"]);
  expect(aside()).toEqual(["bad"]);
  source.answerAsUsual();
  expect(await pass(60)).toEqual(["document.created bad"]);
});

test("a replacement that the journal recorded once is published once its document responds again", async () => {
  const { fixture, source, aside, never, pass } = await setUp("d1", "d2");
  never("d1");
  fixture.clock.advance(minute);
  source.record(acme, { operation: "DOCUMENT_UPDATE", documentId: "d1", changedField: "FILE_CONTENT" });
  expect(await pass(600)).toEqual([]);
  expect(aside()).toEqual(["d1"]);
  source.answerAsUsual();
  expect(await pass(600)).toEqual(["document.content_replaced d1"]);
});

test("a document that only the owner's timeline shows is looked up in the list", async () => {
  const { fixture, source, aside, never, pass } = await setUp("d1", "d2");
  fixture.clock.advance(fixture.timings.documentTimelinePeriod);
  never("d3");
  source.add("d3", acme);
  expect(await pass(30)).toEqual([]);
  expect(aside()).toEqual(["d3"]);
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { againAt: expect.any(Number) } });
  source.answerAsUsual();
  expect(await pass(60)).toEqual(["document.created d3"]);
});

test("the single document of a phase, which can't be read by id, accepts any list as its witness", async () => {
  const { fixture, source, aside, never, pass } = await setUp();
  await fixture.see(phase);
  never("bad");
  source.upload("bad", phase);
  await pass(30, phase);
  expect(aside()).toEqual(["bad"]);
});

test("a document that never responds delays only itself when its owner is gone", async () => {
  const { fixture, source, aside, never, pass } = await setUp("bad", "d1");
  source.addFolder("f", acme);
  source.record(acme, { operation: "FOLDER_INSERT", folderPath: ["f"] });
  await pass(1);
  source.gone.add("Company a");
  source.documents.clear();
  never("bad");
  expect(await pass(5)).toEqual(["document.removed d1"]);
  expect(aside()).toEqual([]);
  expect(await pass(60)).toEqual(["folder.removed f"]);
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "owner_gone" });
  expect(aside()).toEqual(["bad"]);
  expect(fixture.document("bad").state).toBe("live");
  // The parked feed is retried at least once a day.
  source.answerAsUsual();
  expect(await pass(24 * 60)).toEqual(["document.removed bad"]);
  expect(fixture.events.at(-1)?.reason).toBe("cascade");
});

test("an outage delays the documents of a removed owner", async () => {
  const { fixture, source, aside, pass } = await setUp("d1");
  source.gone.add("Company a");
  source.documents.clear();
  source.answer(/^\/(document\/d1|company)$/, down);
  expect(await pass(120)).toEqual([]);
  expect(aside()).toEqual([]);
  expect(await fixture.stands()).toMatchObject({ status: "backing_off", lastError: "unavailable" });
  source.answerAsUsual();
  expect(await pass(30)).toEqual(["document.removed d1"]);
});

test("the folders of a phase stay while one of its documents doesn't respond, because nothing else proves that it is gone", async () => {
  const { fixture, source, never, pass } = await setUp();
  source.addFolder("f", phase);
  source.add("bad", phase);
  source.add("d1", phase);
  await fixture.see(phase);
  source.gone.add("Project ph1");
  source.documents.clear();
  never("bad");
  expect(await pass(60, phase)).toEqual(["document.removed d1"]);
  source.answerAsUsual();
  expect(await pass(24 * 60, phase)).toEqual(["document.removed bad", "folder.removed f"]);
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
  const { fixture, aside, never, shortPass, source } = await setUp("d1", "d2");
  const bad = Array.from({ length: count }, (_, at) => `bad${at}`);
  never(...bad);
  for (const id of [...bad, "good"]) source.upload(id, acme);
  await shortPass(120, 3);
  expect(aside().toSorted()).toEqual(bad.toSorted());
  expect(fixture.document("good").state).toBe("live");
});
