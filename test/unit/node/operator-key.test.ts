import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { operatorKey } from "../../../infra/node/operator-key.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});
const randomness = new SeededRandomness();

test("a created key holds 256 bits, and is reused at the next start", () => {
  const made = operatorKey(dataDir, undefined, randomness);
  expect([made.isNew, made.key]).toEqual([true, expect.stringMatching(/^fh_operator_[\w-]{43}$/)]);
  expect(readFileSync(join(dataDir, "operator-key"), "utf8")).toBe(`${made.key}\n`);
  expect(operatorKey(dataDir, undefined, randomness)).toMatchObject({ key: made.key, isNew: false });
});

test("two processes that start at the same time use the same key", () => {
  let first: ReturnType<typeof operatorKey> | undefined;
  const bytes = (count: number) => {
    first ??= operatorKey(dataDir, undefined, randomness);
    return randomness.bytes(count);
  };
  expect(operatorKey(dataDir, undefined, { bytes, fraction: () => 0 })).toEqual({ ...first, isNew: false });
  expect(readdirSync(dataDir)).toEqual(["operator-key"]);
});

test("a weak key is refused, given or stored, by naming its place and without its text", () => {
  const weak = "letmein-letmein-letmein-letmein-letmein";
  const file = join(dataDir, "operator-key");
  expect(() => operatorKey(dataDir, weak, randomness)).toThrow(/^the operator's key: operatorKey: has less than 128/);
  writeFileSync(file, `${weak}\n`, { mode: 0o600 });
  expect(() => operatorKey(dataDir, undefined, randomness)).toThrow(`${file}: has less than 128 bits`);
  expect(() => operatorKey(dataDir, undefined, randomness)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(weak) }),
  );
});
