import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { parseExact } from "../kernel/exact-json.ts";
import type { Json } from "../kernel/json.ts";
import { mostBytesOf } from "../kernel/storable.ts";

/** Bytes of text that are stored as they are: below, compression saves little and costs more than it saves. */
const longestPlain = 8 * 1_024;

export type PackableJson = { readonly [name: string]: Json } | readonly { readonly [name: string]: Json | undefined }[];

/** `bytes` is what the value takes in an item at most; `packed` is its compressed text, undefined where it is stored as it is. */
export type StoredForm = { readonly bytes: number; readonly packed: string | undefined };

/** A long value is looked at when its item is fitted and again when it is stored. */
const forms = new WeakMap<PackableJson, StoredForm>();

/**
 * The form in which a value of the source's is stored: long ones compressed (zstd, in base64), and so is what no table takes as it is:
 * deep nesting, half surrogate pairs, empty names.
 */
export function storedForm(value: PackableJson): StoredForm {
  const most = mostBytesOf(value);
  // Nearly all values: their text needn't be made, nor their form remembered.
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

/**
 * An item as it was before it was stored: with the bodies and changes that stand compressed in it. Looks where `storedItem`
 * packs, and copies only what is packed, since every read of an item comes by here.
 */
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
