import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { down } from "../support/answers.ts";
import { acme, OwnersFixture } from "../support/owners-fixture.ts";

const pages = 6;

/** A first contact with an owner of some pages whose source fails every n-th request, like the whole instance. */
async function readThrough(every: number) {
  const fixture = new OwnersFixture();
  const { source, recent } = fixture;
  source.pageSize = 1;
  source.addFolder("f1", acme);
  for (let count = 0; count < pages; count += 1) source.add(`d${count}`, acme);
  source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  const answered = new Map<string, number>();
  let [requests, visits] = [0, 0];
  source.intercept = ({ path, query }) => {
    requests += 1;
    if (requests % every === 0) return down;
    const asked = `${path} ${query?.["cursor"] ?? ""}`;
    answered.set(asked, (answered.get(asked) ?? 0) + 1);
    return undefined;
  };
  const isDone = async () =>
    ((await fixture.checkpoint()) as JsonObject | undefined)?.["snapshot"] !== undefined &&
    (await fixture.stands()).drained;
  while (!(await isDone()) && visits < 60) {
    for (let n = 0; n < 10; n += 1) recent.ended("acme", { feedId: `other-${n}`, took: 5, failed: n % 2 === 0 });
    await fixture.see();
    visits += 1;
  }
  const of = (path: string) => [...answered].filter(([asked]) => asked.startsWith(path)).map(([, times]) => times);
  return { done: await isDone(), requests, lists: of("/document/cursor"), folders: of("/document/folder"), fixture };
}

test.each([2, 3, 4, 9])(
  "with every %i. request failing, an owner is read to its end, and only the last page is read twice",
  async (every) => {
    const { done, lists, folders, requests, fixture } = await readThrough(every);
    expect(done).toBe(true);
    expect(folders).toEqual([1]);
    expect(lists).toHaveLength(pages);
    expect(lists.slice(0, -1)).toEqual(Array.from({ length: pages - 1 }, () => 1));
    // Of eight requests without a fault, the journal is read again by every visit.
    expect(requests).toBeLessThanOrEqual(32);
    expect((await fixture.stands()).failures).toBe(0);
  },
);
