export type ParsedObject =
  | { readonly outcome: "invalid"; readonly message: string }
  /** `object` is absent if the field is empty. */
  | { readonly outcome: "ok"; readonly object?: Record<string, unknown> };

export function parseObject(text: string): ParsedObject {
  if (text.trim() === "") return { outcome: "ok" };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { outcome: "ok", object: { ...value } };
    }
    return { outcome: "invalid", message: "This isn't a JSON object. Begin with { and end with }." };
  } catch (error) {
    return { outcome: "invalid", message: `Invalid JSON: ${error instanceof Error ? error.message : ""}` };
  }
}
