import { writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue, subject } from "../shared/kernel/catalogue.ts";
import { envelope } from "../shared/kernel/envelope.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const head = `// The events of Feedhook: written by \`npm run event-types\` from the envelope's schema and the catalogue.
// It has no imports: copy it, or import it from \`feedhook/events\`.`;

/** TypeScript types of every event, for consumers, as one file without imports. */
export function eventTypesText(): string {
  const schema = z.toJSONSchema(envelope, { unrepresentable: "any" });
  const { id, type, subject: about, ...rest } = schema.properties ?? {};
  if (id === undefined || type === undefined || about === undefined) throw new Error("the envelope has other fields");
  const required = new Set(schema.required);
  const fields = Object.entries(rest).map(([name, of]) => {
    const text = name === "data" ? "Json" : jsonTypeText(of);
    return `  readonly ${name}${required.has(name) ? "" : "?"}: ${text};`;
  });
  const verbs = Object.entries(catalogue).map(
    ([name, list]) =>
      `  readonly ${name}: ${Object.keys(list)
        .map((verb) => JSON.stringify(verb))
        .join(" | ")};`,
  );
  return [
    head,
    "",
    "/** Bodies of records as the source gave them. */",
    "export type Json = { readonly [field: string]: unknown };",
    "",
    "/** Which verbs each subject has. */",
    "export type Verbs = {",
    ...verbs,
    "};",
    "",
    `export type Subject = ${subject.options.map((name) => JSON.stringify(name)).join(" | ")};`,
    "",
    '/** `person.updated` and its like; `SubjectTypes<"person">` are those of one subject. */',
    "export type SubjectTypes<S extends Subject> = `${S}.${Verbs[S]}`;",
    "export type EventType = { [S in Subject]: SubjectTypes<S> }[Subject];",
    "",
    "type Common = {",
    "  readonly id: string;",
    ...fields,
    "};",
    "",
    "type EventOf<S extends Subject, T extends EventType> = Common & {",
    "  readonly type: T;",
    "  /** Discard what is older (by `seq`) than what you hold of this record. */",
    "  readonly subject: { readonly type: S; readonly id: string; readonly seq: number; readonly part: number };",
    "};",
    "",
    '/** Envelope by event type: `BridgeEvents["person.updated"]`. */',
    "export type BridgeEvents = {",
    "  [T in EventType]: T extends `${infer S extends Subject}.${string}` ? EventOf<S, T> : never;",
    "};",
    "",
    "/** Any event: the body of a webhook, and the `detail` on the bus. */",
    "export type BridgeEvent = BridgeEvents[EventType];",
    "",
    "/** An event as a rule on the bus delivers it. */",
    "export type BusEvent<T extends EventType = EventType> = {",
    '  readonly source: "feedhook";',
    '  readonly "detail-type": T;',
    "  readonly detail: BridgeEvents[T];",
    "};",
    "",
  ].join("\n");
}

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

export const eventTypesFile = new URL("./types/feedhook-events.d.ts", import.meta.url);

if (import.meta.main) writeFileSync(eventTypesFile, eventTypesText());
