import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../installation.ts";
import type { Finding } from "./finding.ts";

const leastFree = 1_000_000_000;

/** Without a data directory, only reports the versions. */
export async function checkMachine(dataDir: string | undefined): Promise<Finding[]> {
  const versions = { check: "version", isFine: true, text: `feedhook ${version()}, Node ${process.versions.node}` };
  if (dataDir === undefined) return [versions];
  if (!existsSync(dataDir)) {
    const text = `${dataDir} doesn't exist`;
    return [versions, { check: "data directory", isFine: false, text, nextStep: "Use the bridge's data directory." }];
  }
  const disk = await freeSpace(dataDir);
  // Windows has no file modes.
  if (process.platform === "win32") return [versions, disk];
  const files = ["key", "operator-key", "feedhook.db"].map((name) => join(dataDir, name));
  const found = files.filter((path) => existsSync(path));
  return [versions, disk, directory(dataDir), ...found.map(privateFile)];
}

async function freeSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  const nextStep = "Free some space. A bridge that can't write stops reading.";
  return { check: "disk", isFine: free >= leastFree, text, nextStep };
}

function directory(path: string): Finding {
  const mode = statSync(path).mode & 0o777;
  const isFine = (mode & 0o022) === 0;
  const text = isFine
    ? `only its owner can write to ${path}`
    : `others can write to ${path} (mode ${mode.toString(8)})`;
  return { check: "data directory", isFine, text, nextStep: `Run: chmod 700 ${path}` };
}

function privateFile(path: string): Finding {
  const mode = statSync(path).mode & 0o777;
  const isFine = (mode & 0o077) === 0;
  const text = isFine ? `only its owner can read ${path}` : `others can read ${path} (mode ${mode.toString(8)})`;
  return { check: path.endsWith("key") ? "key file" : "store", isFine, text, nextStep: `Run: chmod 600 ${path}` };
}
