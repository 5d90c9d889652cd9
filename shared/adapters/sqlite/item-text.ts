import { CorruptItemError } from "../../kernel/errors.ts";
import { mayHoldExactNumbers, parseExact } from "../../kernel/exact-json.ts";
import type { Item } from "../../kernel/ports/table.ts";

/**
 * Marks a stored text that may contain numbers that a double can't hold. The mark is white space, which every JSON
 * parser accepts. Without it, readers would have to search each text for such numbers.
 */
const exactMark = " ";

/** Items are kept as JSON text. */
export function textOf(item: Item): string {
  const text = JSON.stringify(item);
  return mayHoldExactNumbers(text) ? exactMark + text : text;
}

/** The text was checked as JSON when it was written, so only the key is checked again. Throws CorruptItemError. */
export function itemOf(text: string): Item {
  const value = valueOf(text);
  if (!isItem(value)) throw new CorruptItemError("a stored item has no key");
  return value;
}

/** Throws CorruptItemError only if the file is damaged. */
function valueOf(text: string): unknown {
  try {
    return text.startsWith(exactMark) ? parseExact(text) : JSON.parse(text);
  } catch (cause) {
    throw new CorruptItemError("a stored item isn't JSON", { cause });
  }
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
