import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HeldSyncs } from "../../support/held-syncs.ts";
import { openTestDatabase } from "../../support/sqlite-database.ts";

const syncs = new HeldSyncs();

let opened: ReturnType<typeof openTestDatabase>;
let told: string[];
beforeEach(() => {
  opened = openTestDatabase("file");
  syncs.begin();
  told = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  syncs.end();
  opened.close();
});

const asked = (how: "write" | "commit" | "atOnce", sk: string) => {
  const insert = () => opened.database.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', ?, '{}')`, sk);
  const { database } = opened;
  const done = how === "write" ? database.write(insert) : database.commit(insert, { atOnce: how === "atOnce" });
  void done.then(
    () => told.push(sk),
    (error: unknown) => told.push(`${sk}: ${String(error)}`),
  );
};
/** More turns than a commit waits for other jobs. */
const turns = async () => {
  for (let n = 0; n < 6; n += 1) await turn();
};

describe("a commit", () => {
  it("waits three turns for other jobs, which then share it", async () => {
    asked("commit", "a");
    for (const sk of ["b", "c", "d"]) {
      await turn();
      asked("commit", sk);
      expect(told).toEqual([]);
    }
    await turn();
    expect(told).toEqual(["a", "b", "c", "d"]);
  });

  it("doesn't wait with an urgent job", async () => {
    asked("commit", "a");
    await turn();
    asked("atOnce", "b");
    await turn();
    expect(told).toEqual(["a", "b"]);
  });
});

describe("syncing a file", () => {
  it("a write resolves once it is on disk; a commit resolves before", async () => {
    asked("write", "a");
    asked("commit", "b");
    await turns();
    expect(told).toEqual(["b"]);
    syncs.asked[0]!(null);
    await turns();
    expect(told).toEqual(["b", "a"]);
  });

  it("a commit ignores a disk fault that only other jobs waited for", async () => {
    asked("write", "a");
    asked("commit", "b");
    await turns();
    syncs.asked[0]!(new Error("EIO"));
    await turns();
    expect(told[0]).toBe("b");
    expect(told[1]).toMatch(/^a: EngineUnavailableError/);
  });

  it("a commit needs no sync, and continues when a running one ends", async () => {
    asked("commit", "a");
    await turns();
    expect(syncs.asked).toHaveLength(0);
    asked("write", "b");
    await turns();
    asked("commit", "c");
    await turns();
    expect(told).toEqual(["a"]);
    syncs.asked[0]!(null);
    await turns();
    expect(told).toEqual(["a", "b", "c"]);
  });

  it("a commit without a later write reaches the disk after a second, and a full disk is reported", async () => {
    asked("commit", "a");
    await turns();
    vi.advanceTimersByTime(999);
    asked("commit", "b");
    await turns();
    expect(syncs.asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(syncs.asked).toHaveLength(1);
    syncs.asked[0]!(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    await turns();
    expect(told).toEqual(["a", "b"]);
    expect(opened.timesFull()).toBe(1);
  });

  it("a commit before a write needs no sync of its own", async () => {
    asked("commit", "a");
    await turns();
    asked("write", "b");
    await turns();
    vi.advanceTimersByTime(5_000);
    expect(syncs.asked).toHaveLength(1);
  });

  it("an urgent commit doesn't wait for other writes' sync, nor do they wait for its sync", async () => {
    asked("write", "a");
    await turns();
    asked("write", "b");
    asked("atOnce", "c");
    await turns();
    expect(told).toEqual(["c"]);
    syncs.asked[0]!(null);
    await turns();
    expect(told).toEqual(["c", "a"]);
    syncs.asked[1]!(null);
    await turns();
    expect(told).toEqual(["c", "a", "b"]);
  });
});
