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

describe("the log on disk", () => {
  it("a commit is reported after its sync, and commits made meanwhile share the next sync", () => {
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

  it("that can't be synced fails those who waited for it, and not the next", () => {
    const { wal, told, when } = opened();
    when("a");
    when("b");
    syncs.asked[0]!(new Error("EIO"));
    syncs.asked[1]!(null);
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
    syncs.asked[0]!(null);
    expect(told).toEqual(["a", "b"]);
  });
});
