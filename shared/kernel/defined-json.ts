import { type ExactNumber, isExactNumber } from "./exact-json.ts";
import { isList, type Json, type JsonObject, setMember } from "./json.ts";

/** JSON whose members may be undefined. */
type Loose = string | number | ExactNumber | boolean | null | undefined | readonly Loose[] | LooseObject;
export type LooseObject = { readonly [name: string]: Loose };

/** Leaves out undefined members at every depth. In an array, undefined becomes null, as in `JSON.stringify`. */
export function definedJson(value: LooseObject): JsonObject {
  const defined: { [name: string]: Json } = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) setMember(defined, name, definedValue(member));
  }
  return defined;
}

function definedValue(value: Exclude<Loose, undefined>): Json {
  if (isList(value)) return value.map((element) => (element === undefined ? null : definedValue(element)));
  return typeof value === "object" && value !== null && !isExactNumber(value) ? definedJson(value) : value;
}
