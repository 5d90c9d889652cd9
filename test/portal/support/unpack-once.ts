import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";

/**
 * Fills `folder` unless it exists. It appears as a whole: of several processes that fill it at once, one is first and
 * the others discard their copies. An interrupted process leaves nothing that looks complete.
 */
export async function unpackOnce(folder: string, unpack: (into: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const copy = mkdtempSync(`${folder}-`);
  try {
    await unpack(copy);
    renameSync(copy, folder);
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
