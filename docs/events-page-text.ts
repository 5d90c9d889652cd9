import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue, recordResource } from "../shared/kernel/catalogue.ts";
import { operationalPayloads } from "../shared/kernel/operational-payloads.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** Replaces the tables in docs/events.md with those of the catalogue and the payloads; the other text stays. */
export function eventsPageText(page: string): string {
  return withSection(withSection(page, "types", typeTable()), "payloads", payloadTable());
}

function withSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/events.md has no section between ${begin.trim()} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** Types of records that differ only in the record's name share a row. */
function typeTable(): string {
  const rows = new Map<string, { sentence: string; types: string[] }>();
  for (const [subject, verbs] of Object.entries(catalogue)) {
    for (const [verb, sentence] of Object.entries(verbs)) {
      const general = aboutRecord(subject, sentence);
      const { types } = rows.get(`${verb} ${general}`) ?? { types: [] };
      rows.set(`${verb} ${general}`, {
        sentence: types.length === 0 ? sentence : general,
        types: [...types, `\`${subject}.${verb}\``],
      });
    }
  }
  const text = [...rows.values()].map(({ sentence, types }) => `| ${types.join(" ")} | ${sentence} |`);
  return lines("| type | what happened |", "|---|---|", ...text);
}

function aboutRecord(subject: string, sentence: string): string {
  if (!recordResource.safeParse(subject).success) return sentence;
  return sentence.replace(subject.replaceAll("_", " "), "record").replace(/\b(a)n record/i, "$1 record");
}

/** The schemas describe the fields. */
function payloadTable(): string {
  const rows = Object.entries(operationalPayloads).map(([verb, payload]) => {
    const names = variantsOf(z.toJSONSchema(payload)).flatMap(({ properties = {} }) => Object.keys(properties));
    return `| \`bridge.${verb}\` | ${names.map((name) => `\`${name}\``).join(" ")} |`;
  });
  return lines("| type | fields of `data` |", "|---|---|", ...rows);
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.filter((one) => typeof one !== "boolean");
}

function lines(...text: readonly string[]): string {
  return `${text.join("\n")}\n`;
}

export const eventsPageFile = new URL("./events.md", import.meta.url);

if (import.meta.main) writeFileSync(eventsPageFile, eventsPageText(readFileSync(eventsPageFile, "utf8")));
