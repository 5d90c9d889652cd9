import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemRandomness } from "../../../functions/runtime/system-ports.ts";
import { backUp, restore } from "../../../infra/node/backup.ts";
import { openDataDirectory } from "../../../infra/node/data-directory.ts";
import { exportStore } from "../../../infra/node/move/export-store.ts";
import { operatorKey } from "../../../infra/node/operator-key.ts";
import { lockStore } from "../../../infra/node/sqlite-engine.ts";
import { readKeyFile } from "../../../shared/adapters/local/key-file.ts";
import { openStore } from "../../../shared/adapters/sqlite/open-store.ts";
import { engineIn } from "../../support/node-engine.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows, withoutModes } from "../../support/windows.ts";

const passphrase = "a passphrase of the test";
let root: string;
let umask: number;
const at = (name: string) => join(root, name);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
/** Every file of a directory with its mode. */
const modes = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, modeOf(join(directory, name))]));
const refusal = (message: string) => expect.objectContaining({ message: expect.stringContaining(message) });

beforeEach(() => {
  umask = process.umask(0o000);
  root = temporaryFolder();
});
afterEach(() => {
  process.umask(umask);
  vi.restoreAllMocks();
});

function open(dataDir: string) {
  const logger = new SilentLogger();
  const engine = engineIn(dataDir, { logger });
  const madePrivate = logger.lines
    .filter(({ event }) => event === "store.made_private")
    .map(({ fields }) => fields["files"]);
  return { engine, madePrivate };
}

/** As if the process ran as another user than the one that owns the files. */
function runAsAnother(): void {
  const { uid } = statSync(root);
  vi.spyOn(process, "geteuid").mockReturnValue(uid + 1);
}

describe.skipIf(isWindows)(`private to their owner, whatever the umask, are${withoutModes}`, () => {
  it("the store, its log, its lock and its keys", async () => {
    const { engine } = open(at("data"));
    const lock = await engine.lockHost();
    await engine.table("feeds").put([{ item: { pk: "acme", sk: "feed" } }]);
    operatorKey(at("data"), undefined, systemRandomness);
    expect(modes(at("data"))).toEqual({
      ...{ "feedhook.db": "600", "feedhook.db-wal": "600", "feedhook.db-shm": "600" },
      ...{ "host.lock": "600", "host.lock-journal": "600", key: "600", "operator-key": "600" },
    });
    expect(modeOf(at("data"))).toBe("700");
    await lock.release();
    engine.close();
  });

  it("a backup, an export and a restore's files", async () => {
    open(at("data")).engine.close();
    await backUp(at("data"), at("backups/one.backup"), passphrase);
    await restore(at("backups/one.backup"), at("restored"), passphrase);
    await exportStore(at("data"), at("exports/one.export"), passphrase, 0);
    expect(modes(at("backups"))).toEqual({ "one.backup": "600" });
    expect(modes(at("exports"))).toEqual({ "one.export": "600" });
    expect(modes(at("restored"))).toEqual({ "feedhook.db": "600", key: "600" });
    expect(modes(at("data"))).toMatchObject({ exported: "600" });
    expect(modes(root)).toEqual({ backups: "700", data: "700", exports: "700", restored: "700" });
  });

  it("the copy that is kept before an upgrade", () => {
    const path = at("feedhook.db");
    const before = { version: 1, migrate: () => undefined };
    openStore(path, [before]).connection.close();
    openStore(path, [before, { version: 2, migrate: () => undefined }]).connection.close();
    expect(modeOf(`${path}.before-2`)).toBe("600");
  });
});

describe.skipIf(isWindows)(`a file that an earlier version left readable to others${withoutModes}`, () => {
  it("is closed at the start, which says so once", () => {
    open(at("data")).engine.close();
    for (const name of ["feedhook.db", "feedhook.db.before-2", "host.lock"]) {
      writeFileSync(join(at("data"), name), "", { flag: "a" });
      chmodSync(join(at("data"), name), 0o644);
    }
    const again = open(at("data"));
    again.engine.close();
    expect(again.madePrivate).toEqual([
      `${join(at("data"), "feedhook.db")} ${join(at("data"), "feedhook.db.before-2")}`,
    ]);
    void lockStore(at("data")).release();
    expect(modes(at("data"))).toMatchObject({
      "feedhook.db": "600",
      "feedhook.db.before-2": "600",
      "host.lock": "600",
    });
    const third = open(at("data"));
    third.engine.close();
    expect(third.madePrivate).toEqual([]);
  });

  it("keeps the locks that are held on it", () => {
    const first = lockStore(root);
    chmodSync(at("host.lock"), 0o644);
    expect(() => lockStore(root)).toThrow(expect.objectContaining({ code: "host_running" }));
    expect(modeOf(at("host.lock"))).toBe("600");
    // Another process sees what this one still holds.
    const script = `const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(process.argv[1]).exec("BEGIN EXCLUSIVE")`;
    expect(() => execFileSync(process.execPath, ["-e", script, at("host.lock")], { stdio: "pipe" })).toThrow("locked");
    void first.release();
  });
});

