import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, onTestFinished } from "vitest";

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  const remove = () => {
    // On Windows, files of a program that was just killed may still be open.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { folder, remove };
}

/** A new folder, which is removed when the running test has finished. */
export function temporaryFolder(): string {
  const { folder, remove } = newFolder();
  onTestFinished(remove);
  return folder;
}

/** Makes a new folder for each test of the file. Returns what gives the path of a name in it. */
export function folderOfEachTest(): (name?: string) => string {
  let folder = "";
  beforeEach(() => {
    folder = temporaryFolder();
  });
  return (name = "") => join(folder, name);
}

/** A new folder for all tests of the file. */
export function folderOfFile(): string {
  const { folder, remove } = newFolder();
  afterAll(remove);
  return folder;
}
