import { CorruptItemError } from "../../kernel/errors.ts";
import { parseExact } from "../../kernel/exact-json.ts";
import type { Item } from "../../kernel/ports/table.ts";

/** Items are kept as JSON text. That the text is JSON was decided when it was written; only the key is looked at again. */
export function itemOf(text: string): Item {
  const value = parseExact(text);
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
