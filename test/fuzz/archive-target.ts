import { createCipheriv, createHash, scryptSync } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { exportStore } from "../../infra/node/move/export-store.ts";
import { importArchive } from "../../infra/node/move/import-archive.ts";
import { openStoreEngine } from "../../infra/node/sqlite-engine.ts";
import { FeedhookError } from "../../shared/kernel/errors.ts";
import { hostileName, jsonText } from "./hostile-json.ts";
import { holds, type Target } from "./target.ts";

const storeName = "feedhook.db";
const passphrase = "a passphrase of the fuzzer";
const salt = Buffer.alloc(16, 1);
const nonce = Buffer.alloc(12, 2);

type Listed = { readonly name: string; readonly size: unknown; readonly sha256: string; readonly bytes: Buffer };

/** An archive that anyone with the passphrase may create, whatever it lists and holds. */
function sealed(plain: Buffer): Buffer {
  const key = scryptSync(passphrase, salt, 32, { N: 2 ** 15, maxmem: 64 * 1_024 * 1_024 });
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(gzipSync(plain)), cipher.final()]);
  return Buffer.concat([Buffer.from("FEEDHOOK1"), salt, nonce, body, cipher.getAuthTag()]);
}

function listing(files: readonly Listed[]): Buffer {
  const head = files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files.map(({ bytes }) => bytes)]);
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const listed = (name: string, bytes: Buffer): Listed => ({ name, size: bytes.length, sha256: digest(bytes), bytes });

/** A small exported bridge: the archive, and its files. */
async function exported(root: string) {
  const dataDir = join(root, "data");
  const engine = openStoreEngine(dataDir);
  await engine
    .table("subscriptions")
    .put([
      { item: { pk: "registry", sk: "instance#acme", instance: "acme", seqFloor: 7 } },
      { item: { pk: "partner#prt_1", sk: "subscription#sub_1", url: "https://hook.example/x" } },
    ]);
  await engine.keys.wrap(Buffer.alloc(32, 7), "instance#acme");
  engine.close();
  const path = join(root, "bridge.export");
  await exportStore(dataDir, path, passphrase, 0);
  const read = (name: string) => readFileSync(join(dataDir, name));
  return { archive: readFileSync(path), store: read(storeName), key: read("key") };
}

type Exported = Awaited<ReturnType<typeof exported>>;

/** Bytes changed, cut off or added at `place`, a share of the length. */
const damage = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.integer({ min: 0, max: 255 }),
  cut: fc.boolean(),
  more: fc.uint8Array({ maxLength: 40 }),
});

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damaged(bytes: Buffer, { place, byte, cut, more }: Damage) {
  const at = Math.min(Math.floor(place * bytes.length), bytes.length - 1);
  const changed = Buffer.from(bytes);
  changed[at] = byte;
  return Buffer.concat([cut ? changed.subarray(0, at) : changed, more]);
}

const name = fc.oneof(
  fc.constantFrom(storeName, "key", "operator-key", "../key", "/etc/passwd", "exported", "feedhook.db-wal"),
  hostileName,
);

/** An archive's mutation, applied to a whole one. */
const harm = fc.oneof(
  fc.record({ harm: fc.constant("damaged archive" as const), how: damage }),
  fc.record({ harm: fc.constant("any bytes" as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ harm: fc.constant("damaged store" as const), how: damage }),
  fc.record({
    harm: fc.constant("other files" as const),
    files: fc.array(fc.tuple(name, fc.oneof(fc.constant(undefined), fc.integer(), fc.double(), fc.string())), {
      maxLength: 4,
    }),
  }),
  fc.record({ harm: fc.constant("any list" as const), head: jsonText, rest: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ harm: fc.constant("any item" as const), item: jsonText, isInstance: fc.boolean() }),
);
type Harm = typeof harm extends fc.Arbitrary<infer T> ? T : never;

function harmed({ archive, store, key }: Exported, how: Harm, root: string): Buffer {
  switch (how.harm) {
    case "damaged archive":
      return damaged(archive, how.how);
    case "any bytes":
      return Buffer.from(how.bytes);
    case "damaged store":
      return sealed(listing([listed(storeName, damaged(store, how.how)), listed("key", key)]));
    case "other files": {
      const files = how.files.map(([file, size]) => ({
        ...listed(file, file === storeName ? store : key),
        ...(size !== undefined && { size }),
      }));
      return sealed(listing(files));
    }
    case "any list":
      return sealed(Buffer.concat([Buffer.from(`${how.head}\n`), how.rest]));
    case "any item": {
      const path = join(root, "changed.db");
      writeFileSync(path, store);
      const database = new DatabaseSync(path);
      const sql = `UPDATE table_subscriptions SET item = ? WHERE pk ${how.isInstance ? "=" : "<>"} 'registry'`;
      database.prepare(sql).run(how.item);
      database.close();
      return sealed(listing([listed(storeName, readFileSync(path)), listed("key", key)]));
    }
  }
}

/** Everything in a directory, by name and content. */
function contentOf(directory: string): string {
  const files = readdirSync(directory).sort();
  return files.map((file) => `${file} ${digest(readFileSync(join(directory, file)))}`).join("\n");
}

export const archiveTarget: Target = {
  name: "archives for import: taken as a whole, or refused with a reason and nothing put in place",
  cost: 4_000,
  property: () => {
    const root = mkdtempSync(join(tmpdir(), "feedhook-fuzz-"));
    process.once("exit", () => {
      rmSync(root, { recursive: true, force: true });
    });
    const whole = exported(root);
    return fc.asyncProperty(harm, fc.boolean(), async (how, isTaken) => {
      const [from, target] = [join(root, "one.export"), join(root, "target")];
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target);
      if (isTaken) copyFileSync(join(root, "data", storeName), join(target, storeName));
      else writeFileSync(join(target, "beside.txt"), "mine");
      const before = contentOf(target);
      writeFileSync(from, harmed(await whole, how, root));
      const given = digest(readFileSync(from));
      let isRefused = false;
      try {
        await importArchive(from, passphrase, { dataDir: target }, () => undefined);
      } catch (failure) {
        if (!(failure instanceof FeedhookError)) throw failure;
        isRefused = true;
      }
      holds(digest(readFileSync(from)) === given, "the archive was changed");
      if (isRefused) {
        holds(contentOf(target) === before, `something was put in place: ${contentOf(target)}`);
        return;
      }
      holds(!isTaken, "a directory that holds a store is taken");
      const engine = openStoreEngine(target);
      const { items } = await engine.table("subscriptions").query({ pk: "registry", prefix: "instance#" });
      engine.close();
      holds(
        items.every(({ seqFloor }) => typeof seqFloor === "number" && seqFloor > 7),
        "the bridge would publish old numbers",
      );
    });
  },
};