describe.skipIf(isWindows)(`a data directory${withoutModes}`, () => {
  it.each([0o770, 0o707, 0o777, 0o1777])("in which others may write (%o) is refused, with advice", (mode) => {
    mkdirSync(at("data"));
    chmodSync(at("data"), mode);
    expect(() => {
      openDataDirectory(at("data"));
    }).toThrow(
      refusal(`chmod 700 it, or choose one below it, which Feedhook creates: --data-dir ${at("data/feedhook")}`),
    );
    openDataDirectory(at("data/feedhook"));
    expect(modeOf(at("data/feedhook"))).toBe("700");
  });

  it("that others may only read is accepted: its files are closed to them", () => {
    mkdirSync(at("data"), { mode: 0o755 });
    openDataDirectory(at("data"));
  });

  it("of another user is refused", () => {
    mkdirSync(at("data"), { mode: 0o700 });
    runAsAnother();
    expect(() => {
      openDataDirectory(at("data"));
    }).toThrow(refusal("belongs to another user"));
  });

  it("behind another user's link is refused, because that user could redirect it", () => {
    mkdirSync(at("data"), { mode: 0o700 });
    symlinkSync(at("data"), at("link"));
    openDataDirectory(at("link"));
    if (process.geteuid?.() === 0) {
      lchownSync(at("link"), 65_534, 65_534);
      for (const path of ["link", "link/below"])
        expect(() => {
          openDataDirectory(at(path));
        }).toThrow(refusal("is behind a link that belongs to another user"));
    }
  });
});

describe.skipIf(isWindows)(`another user can't hold the lock${withoutModes}`, () => {
  it("with a file that it created first", () => {
    writeFileSync(at("host.lock"), "", { mode: 0o666 });
    runAsAnother();
    expect(() => lockStore(root)).toThrow(refusal("host.lock can't be opened for writing: it belongs to another user"));
  });

  it("with a link, which is neither followed nor changed", () => {
    writeFileSync(at("elsewhere"), "mine", { mode: 0o644 });
    symlinkSync(at("elsewhere"), at("host.lock"));
    expect(() => lockStore(root)).toThrow(refusal("host.lock can't be opened for writing: it isn't a plain file"));
    symlinkSync(at("nowhere"), at("feedhook.db"));
    expect(() => openStore(at("feedhook.db"))).toThrow(refusal("feedhook.db can't be opened for writing"));
    expect(readdirSync(root).sort()).toEqual(["elsewhere", "feedhook.db", "host.lock"]);
    expect(modeOf(at("elsewhere"))).toBe("644");
  });

  it("by reading, because it can't open the file at all", () => {
    chmodSync(root, 0o755);
    const lock = lockStore(root);
    expect(modeOf(at("host.lock"))).toBe("600");
    if (process.geteuid?.() === 0) {
      const opened = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", at("host.lock")];
      const [command = "", ...argv] = opened;
      expect(() => execFileSync(command, argv, { stdio: "pipe" })).toThrow("Permission denied");
    }
    void lock.release();
  });

  it("after root worked in the directory of the bridge's user, because root leaves files that belong to that user", () => {
    if (process.geteuid?.() === 0) {
      chownSync(root, 65_534, 65_534);
      void lockStore(root).release();
      expect(statSync(at("host.lock"))).toMatchObject({ uid: 65_534, gid: 65_534 });
      void lockStore(root).release();
    }
  });

  it("and can't get root's files through a link to the directory", () => {
    if (process.geteuid?.() === 0) {
      symlinkSync(root, at("link"));
      lchownSync(at("link"), 65_534, 65_534);
      void lockStore(at("link")).release();
      expect(statSync(at("host.lock"))).toMatchObject({ uid: 0 });
    }
  });
});

describe.skipIf(isWindows)(`the keys in the data directory${withoutModes}`, () => {
  const given = {
    key: () => readKeyFile(at("key")),
    "operator-key": () => operatorKey(root, undefined, systemRandomness),
  };
  for (const [name, read] of Object.entries(given)) {
    it(`${name} is refused if others can read it, own it, or chose where it leads`, () => {
      closeSync(openSync(at(name), "w", 0o640));
      expect(read).toThrow("other users can access it: run chmod 600");
      chmodSync(at(name), 0o600);
      runAsAnother();
      expect(read).toThrow("belongs to another user");
      vi.restoreAllMocks();
      rmSync(at(name));
      writeFileSync(at("elsewhere"), "", { mode: 0o600 });
      symlinkSync(at("elsewhere"), at(name));
      expect(read).toThrow("isn't a plain file");
      rmSync(at("elsewhere"));
      expect(read).toThrow("isn't a plain file");
    });
  }
});
