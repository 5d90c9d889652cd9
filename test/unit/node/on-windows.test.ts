import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemRandomness } from "../../../functions/runtime/system-ports.ts";
import { checkMachine } from "../../../infra/cli/doctor/check-machine.ts";
import { socketOf } from "../../../infra/cli/listen/local-listeners.ts";
import { readProfiles } from "../../../infra/cli/profiles/profile-file.ts";
import { backUp } from "../../../infra/node/backup.ts";
import { operatorKey } from "../../../infra/node/operator-key.ts";
import { readOptions } from "../../../infra/node/options.ts";
import { engineIn } from "../../support/node-engine.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

// Windows reports mode 666 for every file, and has no user ids.

const replaced = { platform: "win32", geteuid: undefined, getuid: undefined };
const names = ["platform", "geteuid", "getuid"] as const;
const real = names.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
let root: string;

beforeEach(() => {
  root = temporaryFolder();
  for (const name of names) Object.defineProperty(process, name, { value: replaced[name], configurable: true });
});
afterEach(() => {
  for (const [name, descriptor] of real) if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
});

/** The files of a data directory after it was used once, with the modes that Windows reports. */
async function usedDirectory(): Promise<string> {
  const dataDir = join(root, "data");
  await use(dataDir);
  operatorKey(dataDir, undefined, systemRandomness);
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666);
  chmodSync(dataDir, 0o777);
  return dataDir;
}

async function use(dataDir: string): Promise<void> {
  const logger = new SilentLogger();
  const engine = engineIn(dataDir, { logger });
  const lock = await engine.lockHost();
  await engine.table("feeds").put([{ item: { pk: "acme", sk: "feed" } }]);
  await lock.release();
  engine.close();
  expect(logger.lines).toEqual([]);
}

test("a data directory is used whatever its modes are, and doctor finds no fault", async () => {
  const dataDir = await usedDirectory();
  await use(dataDir);
  expect(operatorKey(dataDir, undefined, systemRandomness)).toMatchObject({ isNew: false });
  expect((await checkMachine(dataDir)).filter(({ isFine, check }) => !isFine && check !== "disk")).toEqual([]);
});

test("a backup leaves only itself behind", async () => {
  const dataDir = await usedDirectory();
  await backUp(dataDir, join(root, "backups/one.backup"), "a passphrase of the test");
  expect(readdirSync(join(root, "backups"))).toEqual(["one.backup"]);
});

test("the settings and the profiles are read whatever their modes are, even after a byte order mark", () => {
  const file = join(root, "feedhook.json");
  writeFileSync(file, `\uFEFF${JSON.stringify({ port: 4401 })}\r\n`, { mode: 0o666 });
  expect(readOptions(["--config", file])).toMatchObject({ port: 4401 });
  expect(readOptions(["--config", file])).not.toHaveProperty("exposedFile");
  mkdirSync(join(root, "config"));
  const profiles = join(root, "config/profiles.json");
  writeFileSync(profiles, '{ "profiles": {} }', { mode: 0o666 });
  expect(readProfiles(profiles)).toEqual({ profiles: {} });
});

test("`feedhook listen` listens on a pipe of its own", () => {
  const [one, other] = ["C:\\Users\\one\\listening\\a-1", "C:\\Users\\other\\listening\\a-1"];
  expect(socketOf(one, "win32")).toMatch(/^\\\\\.\\pipe\\feedhook-[0-9a-f]{32}$/);
  expect(socketOf(one, "win32")).not.toBe(socketOf(other, "win32"));
  expect(socketOf("/home/one/listening/a-1", "darwin")).toBe("/home/one/listening/a-1");
});
