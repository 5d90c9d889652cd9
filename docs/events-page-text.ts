import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue } from "../shared/kernel/catalogue.ts";
import { operationalPayloads } from "../shared/kernel/operational-payloads.ts";
import { jsonTypeText } from "./event-types-text.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** Replaces the tables in docs/events.md with those of the catalogue and the payloads; the other text stays. */
export function eventsPageText(page: string): string {
  return withSection(withSection(page, "types", typeTable()), "payloads", payloadTables());
}

function withSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/events.md has no section between ${begin.trim()} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

function typeTable(): string {
  const rows = Object.entries(catalogue).flatMap(([subject, verbs]) =>
    Object.entries(verbs).map(([verb, sentence]) => `| \`${subject}.${verb}\` | ${sentence} |`),
  );
  return lines("| type | what happened |", "|---|---|", ...rows);
}

/** A payload that equals an earlier one has a reference instead of a table. */
function payloadTables(): string {
  const firstWith = new Map<string, string>();
  return Object.entries(operationalPayloads)
    .map(([verb, payload]) => {
      const table = payloadTable(z.toJSONSchema(payload));
      const first = firstWith.get(table);
      firstWith.set(table, first ?? verb);
      return lines(
        `### \`bridge.${verb}\``,
        "",
        first === undefined ? table : `\`data\` is as in \`bridge.${first}\`.`,
      );
    })
    .join("\n");
}

function payloadTable(payload: Schema): string {
  const rows = variantsOf(payload).flatMap(fieldRows);
  return rows.length === 0 ? "`data` is empty." : ["| `data` | type | meaning |", "|---|---|---|", ...rows].join("\n");
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
