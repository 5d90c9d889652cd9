import { expect, test } from "vitest";
import { acme, ownersWorld } from "../support/owners-fixture.ts";

/** An owner with eleven list pages; each visit finds a change, and so starts a pass. */
function changingOwner() {
  const { fixture, source } = ownersWorld();
  source.pageSize = 10;
  const idOf = (n: number) => `d${String(n).padStart(3, "0")}`;
  for (let n = 0; n < 105; n += 1) source.add(idOf(n), acme);
  const change = (round: number) => {
    Object.assign(source.documents.get(idOf(round)) ?? {}, { name: `changed in round ${String(round)}` });
    source.record(acme, { operation: "DOCUMENT_UPDATE", documentId: idOf(round) });
  };
  const generations = () => {
    const pages = fixture.table.items.filter(({ sk }) => sk.startsWith("walk#"));
    return new Set(pages.map(({ sk }) => Number(sk.split("#")[1])));
  };
  return { fixture, source, change, generations, idOf };
}

test("a pass of several visits keeps its notes, and what they show isn't read again", async () => {
  const { fixture, source, change, generations, idOf } = changingOwner();
  await fixture.see();
  change(1);
  source.lose(idOf(50));
  source.requests.length = 0;
  for (let visits = 0; visits < 6 && generations().size < 2; visits += 1) await fixture.see(acme, 5);
  expect([...generations()]).toEqual([1, 2]);
  for (let visits = 0; visits < 6; visits += 1) await fixture.see(acme, 5);
  const asked = source.requests.filter(({ path }) => path.startsWith("/document/d")).map(({ path }) => path);
  expect(asked).toContain(`/document/${idOf(50)}`);
  expect(asked.filter((path) => path !== `/document/${idOf(50)}`)).toEqual([`/document/${idOf(1)}`]);
});

test("smaller page sizes don't count as restarts: a visit whose cursors are all refused ends as a failure", async () => {
  const { fixture, source } = changingOwner();
  source.intercept = ({ path, query }) =>
    path === "/document/cursor" && (Number(query?.["limit"]) > 100 || query?.["cursor"] !== undefined)
      ? { outcome: "badRequest" }
      : undefined;
  expect(await fixture.poll(acme)).toEqual({ outcome: "failed", reason: "bad_request" });
});
