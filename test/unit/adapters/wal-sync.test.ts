import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WalSync } from "../../../shared/adapters/sqlite/wal-sync.ts";
import { HeldSyncs } from "../../support/held-syncs.ts";

const syncs = new HeldSyncs();

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "feedhook-wal-"));
  writeFileSync(join(directory, "x.db-wal"), "");
  syncs.begin();
});
afterEach(() => {
  syncs.end();
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

describe("the write-ahead log", () => {
  it("reports a commit after its sync, and commits made meanwhile share the next sync", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    when("c");
    expect(told).toEqual([]);
    expect(syncs.asked).toHaveLength(1);
    syncs.asked[0]!(null);
    expect(told).toEqual(["a"]);
    expect(syncs.asked).toHaveLength(2);
    syncs.asked[1]!(null);
    expect(told).toEqual(["a", "b", "c"]);
    expect(wal.isBusy).toBe(false);
    wal.close();
  });

  it("fails the callers of a failed sync, and not the next ones", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    syncs.asked[0]!(new Error("EIO"));
    syncs.asked[1]!(null);
    expect(told).toEqual(["a: EIO", "b"]);
    wal.close();
  });

  it("is synced immediately at the end, for all waiting callers", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    wal.close();
    expect(told).toEqual(["a", "b"]);
    // The thread that was under way ends later, and tells nobody twice.
    syncs.asked[0]!(null);
    expect(told).toEqual(["a", "b"]);
  });
});
