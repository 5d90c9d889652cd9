import { CorruptItemError } from "../../kernel/errors.ts";
import { mayHoldExactNumbers, parseExact } from "../../kernel/exact-json.ts";
import type { Item } from "../../kernel/ports/table.ts";

/**
 * In front of a text with numbers that a double can't hold. It is white space, so every reader of JSON takes it; readers
 * here needn't search each text for such numbers.
 */
const exactMark = " ";

/** Items are kept as JSON text. */
export function textOf(item: Item): string {
  const text = JSON.stringify(item);
  return mayHoldExactNumbers(text) ? exactMark + text : text;
}

/** That the text is JSON was decided when it was written; only the key is looked at again. */
export function itemOf(text: string): Item {
  const value: unknown = text.startsWith(exactMark) ? parseExact(text) : JSON.parse(text);
  if (!isItem(value)) throw new CorruptItemError("a stored item has no key");
  return value;
}

function isItem(value: unknown): value is Item {
  return (
    typeof value === "object" &&
    value !== null &&
    "pk" in value &&
    "sk" in value &&
    typeof value.pk === "string" &&
    typeof value.sk === "string"
  );
}
