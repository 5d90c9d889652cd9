import fs, { fstatSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalSync } from "../../../shared/adapters/sqlite/wal-sync.ts";
import { HeldSyncs } from "../../support/held-syncs.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows } from "../../support/windows.ts";

const syncs = new HeldSyncs();
const isOpen = (file: number) => {
  try {
    fstatSync(file);
    return true;
  } catch {
    return false;
  }
};

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
  writeFileSync(join(directory, "x.db-wal"), "");
  syncs.begin();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncs.end();
});

const opened = () => {
  const wal = new WalSync(join(directory, "x.db"));
  const reported: string[] = [];
  const when = (name: string) => {
    wal.whenSynced((fault) => reported.push(fault === null ? name : `${name}: ${fault.message}`));
  };
  return { wal, reported, when };
};

describe("the write-ahead log", () => {
  it("is synced immediately at the end, for all waiting callers", () => {
    const { wal, reported, when } = opened();
    when("a");
    when("b");
    wal.close();
    expect(reported).toEqual(["a", "b"]);
    // The thread that was under way ends later, and calls no callback twice.
    syncs.asked[0]!(null);
    expect(reported).toEqual(["a", "b"]);
  });

  it.each([
    ["is synced", null],
    ["can't be synced", new Error("EIO")],
  ])("%s at the end, and stays open as long as a thread uses it", (_, fault) => {
    const sync = vi.spyOn(fs, "fdatasyncSync").mockImplementation(() => {
      if (fault !== null) throw fault;
    });
    syncBuiltinESMExports();
    const { wal, reported, when } = opened();
    when("a");
    wal.close();
    const file = sync.mock.calls[0]?.[0] ?? -1;
    expect(reported).toEqual([fault === null ? "a" : "a: EIO"]);
    expect(isOpen(file)).toBe(true);
    syncs.asked[0]!(null);
    expect(isOpen(file)).toBe(false);
    const unused = opened();
    unused.wal.close();
    expect(isOpen(sync.mock.calls[1]?.[0] ?? -1)).toBe(false);
  });

  it.skipIf(isWindows)("has its name put on disk when it is opened (Windows can't sync a directory)", () => {
    const synced: [number, boolean][] = [];
    vi.spyOn(fs, "fsyncSync").mockImplementation((file) => synced.push([file, fstatSync(file).isDirectory()]));
    syncBuiltinESMExports();
    const { wal } = opened();
    expect(synced).toMatchObject([[expect.any(Number), true]]);
    expect(isOpen(synced[0]![0])).toBe(false);
    wal.close();
  });
});
