import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { Database } from "../../../shared/adapters/sqlite/database.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import { SqliteTable } from "../../../shared/adapters/sqlite/sqlite-table.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { HeldSyncs } from "../../support/held-syncs.ts";
import { databaseOfTest } from "./database-of-test.ts";

const syncs = new HeldSyncs();

let opened: ReturnType<typeof databaseOfTest>;
let reported: string[];
beforeEach(() => {
  opened = databaseOfTest("file");
  syncs.begin();
  reported = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  syncs.end();
});

const ask = (how: "write" | "commit" | "atOnce", sk: string) => {
  const insert = () => opened.database.run(`INSERT INTO "table_feeds" (pk, sk, item) VALUES ('p', ?, '{}')`, sk);
  const { database } = opened;
  const commit = () => (how === "atOnce" ? database.commit(insert, { atOnce: true }) : database.commit(insert));
  tells(sk, how === "write" ? database.write(insert) : commit());
};
const tells = (name: string, done: Promise<unknown>) =>
  void done.then(
    () => reported.push(name),
    (error: unknown) => reported.push(`${name}: ${String(error)} (${String(error instanceof Error && error.cause)})`),
  );
/** More turns than a commit waits for other jobs. */
const turns = async () => {
  for (let n = 0; n < 6; n += 1) await turn();
};
const asked = async (...job: Parameters<typeof ask>) => {
  ask(...job);
  await turns();
};
const synced = async (nth: number, fault: Error | null = null) => {
  syncs.asked[nth]!(fault);
  await turns();
};

describe("a commit", () => {
  it("waits three turns for other jobs, which then share it", async () => {
    ask("commit", "a");
    for (const sk of ["b", "c", "d"]) {
      await turn();
      ask("commit", sk);
      expect(reported).toEqual([]);
    }
    await turn();
    expect(reported).toEqual(["a", "b", "c", "d"]);
  });

  it("doesn't wait with an urgent job", async () => {
    ask("commit", "a");
    await turn();
    ask("atOnce", "b");
    await turn();
    expect(reported).toEqual(["a", "b"]);
  });
});

describe("syncing a file", () => {
  it("a write resolves once it is on disk; a commit resolves before", async () => {
    ask("write", "a");
    await asked("commit", "b");
    expect(reported).toEqual(["b"]);
    await synced(0);
    expect(reported).toEqual(["b", "a"]);
  });

  it("a commit ignores a disk fault that only other jobs waited for", async () => {
    ask("write", "a");
    await asked("commit", "b");
    await synced(0, new Error("EIO"));
    expect(reported).toEqual(["b", "a: EngineUnavailableError: the disk can't be synced (Error: EIO)"]);
  });

  it("a write fails if the disk is full, which is reported; after another fault, only the write fails", async () => {
    const fault = (code: string) => Object.assign(new Error("no"), { code });
    await asked("write", "a");
    syncs.asked[0]!(fault("EIO"));
    await asked("write", "b");
    expect(opened.timesFull()).toBe(0);
    await synced(1, fault("ENOSPC"));
    expect(reported).toEqual([
      "a: EngineUnavailableError: the disk can't be synced (Error: no)",
      "b: StoreFullError: the disk of the store is full: free some space (Error: no)",
    ]);
    expect(opened.timesFull()).toBe(1);
  });

  it("a closed store isn't synced later", async () => {
    const other = new Database(opened.path);
    tells(
      "a",
      other.commit(() => undefined),
    );
    await turns();
    other.close();
    vi.advanceTimersByTime(5_000);
    expect(reported).toEqual(["a"]);
    expect(syncs.asked).toHaveLength(0);
  });

  it("a commit neither needs a sync nor waits for one; a write waits for the running sync, then for its own", async () => {
    await asked("commit", "a");
    expect(syncs.asked).toHaveLength(0);
    await asked("write", "b");
    await asked("write", "c");
    expect(opened.database.all(`SELECT sk FROM "table_feeds"`)).toHaveLength(2);
    await asked("commit", "d");
    expect(reported).toEqual(["a", "d"]);
    await synced(0);
    expect(reported).toEqual(["a", "d", "b"]);
    await asked("write", "e");
    await synced(1);
    expect(reported).toEqual(["a", "d", "b", "c"]);
    await synced(2);
    expect(reported).toEqual(["a", "d", "b", "c", "e"]);
  });

  it("a write that the next sync can include isn't left for the one after it", async () => {
    await asked("write", "a");
    ask("write", "b");
    await asked("commit", "c");
    await asked("write", "d");
    await synced(0);
    await synced(1);
    expect(reported).toEqual(["c", "a", "b", "d"]);
  });

  it("a commit without a later write reaches the disk after a second, and a full disk is reported", async () => {
    await asked("commit", "a");
    vi.advanceTimersByTime(999);
    await asked("commit", "b");
    expect(syncs.asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(syncs.asked).toHaveLength(1);
    await synced(0, Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    expect(reported).toEqual(["a", "b"]);
    expect(opened.timesFull()).toBe(1);
  });

  it("a commit before a write needs no sync of its own", async () => {
    await asked("commit", "a");
    await asked("write", "b");
    vi.advanceTimersByTime(5_000);
    expect(syncs.asked).toHaveLength(1);
  });

  it("an urgent commit doesn't wait for other writes' sync, nor do they wait for its sync", async () => {
    await asked("write", "a");
    ask("write", "b");
    await asked("atOnce", "c");
    expect(reported).toEqual(["c"]);
    await synced(0);
    expect(reported).toEqual(["c", "a"]);
    await synced(1);
    expect(reported).toEqual(["c", "a", "b"]);
  });
});

describe("what a store's user waits for", () => {
  const queueOf = (options?: { readonly waits: boolean }) =>
    new SqliteQueue(opened.database, queues.deliver, new FakeClock(), new LocalWakeUps(), options);
  const tableOf = (options?: { readonly waits: boolean }) =>
    new SqliteTable(opened.database, tables.feeds, new FakeClock(), options);
  const item = { pk: "p", sk: "s" };

  it("a message counts as sent, and an item as written, once it is on disk", async () => {
    tells("sent", queueOf().send([{ body: "a" }]));
    tells("written", tableOf().put([{ item }]));
    await turns();
    expect(reported).toEqual([]);
    await synced(0);
    expect(reported).toEqual(["sent", "written"]);
  });

  it("they count at once for a user that doesn't wait", async () => {
    tells("sent", queueOf({ waits: false }).send([{ body: "a" }]));
    tells("written", tableOf({ waits: false }).put([{ item }]));
    await turns();
    expect(reported).toEqual(["sent", "written"]);
    expect(await queueOf().depth()).toMatchObject({ ready: 1 });
    expect(await tableOf().get(item)).toEqual(item);
  });

  it("a message is received while other writes are synced", async () => {
    await queueOf({ waits: false }).send([{ body: "a" }]);
    await asked("write", "busy");
    tells("received", queueOf().receive(1));
    await turns();
    expect(reported).toEqual(["received"]);
  });
});
