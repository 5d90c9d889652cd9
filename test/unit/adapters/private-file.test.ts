import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cpuOfThread } from "../../../shared/adapters/local/cpu-of-thread.ts";
import { fileFault, isForeign, makePrivateFile } from "../../../shared/adapters/local/private-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows, withoutModes } from "../../support/windows.ts";

let directory: string;
const { geteuid } = process;
const { platform } = process;
const pretend = (name: "geteuid" | "platform", value: unknown) =>
  Object.defineProperty(process, name, { value, configurable: true, writable: true });
beforeEach(() => {
  directory = temporaryFolder();
});
afterEach(() => {
  pretend("geteuid", geteuid);
  pretend("platform", platform);
});
const at = (name: string) => join(directory, name);

it.skipIf(isWindows)(`a path is private if only its owner can use it, and it is a plain file${withoutModes}`, () => {
  makePrivateFile(at("made"));
  writeFileSync(at("open"), "", { mode: 0o600 });
  chmodSync(at("open"), 0o640);
  mkdirSync(at("folder"), { mode: 0o700 });
  symlinkSync(at("made"), at("link"));
  symlinkSync(at("nowhere"), at("dangling"));
  const faults = ["missing", "made", "open", "folder", "link"].map((name) => fileFault(at(name)));
  expect(faults).toEqual([undefined, undefined, "open", "linked", "linked"]);
  makePrivateFile(at("dangling"));
  expect(existsSync(at("nowhere")), "nothing is created through a link").toBe(false);
  makePrivateFile(at("open"));
  expect(statSync(at("open")).mode & 0o777, "what exists stays as it is").toBe(0o640);
  pretend("platform", "win32");
  expect(fileFault(at("open")), "Windows has no modes").toBeUndefined();
});

it("a file is foreign unless it is the user's, or root works in the directory of its owner", () => {
  const owner = statSync(directory);
  const foreignTo = (us: number, uid: number) => {
    pretend("geteuid", () => us);
    return isForeign(Object.assign(Object.create(owner), { uid }), at("file"));
  };
  const user = owner.uid + 1;
  expect([foreignTo(user, user), foreignTo(user, owner.uid), foreignTo(user, user + 1)]).toEqual([false, true, true]);
  expect([foreignTo(0, owner.uid), foreignTo(0, user)]).toEqual([false, true]);
  pretend("geteuid", undefined);
  expect(isForeign(owner, at("file")), "Windows has no user ids").toBe(false);
  makePrivateFile(at("made"));
  expect(existsSync(at("made"))).toBe(true);
});

it("a file that root makes belongs to the owner and the group of a user's directory", () => {
  if (process.geteuid?.() !== 0) return;
  const ownerOfFileIn = (uid: number, us: number) => {
    chownSync(directory, uid, 65_533);
    pretend("geteuid", () => us);
    makePrivateFile(at(`file-of-${us}-in-${uid}`));
    const made = statSync(at(`file-of-${us}-in-${uid}`));
    return [made.uid, made.gid];
  };
  expect(ownerOfFileIn(65_534, 0)).toEqual([65_534, 65_533]);
  const own = [0, process.getgid?.()];
  expect([ownerOfFileIn(0, 0), ownerOfFileIn(65_534, 65_534)]).toEqual([own, own]);
});

it("the CPU time of the thread is in milliseconds", () => {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const before = used();
  const measured = cpuOfThread() * 1_000;
  expect(measured).toBeGreaterThanOrEqual(before);
  expect(measured).toBeLessThanOrEqual(used());
});
