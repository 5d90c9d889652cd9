import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Document contents by their SHA-256, in memory or in a directory that is kept across restarts. */
export interface BlobStore {
  put(content: Buffer): string;
  get(name: string): Buffer;
}

const nameOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, Buffer>();
  return {
    put(content) {
      const name = nameOf(content);
      blobs.set(name, content);
      return name;
    },
    get(name) {
      return blobs.get(name) ?? Buffer.alloc(0);
    },
  };
}

export function fileBlobs(directory: string): BlobStore {
  mkdirSync(directory, { recursive: true });
  return {
    put(content) {
      const name = nameOf(content);
      const path = join(directory, name);
      if (!existsSync(path)) {
        writeFileSync(`${path}.part`, content);
        renameSync(`${path}.part`, path);
      }
      return name;
    },
    get(name) {
      return readFileSync(join(directory, name));
    },
  };
}
