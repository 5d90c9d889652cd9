import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { unpackOnce } from "./support/unpack-once.ts";

let home: string;

beforeEach(() => {
  home = temporaryFolder();
});

async function slowly(into: string): Promise<void> {
  writeFileSync(join(into, "program"), "half");
  await delay(20);
  writeFileSync(join(into, "program"), "whole");
}

describe("unpacking once", () => {
  test("a caller that arrives while another unpacks gets everything, and one copy remains", async () => {
    const folder = join(home, "browser");
    const asked = async () => {
      await unpackOnce(folder, slowly);
      return readFileSync(join(folder, "program"), "utf8");
    };
    const later = async () => {
      await delay(10);
      return asked();
    };
    expect(await Promise.all([asked(), asked(), later()])).toEqual(["whole", "whole", "whole"]);
    expect(readdirSync(home)).toEqual(["browser"]);
  });

  test("a half-unpacked copy isn't taken for complete", async () => {
    const folder = join(home, "browser");
    const failing = async (into: string) => {
      writeFileSync(join(into, "program"), "half");
      throw new Error("no space");
    };
    await expect(unpackOnce(folder, failing)).rejects.toThrow("no space");
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(home)).toEqual([]);
  });
});
