import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue } from "../shared/kernel/catalogue.ts";
import { operationalPayloads } from "../shared/kernel/operational-payloads.ts";
import { jsonTypeText } from "./event-types-text.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** Replaces the tables in docs/events.md with those of the catalogue and the payloads; the other text stays. */
export function eventsPageText(page: string): string {
  return withSection(withSection(page, "types", typeTables()), "payloads", payloadTables());
}

function withSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/events.md has no section between ${begin.trim()} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

function typeTables(): string {
  return Object.entries(catalogue)
    .map(([subject, verbs]) => {
      const rows = Object.entries(verbs).map(([verb, sentence]) => `| \`${subject}.${verb}\` | ${sentence} |`);
      return lines(`| ${subject} | what happened |`, "| --- | --- |", ...rows);
    })
    .join("\n");
}

function payloadTables(): string {
  return Object.entries(operationalPayloads)
    .map(([verb, payload]) => {
      const variants = variantsOf(z.toJSONSchema(payload));
      const rows = variants.flatMap(fieldRows);
      const table =
        rows.length === 0 ? ["`data` is empty."] : ["| `data` | type | meaning |", "| --- | --- | --- |", ...rows];
      return lines(`### \`bridge.${verb}\``, "", ...table);
    })
    .join("\n");
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter((one) => typeof one !== "boolean");
}

function fieldRows({ properties = {} }: Schema): readonly string[] {
  return Object.entries(properties).map(([name, field]) => {
    if (typeof field === "boolean" || field.description === undefined) throw new Error(`${name} has no description`);
    const type = jsonTypeText(field).replaceAll("readonly ", "").replaceAll("|", "\\|");
    return `| \`${name}\` | \`${type}\` | ${field.description} |`;
  });
}

function lines(...text: readonly string[]): string {
  return `${text.join("\n")}\n`;
}

export const eventsPageFile = new URL("./events.md", import.meta.url);

if (import.meta.main) writeFileSync(eventsPageFile, eventsPageText(readFileSync(eventsPageFile, "utf8")));
