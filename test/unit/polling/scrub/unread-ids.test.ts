import { expect, test } from "vitest";
import { bucketOf } from "../../../../shared/kernel/hash.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { unreadIds } from "../../../../shared/polling/scrub/scrub-reader.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const before = 1_000;
const ids = Array.from({ length: 1_000 }, (_, n) => `p${String(n).padStart(3, "0")}`).filter(
  (id) => bucketOf(id, 16) === 3,
);
const [deleted, read, unread] = ids;

test("a scrub reads each record that wasn't read since, from where it stopped", async () => {
  const mirror = new MemoryTable("mirror");
  const stored = ids.map((id) => ({
    ...recordKey("acme", "person", id),
    ...{ id, state: id === deleted ? "deleted" : "live", asOf: id === read ? before : before - 1 },
  }));
  await mirror.put(stored.map((item) => ({ item })));
  const from = async (after?: string) => {
    const found: string[] = [];
    for await (const id of unreadIds(mirror, "acme", "person", 3, before, after)) found.push(id);
    return found;
  };
  expect(ids.length).toBeGreaterThan(25);
  expect(await from()).toEqual(ids.slice(2));
  expect(await from(unread)).toEqual(ids.slice(3));
});
