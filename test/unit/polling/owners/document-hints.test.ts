import { expect, test } from "vitest";
import { acme, inBoth, other, ownersWorld } from "../support/owners-fixture.ts";

/** A document of acme's that the other owner shows, both owners read once. */
async function shared() {
  const { fixture, source } = ownersWorld();
  const placements = inBoth();
  const document = source.add("d1", acme, { placements });
  await fixture.see();
  await fixture.see(other);
  return { fixture, source, document };
}

test("a change in one owner's journal hints the others that hold the document, and no further", async () => {
  const { fixture, source, document } = await shared();
  document.name = "new.txt";
  for (const owner of [acme, other])
    source.record(owner, { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: "d1" });
  await fixture.see();
  expect(fixture.hinted).toEqual(["Person b: document"]);
  await fixture.see(other);
  expect(fixture.hinted, "what the hint led to isn't passed on").toHaveLength(1);
  await fixture.see();
  expect(fixture.hinted, "and an idle visit hints nobody").toHaveLength(1);
});

test("a document timeline continues where the last one ended", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
  const document = source.add("d1", acme);
  await fixture.see();
  const sinceOfNext = async () => {
    clock.advance(timings.documentTimelinePeriod);
    source.documents.set("d1", { ...document, modified: source.at() });
    clock.advance(60_000);
    source.requests.length = 0;
    await fixture.see();
    return source.requests.find(({ path }) => path === "/document/timeline")?.query?.["since"] ?? "";
  };
  const [first, second, third] = [await sinceOfNext(), await sinceOfNext(), await sinceOfNext()];
  expect([first, second, third].toSorted()).toEqual([first, second, third]);
  expect(new Set([first, second, third]).size).toBe(3);
});
