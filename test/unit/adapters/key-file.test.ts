import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKeyFile } from "../../../shared/adapters/local/key-file.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  path = join(directory, "key");
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

describe("readKeyFile", () => {
  it("makes the key once, for its owner's eyes only, and leaves nothing beside it", () => {
    const key = readKeyFile(path, new SeededRandomness(1));
    expect(key).toHaveLength(32);
    expect(readKeyFile(path, new SeededRandomness(2))).toEqual(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["key"]);
  });

  it("refuses a key that others may read", () => {
    readKeyFile(path, new SeededRandomness());
    chmodSync(path, 0o644);
    expect(() => readKeyFile(path, new SeededRandomness())).toThrow("chmod 600");
  });

  it("refuses what isn't a key, without repeating it", () => {
    writeFileSync(path, "c2VjcmV0", { mode: 0o600 });
    expect(() => readKeyFile(path, new SeededRandomness())).toThrow(/^(?!.*c2VjcmV0).*is not a key/);
  });
});
