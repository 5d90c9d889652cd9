import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeKeyFile, readKeyFile, removeUnlinkedKeys } from "../../../shared/adapters/local/key-file.ts";
import { InvalidInputError } from "../../../shared/kernel/errors.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows, withoutModes } from "../../support/windows.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = temporaryFolder();
  path = join(directory, "key");
});

describe("the key file", () => {
  it("is created once, readable only by its owner, with nothing beside it", () => {
    makeKeyFile(path, new SeededRandomness(1));
    const key = readKeyFile(path);
    expect(key).toHaveLength(32);
    const bytes = () => expect.fail("the key isn't made a second time");
    makeKeyFile(path, { bytes, fraction: () => 0 });
    expect(readKeyFile(path)).toEqual(key);
    if (!isWindows) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["key"]);
  });

  it("is another process's if that process creates it first", () => {
    const overtaken = new SeededRandomness(1);
    const bytes = (count: number) => {
      makeKeyFile(path, new SeededRandomness(2));
      return overtaken.bytes(count);
    };
    makeKeyFile(path, { bytes, fraction: () => 0 });
    const key = readKeyFile(path);
    expect(readdirSync(directory)).toEqual(["key"]);
    rmSync(path);
    makeKeyFile(path, new SeededRandomness(2));
    expect(key).toEqual(readKeyFile(path));
    const missing = join(directory, "missing", "key");
    expect(() => {
      makeKeyFile(missing, new SeededRandomness(1));
    }).toThrow(/^ENOENT: .* open/);
  });

  it("is alone once the temporary files of ended processes are removed", () => {
    makeKeyFile(path, new SeededRandomness(1));
    writeFileSync(`${path}.0123456789ab`, "c2VjcmV0", { mode: 0o600 });
    for (const name of ["key.old", "key.0123456789ab.bak", "monkey.0123456789ab"])
      writeFileSync(join(directory, name), "");
    removeUnlinkedKeys(path);
    expect(readdirSync(directory).toSorted()).toEqual([
      "key",
      "key.0123456789ab.bak",
      "key.old",
      "monkey.0123456789ab",
    ]);
  });

  it("is refused with advice if it is missing, and reading doesn't create it", () => {
    expect(() => readKeyFile(path)).toThrow(/^the key file .*key is missing, .*restore the key file from a backup/);
    expect(readdirSync(directory)).toEqual([]);
  });

  it.skipIf(isWindows)(`is refused if others can read it${withoutModes}`, () => {
    makeKeyFile(path, new SeededRandomness());
    chmodSync(path, 0o644);
    expect(() => readKeyFile(path)).toThrow(InvalidInputError);
    expect(() => readKeyFile(path)).toThrow(/^key file: .*chmod 600/);
  });

  it("is refused if it isn't a key, and the error doesn't repeat it", () => {
    writeFileSync(path, "c2VjcmV0", { mode: 0o600 });
    expect(() => readKeyFile(path)).toThrow(/^(?!.*c2VjcmV0).*is not a key/);
  });
});
