import type { Json, JsonObject } from "../kernel/json.ts";
import type { Item, Key } from "../kernel/ports/table.ts";

type Loose = string | number | boolean | null | undefined | readonly Loose[] | LooseObject;
type LooseObject = { readonly [name: string]: Loose };

/** An item as tables take it: without the members that are undefined, which no engine can store. */
export function storedItem(item: LooseObject & Key): Item {
  return { ...withoutUndefined(item), pk: item.pk, sk: item.sk };
}

function withoutUndefined(value: LooseObject): JsonObject {
  const defined: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) defined[name] = stored(member);
  }
  return defined;
}

function stored(value: Exclude<Loose, undefined>): Json {
  if (isList(value)) return value.map((element) => (element === undefined ? null : stored(element)));
  return typeof value === "object" && value !== null ? withoutUndefined(value) : value;
}

function isList(value: Loose): value is readonly Loose[] {
  return Array.isArray(value);
}
