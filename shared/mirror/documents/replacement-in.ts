import { canonicalJson } from "../../kernel/canonical-json.ts";
import { unixMs } from "../../kernel/instant.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import type { Replacement } from "./owner-read.ts";

/** Longer sizes aren't stored, because a checkpoint holds thousands of them. */
const longestSize = 20;

/** The replacement of content that a journal entry records. */
export function replacementIn({ changedField, changed, size }: JsonObject): Replacement | undefined {
  const at = changedField === "FILE_CONTENT" ? unixMs(changed) : undefined;
  return at === undefined ? undefined : { at, size: spelledSize(size) };
}

/**
 * A size in one spelling. The contract leaves open whether it is a number or a text (docs/partner-api.md#loose-fields).
 */
export function spelledSize(size: Json | undefined): string | undefined {
  if (size === undefined || size === null) return undefined;
  const spelled = typeof size === "string" ? size : canonicalJson(size);
  return spelled.length > longestSize ? undefined : spelled;
}
