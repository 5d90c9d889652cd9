import type * as z from "zod";

type Schema = z.core.JSONSchema.JSONSchema;

/** A JSON Schema as a TypeScript type. */
export function jsonTypeText(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === "boolean") return "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "object":
      return objectText(schema);
    case "array":
      return `readonly (${jsonTypeText(itemsOf(schema))})[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    default:
      return "unknown";
  }
}

function objectText({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, of]) => `readonly ${name}${required.includes(name) ? "" : "?"}: ${jsonTypeText(of)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function itemsOf({ items }: Schema): z.core.JSONSchema._JSONSchema {
  return items === undefined || Array.isArray(items) ? true : items;
}
