import { InvalidInputError, ItemTooLargeError } from "../../kernel/errors.ts";
import { isExactNumber } from "../../kernel/exact-json.ts";
import { isList, type Json, type JsonObject } from "../../kernel/json.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";

/**
 * DynamoDB's limits: sizes in bytes, and magnitudes of numbers. The single node also applies them, so that everything
 * that works there also works on AWS.
 */
const itemLimit = 400 * 1024;
export const partitionKeyLimit = 2_048;
export const sortKeyLimit = 1_024;
const numberLimit = 1e126;
const smallestNumber = 1e-130;
const nameLimit = 65_535;
/**
 * The maximum depth of lists and maps within an attribute. DynamoDB allows 32 levels, and the item itself is one of
 * them.
 */
const deepest = 31;

/**
 * Throws ItemTooLargeError for an item above 400 KB, and InvalidInputError for a key, name, nesting or number that
 * DynamoDB refuses.
 */
export function checkItem(item: Item): void {
  checkKey(item);
  // Each unit of a JavaScript string needs at most three bytes in UTF-8, so only items near the limit are counted
  // exactly.
  if (sizeOf(item, (text) => text.length * 3) <= itemLimit) return;
  const size = sizeOf(item, (text) => Buffer.byteLength(text));
  if (size > itemLimit) throw new ItemTooLargeError(`item ${item.pk} / ${item.sk} has ${size} bytes`);
}

export function checkKey({ pk, sk }: Key): void {
  for (const [path, value, limit] of [["pk", pk, partitionKeyLimit] as const, ["sk", sk, sortKeyLimit] as const]) {
    const size = Buffer.byteLength(value);
    if (size === 0 || size > limit) {
      throw new InvalidInputError("key", [{ path, message: `has ${size} bytes instead of 1 to ${limit}` }]);
    }
  }
}

function sizeOf(item: JsonObject, bytes: (text: string) => number, depth = 0): number {
  let size = 0;
  for (const [name, value] of Object.entries(item)) {
    if (name === "" || (name.length * 3 > nameLimit && Buffer.byteLength(name) > nameLimit))
      throw refusal(`contains a name of ${name.length} characters`);
    size += bytes(name) + sizeOfValue(value, bytes, depth);
  }
  return size;
}

/**
 * DynamoDB's rule for sizes. Names and strings count in UTF-8. A number takes one byte for every two digits, one byte
 * for a minus sign, and one byte more. Lists and maps take 3 bytes plus 1 per entry.
 */
function sizeOfValue(value: Json, bytes: (text: string) => number, depth: number): number {
  switch (typeof value) {
    case "string":
      return bytes(value);
    case "number":
      return sizeOfNumber(value);
    case "boolean":
      return 1;
    default:
      if (value === null) return 1;
      if (isExactNumber(value)) return value.rawJSON.length;
      if (depth === deepest) throw refusal(`contains lists and maps more than ${deepest} deep`);
      if (isList(value))
        return value.reduce<number>((size, entry) => size + 1 + sizeOfValue(entry, bytes, depth + 1), 3);
      return 3 + Object.keys(value).length + sizeOf(value, bytes, depth + 1);
  }
}

function sizeOfNumber(value: number): number {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value) || magnitude >= numberLimit || (magnitude > 0 && magnitude < smallestNumber)) {
    throw refusal("contains a number outside DynamoDB's range");
  }
  return Math.ceil(String(magnitude).length / 2) + (value < 0 ? 2 : 1);
}

function refusal(message: string): InvalidInputError {
  return new InvalidInputError("item", [{ path: "", message }]);
}
