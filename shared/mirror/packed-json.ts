import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { parseExact } from "../kernel/exact-json.ts";
import { type Json, mostBytesOf } from "../kernel/json.ts";

/** Texts up to this many bytes are stored uncompressed. Compressing a short text costs more than it saves. */
const longestPlain = 8 * 1_024;

export type PackableJson = { readonly [name: string]: Json } | readonly { readonly [name: string]: Json | undefined }[];

/** `bytes` is the most that the value takes in an item. `packed` is undefined if the value isn't compressed. */
export type StoredForm = { readonly bytes: number; readonly packed: string | undefined };

/** Each form is needed twice: when its item is fitted, and when the item is stored. */
const forms = new WeakMap<PackableJson, StoredForm>();

/**
 * Compresses long values (zstd, in base64), and values that tables can't store unchanged, such as deep nesting, lone
 * surrogates, empty names and very large numbers.
 */
export function storedForm(value: PackableJson): StoredForm {
  const most = mostBytesOf(value);
  // Nearly all values are this short, so they aren't serialized, and their forms aren't remembered.
  if (most <= longestPlain) return { bytes: most, packed: undefined };
  const known = forms.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  const isPlain = bytes <= longestPlain && most < Number.POSITIVE_INFINITY;
  const form = isPlain ? { bytes, packed: undefined } : packedForm(text);
  forms.set(value, form);
  return form;
}

function packedForm(text: string): StoredForm {
  const packed = zstdCompressSync(text).toString("base64");
  return { bytes: packed.length, packed };
}

/** Checks only the members that `storedItem` packs, because this runs for every item that is read. */
export function unpackedItem(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { lean, full, changeLog } = stored;
  return {
    ...stored,
    ...(isPacked(lean) && { lean: unpacked("body", lean) }),
    ...(isPacked(full) && { full: unpacked("body", full) }),
    ...(Array.isArray(changeLog) && { changeLog: changeLog.map(unpackedEntry) }),
  };
}

function unpackedEntry(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { facts } = entry;
  if (!Array.isArray(facts) || !facts.some(isPacked)) return entry;
  return { ...entry, facts: facts.map((fact: unknown) => (isPacked(fact) ? unpacked("changes", fact) : fact)) };
}

type Packed = { readonly [name: string]: unknown; readonly packed: string };

function unpacked(name: "body" | "changes", { packed, ...rest }: Packed): object {
  return { ...rest, [name]: parseExact(zstdDecompressSync(Buffer.from(packed, "base64")).toString()) };
}

function isPacked(stored: unknown): stored is Packed {
  return isObject(stored) && typeof stored["packed"] === "string";
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
