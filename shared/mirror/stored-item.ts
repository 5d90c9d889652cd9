import { definedJson, type LooseObject } from "../kernel/defined-json.ts";
import type { Item, Key } from "../kernel/ports/table.ts";

/** An item as tables take it: without the members that are undefined, which no engine can store. */
export function storedItem(item: LooseObject & Key): Item {
  return { ...definedJson(item), pk: item.pk, sk: item.sk };
}
