import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** The path in the archive, with `/` between folders. A trailing `/` marks a directory. */
  readonly name: string;
  content(): Buffer;
}

const utf8Names = 0x0800;
const directoryAttribute = 0x10;
/** 1 January 1980, the format's epoch, so that bundles of the same content are identical. */
const dosDate = 0x21;

/** A zip file of stored (uncompressed) entries, with one entry in memory at a time. */
export function* zipChunks(entries: Iterable<ZipEntry>): Generator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = entry.content();
    const name = Buffer.from(entry.name);
    const fields = commonFields(name, content);
    const header = Buffer.concat([signature(0x04034b50), fields, name]);
    directory.push(Buffer.concat([signature(0x02014b50), uint16(20), fields, tail(entry.name, offset), name]));
    offset += header.length + content.length;
    yield header;
    yield content;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  yield* directory;
  yield Buffer.concat([
    signature(0x06054b50),
    uint16(0, 0, directory.length, directory.length),
    uint32(size, offset),
    uint16(0),
  ]);
}

function commonFields(name: Buffer, content: Buffer): Buffer {
  return Buffer.concat([
    uint16(20, utf8Names, 0, 0, dosDate),
    uint32(crc32(content), content.length, content.length),
    uint16(name.length, 0),
  ]);
}

function tail(name: string, offset: number): Buffer {
  return Buffer.concat([uint16(0, 0, 0), uint32(name.endsWith("/") ? directoryAttribute : 0, offset)]);
}

const signature = (value: number): Buffer => uint32(value);

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16LE(value, place * 2);
  return bytes;
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}
