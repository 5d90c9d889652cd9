import { chownSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backUp, backUpAndRotate, lastBackup, restore } from "../../../infra/node/backup.ts";
import { engineIn } from "../../support/node-engine.ts";
import { folderOfEachTest } from "../../support/temporary-folder.ts";
import { isWindows, withoutLinks } from "../../support/windows.ts";

const passphrase = "a passphrase of the test";
const at = folderOfEachTest();

/** A store in use: its engine stays open while it is backed up. */
async function used() {
  const engine = engineIn(at("data"));
  await engine.table("feeds").put([{ item: { pk: "acme", sk: "feed", note: "kept" } }]);
  const sealed = await engine.keys.wrap(Buffer.alloc(32, 7), "instance#acme");
  return { engine, sealed };
}

/** Backs up a store in use, and ends its use. */
async function backedUp(name = "one.backup"): Promise<void> {
  const { engine } = await used();
  await backUp(at("data"), at(name), passphrase);
  engine.close();
}

let made: Buffer | undefined;

/** The bytes of a backup, which is made once. */
async function aBackup(): Promise<Buffer> {
  if (made !== undefined) return made;
  await backedUp("made.backup");
  made = readFileSync(at("made.backup"));
  return made;
}

describe("a backup", () => {
  it("of a running store is restored with all its items, and with the key that opens its secrets", async () => {
    const { engine, sealed } = await used();
    await backUp(at("data"), at("one.backup"), passphrase);
    await engine.table("feeds").put([{ item: { pk: "acme", sk: "feed", note: "later" } }]);
    engine.close();
    await restore(at("one.backup"), at("restored"), passphrase);
    const again = engineIn(at("restored"));
    expect(await again.table("feeds").get({ pk: "acme", sk: "feed" })).toMatchObject({ note: "kept" });
    expect(Buffer.from(await again.keys.unwrap(sealed, "instance#acme"))).toEqual(Buffer.alloc(32, 7));
    again.close();
    expect(readdirSync(at("restored")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("doesn't reveal the key file without the passphrase", async () => {
    await backedUp();
    const archive = readFileSync(at("one.backup"));
    expect(archive.includes(readFileSync(at("data/key")))).toBe(false);
    expect(archive.includes("SQLite format")).toBe(false);
    await expect(restore(at("one.backup"), at("restored"), "another passphrase")).rejects.toThrow(
      "the passphrase is wrong",
    );
    expect(readdirSync(at("restored"))).toEqual([]);
  });

  it.each([
    [
      "changed in its middle",
      (file: Buffer) => file.map((byte, at) => (at === Math.floor(file.length / 2) ? byte ^ 0xff : byte)),
    ],
    ["cut short", (file: Buffer) => file.subarray(0, file.length - 5)],
    ["another file", () => Buffer.from("not a backup ".repeat(100))],
  ])("that was %s is refused, and nothing is restored", async (_, harm) => {
    writeFileSync(at("one.backup"), harm(await aBackup()));
    await expect(restore(at("one.backup"), at("restored"), passphrase)).rejects.toMatchObject({
      code: "archive_unreadable",
    });
    expect(readdirSync(at("restored"))).toEqual([]);
  });

  it("isn't restored over a store, and doesn't replace another backup", async () => {
    await backedUp();
    await expect(backUp(at("data"), at("one.backup"), passphrase)).rejects.toThrow("already exists");
    await expect(restore(at("one.backup"), at("data"), passphrase)).rejects.toThrow("already contains a store");
  });

  it.skipIf(isWindows)(`skips anything but a directory of this user, and continues${withoutLinks}`, async () => {
    mkdirSync(at("elsewhere"));
    writeFileSync(at(".feedhook-backup-file"), "");
    symlinkSync(at("elsewhere"), at(".feedhook-backup-link"));
    const names = [".feedhook-backup-file", ".feedhook-backup-link"];
    // Only root can give a directory away.
    if (process.geteuid?.() === 0) {
      names.push(".feedhook-backup-foreign");
      mkdirSync(at(".feedhook-backup-foreign"));
      chownSync(at(".feedhook-backup-foreign"), 65_534, 65_534);
    }
    await backedUp();
    expect(readdirSync(at())).toEqual(expect.arrayContaining([...names, "elsewhere", "one.backup"]));
  });

  it("on schedule keeps the newest, and leaves other files alone", async () => {
    const { engine } = await used();
    const directory = at("backups");
    for (const day of [1, 2, 3]) {
      await backUpAndRotate(at("data"), { directory, keep: 2 }, passphrase, Date.UTC(2026, 0, day));
      writeFileSync(join(directory, "notes.txt"), "mine");
    }
    engine.close();
    expect(readdirSync(directory).sort()).toEqual([
      "feedhook-20260102T000000Z.backup",
      "feedhook-20260103T000000Z.backup",
      "notes.txt",
    ]);
  });
});

it("a scheduled backup is kept when a clock that was ahead left others behind, which are deleted first", async () => {
  const { engine } = await used();
  const directory = at("backups");
  const days = [Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2), Date.UTC(2026, 0, 3)];
  for (const day of days) await backUpAndRotate(at("data"), { directory, keep: 2 }, passphrase, day);
  engine.close();
  expect(readdirSync(directory).sort()).toEqual([
    "feedhook-20260103T000000Z.backup",
    "feedhook-20260602T000000Z.backup",
  ]);
});

describe("the last backup in a directory", () => {
  const now = Date.UTC(2026, 0, 4);
  const holding = (...names: readonly string[]) => {
    for (const name of names) writeFileSync(at(name), "");
    return lastBackup(at(), now);
  };

  it("is the newest that the schedule made, by its name", () => {
    const names = ["feedhook-20260102T030405Z.backup", "feedhook-20260101T235959Z.backup", "feedhook-latest.backup"];
    expect(holding(...names)).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
  });

  it("isn't one with a future time from a clock that was ahead", () => {
    expect(holding("feedhook-20260103T000000Z.backup", "feedhook-20270101T000000Z.backup")).toBe(Date.UTC(2026, 0, 3));
  });

  it("doesn't exist without any, or without a directory", () => {
    expect(holding("notes.txt")).toBeUndefined();
    expect(lastBackup(at("none"), now)).toBeUndefined();
  });
});
