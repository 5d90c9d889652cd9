import { expect, test } from "vitest";
import { classPolicies, moreRequests, perMessage } from "../../../../shared/schedule/budget/class-policy.ts";
import { acme, type OwnersFixture, ownersWorld, published } from "../support/owners-fixture.ts";

const lost = 130;
const kept = 140;

/** Visits the owner with a tick's grant; returns the ids of the documents that were published as removed. */
async function visit(fixture: OwnersFixture): Promise<readonly string[]> {
  const { shortVisits } = await fixture.stands();
  const policy = classPolicies.owners;
  const requests = perMessage + Number(policy.perRequested) + moreRequests(policy, shortVisits);
  const events = await fixture.see(acme, requests);
  return events.filter(({ type }) => type === "document.removed").map(({ subject }) => subject.id);
}

test("an owner that changes all the time has its removals published, however many there are", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
  const record = (operation: string, documentId: string) => {
    source.record(acme, { operation, documentId });
  };
  for (let n = 0; n < lost + kept; n += 1) source.add(`d${String(n)}`, acme);
  await fixture.see(acme, 1_000);
  for (let n = 0; n < lost; n += 1) {
    source.lose(`d${String(n)}`);
    record("DOCUMENT_DELETE", `d${String(n)}`);
  }
  const reported: string[] = [];
  for (let visits = 1; visits <= 30; visits += 1) {
    for (const step of [11, 47, 89]) {
      const id = `d${String(lost + ((visits * step) % kept))}`;
      Object.assign(source.documents.get(id) ?? {}, { name: `changed by then: ${String(visits)}` });
      record("DOCUMENT_UPDATE", id);
    }
    reported.push(...(await visit(fixture)));
    const { retryAt = 0 } = await fixture.stands();
    if (retryAt > clock.now()) clock.advance(timings.confirmGap);
  }
  expect(reported.toSorted()).toEqual(Array.from({ length: lost }, (_, n) => `d${String(n)}`).toSorted());
});

test("hazard 27: an unrecorded mass loss is held whole, though a visit can read only a few", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
  for (let n = 0; n < lost + kept; n += 1) source.add(`d${String(n)}`, acme);
  await fixture.see(acme, 1_000);
  for (let n = 0; n < lost; n += 1) source.lose(`d${String(n)}`);
  clock.advance(timings.snapshotPeriod);
  const reported: string[] = [];
  for (let visits = 1; visits <= 40; visits += 1) {
    // Others have their turn between two visits: the first read is due before the last is made.
    clock.advance(timings.confirmGap / 3);
    reported.push(...(await visit(fixture)));
  }
  expect(reported).toEqual([]);
  expect(await fixture.operator.list("acme")).toMatchObject([{ source: "document", missing: lost }]);
});

test("a document in two folders of its owner is read by id when the journal names it, and not at each pass", async () => {
  const { fixture, source } = ownersWorld();
  source.addFolder("f", acme);
  source.addFolder("g", acme);
  source.add("d0", acme);
  await fixture.see();
  const inTwo = [null, "f"].map((folderId) => ({ owner: acme, folderId }));
  source.upload("d1", acme, { placements: inTwo });
  await fixture.see();
  const asked = () => source.requests.filter(({ path }) => path === "/document/d1").length;
  const before = asked();
  source.record(acme, { operation: "DOCUMENT_UPDATE", documentId: "d0" });
  await fixture.see();
  expect(asked()).toBe(before);
  source.documents.get("d1")?.placements.splice(1, 1, { owner: acme, folderId: "g" });
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FOLDER", documentId: "d1" });
  expect(published(await fixture.see())).toEqual(["document.moved d1"]);
  expect(asked()).toBe(before + 1);
});
