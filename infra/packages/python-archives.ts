import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Zippable, zipSync } from "fflate";

/** Files by path, in the archive's order. */
export type Files = ReadonlyMap<string, Uint8Array>;

// All files have the same time, so the same sources give the same bytes. Zip stores local times since 1980, and tools
// that build a wheel from the tar copy its times into a zip.
const zipTime = new Date(1980, 1, 1);
const tarTime = Date.UTC(1980, 1, 1) / 1_000;
const readable = 0o644;

/**
 * A wheel is a zip with RECORD as its last file
 * (https://packaging.python.org/specifications/binary-distribution-format).
 */
export function wheelOf(files: Files, distInfo: string): Uint8Array {
  const name = `${distInfo}/RECORD`;
  const lines = [...files].map(([path, bytes]) => {
    const digest = createHash("sha256").update(bytes).digest("base64url");
    return `${path},sha256=${digest},${bytes.length}\n`;
  });
  const record = Buffer.from(`${lines.join("")}${name},,\n`);
  // With `os` 3 (Unix), the upper half of `attrs` is the file's mode.
  const options = { mtime: zipTime, os: 3, attrs: readable << 16, level: 9 } as const;
  const zippable: Zippable = {};
  for (const [path, bytes] of [...files, [name, record] as const]) zippable[path] = [bytes, options];
  return zipSync(zippable);
}

/** A source distribution is a tar (ustar) that is compressed with gzip. */
export function sdistOf(files: Files): Uint8Array {
  const blocks = [...files].flatMap(([path, bytes]) => {
    const padding = Buffer.alloc((block - (bytes.length % block)) % block);
    return [tarHeader(path, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block)]), { level: 9 });
}

const block = 512;

function tarHeader(path: string, size: number): Buffer {
  if (path.length > 100) throw new Error(`a path in the archive is longer than 100 characters: ${path}`);
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(path, 0);
  header.write(octal(readable, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(tarTime, 11), 100);
  // For the checksum, the checksum's own field counts as spaces.
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\0" + "00", 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  );
  return header;
}
