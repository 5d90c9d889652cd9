import { writeFileSync } from "node:fs";
import * as z from "zod";
import { recordData, reference } from "../shared/api/event-types/record-data.ts";
import { catalogue, subject } from "../shared/kernel/catalogue.ts";
import { envelope } from "../shared/kernel/envelope.ts";
import { operationalPayloads } from "../shared/kernel/operational-payloads.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const head = `// The events of Feedhook: written by \`npm run event-types\` from the envelope's schema and the catalogue.
// It has no imports: copy it, or import it from \`feedhook/events\`.`;

/** TypeScript types of every event, for consumers, as one file without imports. */
export function eventTypesText(): string {
  const schema = z.toJSONSchema(envelope, { unrepresentable: "any" });
  const { id, type, subject: about, ...rest } = schema.properties ?? {};
  if (id === undefined || type === undefined || about === undefined) throw new Error("the envelope has other fields");
  const required = new Set(schema.required);
  const fields = Object.entries(rest).flatMap(([name, of]) => {
    // Each subject has its own.
    if (name === "data") return [];
    return [`  readonly ${name}${required.has(name) ? "" : "?"}: ${jsonTypeText(of)};`];
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
    "/** A referenced record: its ID, or an object with `id` and labels. */",
    `export type Reference = ${referenceText.replace(/ \| null$/, "")};`,
    "",
    "/**",
    " * The documented fields of the records in `data`. The source may leave out any field but the ID, and add others, and",
    " * Feedhook passes its values through unchecked.",
    " */",
    "export type RecordData = {",
    ...Object.entries(recordData).map(([name, { schema: data }]) => `  readonly ${name}: ${dataText(data)};`),
    "};",
    "",
    "/** The `data` of events about the bridge itself. */",
    "export type BridgeData = {",
    ...Object.entries(operationalPayloads).map(
      ([verb, payload]) => `  readonly "bridge.${verb}": ${dataText(payload)};`,
    ),
    "};",
    "",
    "type DataOf<S extends Subject, T extends EventType> = T extends keyof BridgeData",
    "  ? BridgeData[T]",
    "  : S extends keyof RecordData",
    "    ? RecordData[S]",
    "    : never;",
    "",
    "type EventOf<S extends Subject, T extends EventType> = Common & {",
    "  readonly type: T;",
    "  readonly data?: DataOf<S, T>;",
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

/** The `data` of one kind of event, with each field on a line of its own. It is open, because fields may be added. */
function dataText(data: z.ZodType): string {
  const schema = z.toJSONSchema(data, { unrepresentable: "any", io: "input" });
  const { properties = {}, required = [] } = schema;
  if (schema.type !== "object") return withReference(jsonTypeText(schema));
  const fields = Object.entries(properties).flatMap(([name, of]) => {
    const about = typeof of === "object" && of.description !== undefined ? [`    /** ${of.description} */`] : [];
    return [...about, `    readonly ${name}${required.includes(name) ? "" : "?"}: ${jsonTypeText(of)};`];
  });
  return withReference(["{", ...fields, "    readonly [field: string]: unknown;", "  }"].join("\n"));
}

const referenceText = jsonTypeText(z.toJSONSchema(reference, { io: "input" }));
const withReference = (text: string): string => text.replaceAll(referenceText, "Reference | null");

/** A JSON Schema as a TypeScript type. */
function jsonTypeText(schema: z.core.JSONSchema._JSONSchema): string {
  if (typeof schema === "boolean") return "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(jsonTypeText))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => jsonTypeText({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "null":
      return "null";
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

/** Open objects, whose schema allows other fields, have them as `unknown`. */
function objectText({ properties = {}, required = [], additionalProperties: others }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, of]) => `readonly ${name}${required.includes(name) ? "" : "?"}: ${jsonTypeText(of)}`,
  );
  const open = others === false ? [] : ["readonly [field: string]: unknown"];
  return `{ ${[...fields, ...open].join("; ")} }`;
}

function itemsOf({ items }: Schema): z.core.JSONSchema._JSONSchema {
  return items === undefined || Array.isArray(items) ? true : items;
}

export const eventTypesFile = new URL("./types/feedhook-events.d.ts", import.meta.url);

if (import.meta.main) writeFileSync(eventTypesFile, eventTypesText());
