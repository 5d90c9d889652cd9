import type * as Files from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalSync } from "../../../shared/adapters/sqlite/wal-sync.ts";

/** Syncs that end when the test says so. */
const syncs = vi.hoisted((): ((fault: Error | null) => void)[] => []);
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof Files>()),
  fdatasync: (_file: number, done: (fault: Error | null) => void) => {
    syncs.push(done);
  },
}));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "feedhook-wal-"));
  writeFileSync(join(directory, "x.db-wal"), "");
  syncs.length = 0;
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const opened = () => {
  const wal = new WalSync(join(directory, "x.db"));
  const told: string[] = [];
  const when = (name: string) => {
    wal.whenSynced((fault) => told.push(fault === null ? name : `${name}: ${fault.message}`));
  };
  return { wal, told, when };
};

describe("the log on disk", () => {
  it("a commit is reported after its sync, and commits made meanwhile share the next sync", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    when("c");
    expect(told).toEqual([]);
    expect(syncs).toHaveLength(1);
    syncs[0]!(null);
    expect(told).toEqual(["a"]);
    expect(syncs).toHaveLength(2);
    syncs[1]!(null);
    expect(told).toEqual(["a", "b", "c"]);
    expect(wal.isBusy).toBe(false);
    wal.close();
  });

  it("that can't be synced fails those who waited for it, and not the next", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    syncs[0]!(new Error("EIO"));
    syncs[1]!(null);
    expect(told).toEqual(["a: EIO", "b"]);
    wal.close();
  });

  it("is synced at once at the end, for all that still wait", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    wal.close();
    expect(told).toEqual(["a", "b"]);
    // The thread that was under way ends later, and tells nobody twice.
    syncs[0]!(null);
    expect(told).toEqual(["a", "b"]);
  });
});
