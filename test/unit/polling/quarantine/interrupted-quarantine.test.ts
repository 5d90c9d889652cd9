import { expect, test } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { quarantineWorld } from "../support/quarantine-world.ts";

test.each(["kept again", "looked for"])(
  "a row whose process ended before its note gets one when it's %s",
  async (how) => {
    const { table, keep, held, desk, feedId } = quarantineWorld();
    await keep({ id: "p1" }, { id: "p2" });
    const before = (await desk.list("acme")).entries;
    const notes = () => table.items.filter(({ pk }) => pk === "acme#quarantine");
    const standing = notes();
    const [lost] = standing;
    await table.remove(lost!);
    await (how === "kept again" ? keep({ id: "p1" }, { id: "p2" }) : held({ id: "p1" }, { id: "p2" }));
    expect((await desk.list("acme")).entries).toEqual(before);
    expect(new Set(notes())).toEqual(new Set(standing));
    // An empty row is being removed, and its note may be removed already.
    await table.update({
      key: {
        pk: feedId,
        sk: `poison#${before.find(({ keptAt, hash }) => lost!.sk.endsWith(hash) && keptAt > 0)!.hash}`,
      },
      set: { body: null },
    });
    await table.remove(lost!);
    await held({ id: "p1" }, { id: "p2" });
    expect(notes()).toEqual(standing.slice(1));
  },
);

test("a row that is being discarded when the process ends is empty, and discarded by the next request", async () => {
  const { table, keep, desk, feedId, hashes } = quarantineWorld();
  await keep({ id: "p1", name: "Ann" });
  const [hash = ""] = await hashes();
  const remove = table.remove.bind(table);
  table.remove = () => Promise.reject(new EngineUnavailableError("ended"));
  await expect(desk.discard(feedId, hash)).rejects.toThrow("ended");
  table.remove = remove;
  expect(JSON.stringify(table.items)).not.toContain("Ann");
  expect(await desk.discard(feedId, hash)).toBe("discarded");
  expect(table.items).toEqual([]);
});
