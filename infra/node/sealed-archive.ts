import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { errorWith, FeedhookError } from "../../shared/kernel/errors.ts";

/** The file isn't a Feedhook archive, it is incomplete or was changed, or the passphrase is wrong. */
export class ArchiveError extends errorWith("archive_unreadable") {}

/**
 * An archive is `FEEDHOOK1`, 16 bytes of salt, 12 bytes of nonce, gzip under AES-256-GCM with a key that scrypt derives
 * from the passphrase, and the 16-byte tag. The unpacked content is a line of JSON with each file's name, size and
 * SHA-256, followed by the files' bytes.
 */
const magic = Buffer.from("FEEDHOOK1");
const [saltSize, nonceSize, tagSize] = [16, 12, 16];
const headSize = magic.length + saltSize + nonceSize;

const content = z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: z.string() }));

/** In bytes, for the line that names the files. Our archives need a few hundred. */
const longestLine = 4_096;

export type ArchivedFile = { readonly name: string; readonly path: string };

export async function writeArchive(to: string, files: readonly ArchivedFile[], passphrase: string): Promise<void> {
  const listed: z.infer<typeof content> = [];
  for (const { name, path } of files) listed.push({ name, size: statSync(path).size, sha256: await digestOf(path) });
  const [salt, nonce] = [randomBytes(saltSize), randomBytes(nonceSize)];
  const cipher = createCipheriv("aes-256-gcm", keyOf(passphrase, salt), nonce);
  const output = createWriteStream(to, { mode: 0o600, flags: "wx" });
  output.write(Buffer.concat([magic, salt, nonce]));
  async function* plain() {
    yield Buffer.from(`${JSON.stringify(listed)}\n`);
    for (const { path } of files) yield* chunksOf(path);
  }
  await pipeline(Readable.from(plain()), createGzip(), cipher, output);
  await appendFile(to, cipher.getAuthTag(), { flush: true });
}

/**
 * `pathOf` says where each file goes. The archive is read twice: a forged archive could unpack to a thousand times its
 * length, so nothing is unpacked until the tag at its end proves it authentic. Trust the files only after the promise
 * has resolved. Throws {@link ArchiveError}, and the errors of `pathOf`.
 */
export async function readArchive(from: string, passphrase: string, pathOf: (name: string) => string): Promise<void> {
  const { head, tag, end } = framed(from);
  const salt = head.subarray(magic.length, magic.length + saltSize);
  const key = keyOf(passphrase, salt);
  const opened = () => {
    const decipher = createDecipheriv("aes-256-gcm", key, head.subarray(magic.length + saltSize));
    return [createReadStream(from, { start: headSize, end }), decipher.setAuthTag(tag)] as const;
  };
  try {
    await pipeline(...opened(), new PassThrough().resume());
    await pipeline(...opened(), createGunzip(), (source: AsyncIterable<Buffer>) => unpack(source, pathOf));
  } catch (cause) {
    if (cause instanceof FeedhookError) throw cause;
    throw new ArchiveError(`${from} can't be opened: the passphrase is wrong, or the file was changed or truncated`, {
      cause,
    });
  }
}

function framed(from: string) {
  const size = statSync(from).size;
  const head = Buffer.alloc(headSize);
  const tag = Buffer.alloc(tagSize);
  const file = openSync(from, "r");
  try {
    readSync(file, head, 0, headSize, 0);
    readSync(file, tag, 0, tagSize, Math.max(0, size - tagSize));
  } finally {
    closeSync(file);
  }
  const isArchive = size > headSize + tagSize && head.subarray(0, magic.length).equals(magic);
  if (!isArchive) throw new ArchiveError(`${from} isn't a Feedhook backup`);
  return { head, tag, end: size - tagSize - 1 };
}

async function unpack(source: AsyncIterable<Buffer>, pathOf: (name: string) => string): Promise<void> {
  const reader = new ByteReader(source);
  const files = content.parse(JSON.parse((await reader.line()).toString("utf8")));
  for (const { name, size, sha256 } of files) {
    const hash = createHash("sha256");
    async function* bytes() {
      for await (const chunk of reader.take(size)) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await pipeline(Readable.from(bytes()), createWriteStream(pathOf(name), { mode: 0o600 }));
    if (hash.digest("hex") !== sha256) throw new ArchiveError(`${name} in the archive doesn't match its checksum`);
  }
  // At the end, the decipher checks the tag.
  await reader.end();
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async line(): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if ((end === -1 ? this.#rest.length : end) > longestLine) {
        throw new ArchiveError("the archive doesn't begin with a list of its files");
      }
      if (end !== -1) {
        const found = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return found;
      }
      const next = await this.#chunks.next();
      if (next.done === true) throw new ArchiveError("the archive is truncated");
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
  }

  async end(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw new ArchiveError("the archive is truncated");
        this.#rest = next.value;
      }
      const taken = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, maxmem: 64 * 1_024 * 1_024 });
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest("hex");
}

const chunksOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: 1_048_576 });
