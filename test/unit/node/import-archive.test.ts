import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { exportStore } from "../../../infra/node/move/export-store.ts";
import { importArchive } from "../../../infra/node/move/import-archive.ts";
import { readArchive, writeArchive } from "../../../infra/node/sealed-archive.ts";
import { openStoreEngine } from "../../../infra/node/sqlite-engine.ts";
import { folderOfEachTest } from "../../support/temporary-folder.ts";

const passphrase = "a passphrase of the test";
const at = folderOfEachTest();

/** A bridge with one instance. */
async function used(): Promise<void> {
  const engine = openStoreEngine(at("data"));
  await engine.table("subscriptions").put([{ item: { pk: "registry", sk: "instance#acme", seqFloor: 7 } }]);
  engine.close();
}

/** Exports a bridge with one instance, whose row holds this text. */
async function exported(row?: string): Promise<string> {
  await used();
  if (row !== undefined) {
    const database = new DatabaseSync(at("data/feedhook.db"));
    database.prepare("UPDATE table_subscriptions SET item = ?").run(row);
    database.close();
  }
  await exportStore(at("data"), at("bridge.export"), passphrase, 0);
  return at("bridge.export");
}

const imported = (from: string) => importArchive(from, passphrase, { dataDir: at("target") }, () => undefined);

it("an import installs a bridge whose changes count on from above the old one's", async () => {
  await imported(await exported());
  expect(readdirSync(at("target")).sort()).toEqual(["feedhook.db", "key"]);
  const engine = openStoreEngine(at("target"));
  const { items } = await engine.table("subscriptions").query({ pk: "registry" });
  engine.close();
  expect(items).toMatchObject([{ sk: "instance#acme", seqFloor: expect.any(Number) }]);
  expect(Number(items[0]!["seqFloor"])).toBeGreaterThan(1_700_000_000);
});

it.each([
  ["isn't an instance", '{"pk":"registry","sk":"instance#acme"}'],
  ["is no item", "9007199254740993"],
  ["isn't JSON", '{"pk":"registry","sk'],
])("an import installs nothing if a row %s", async (_, row) => {
  mkdirSync(at("target"));
  await expect(imported(await exported(row))).rejects.toMatchObject({ code: "corrupt_item" });
  expect(readdirSync(at("target"))).toEqual([]);
});

it.each([
  ["twice", ["feedhook.db", "key", "feedhook.db"], "contains a file twice"],
  ["that isn't a bridge's", ["feedhook.db", "key", "../key"], "contains a file that doesn't belong in a backup"],
])("an import installs nothing from an archive with a file %s", async (_, names, message) => {
  await used();
  const path = (name: string) => at(`data/${name === "../key" ? "key" : name}`);
  const files = names.map((name) => ({ name, path: path(name) }));
  await writeArchive(at("other.export"), files, passphrase);
  await expect(imported(at("other.export"))).rejects.toThrow(`archive: from: ${message}`);
  expect(readdirSync(at("target"))).toEqual([]);
});

it.each([100, 1_000])("an import refuses a list of %i files before reading the files", async (files) => {
  mkdirSync(at("target"));
  writeFileSync(at("empty"), "");
  const named = Array.from({ length: files }, (_, n) => ({
    name: `${"file".padEnd(100, "-")}${n}`,
    path: at("empty"),
  }));
  await writeArchive(at("other.export"), named, passphrase);
  await expect(imported(at("other.export"))).rejects.toThrow("doesn't begin with a list of its files");
  expect(readdirSync(at("target"))).toEqual([]);
});

it("an import doesn't unpack an archive that was modified at its end", async () => {
  const archive = at("other.export");
  writeFileSync(at("store"), randomBytes(1_048_576));
  await writeArchive(archive, [{ name: "feedhook.db", path: at("store") }], passphrase);
  const bytes = readFileSync(archive);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(archive, bytes);
  const unpacked: string[] = [];
  const read = readArchive(archive, passphrase, (name) => {
    unpacked.push(name);
    return at(name);
  });
  await expect(read).rejects.toThrow("the passphrase is wrong, or the file was changed or truncated");
  expect(unpacked).toEqual([]);
});
