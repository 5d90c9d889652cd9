import { createReadStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import type { OracleEntry } from "../e2e/support/oracle.ts";
import { type Finding, findingText } from "./account.ts";

/** All data at the end of a soak; `store` and `log` are files of the bridge, which has stopped. */
export type Known = {
  readonly source: readonly OracleEntry[];
  readonly events: readonly Envelope[];
  readonly disturbances: readonly string[];
  readonly store: string;
  readonly log: string;
};

/** For one finding: headings with lines below them. */
type Sections = Map<string, string[]>;

const [mostFindings, mostLines] = [100, 200];

/**
 * Writes a file for each finding (the first hundred) with everything that mentions its ids: what happened at the
 * source, what was published, the rows of each table, and the log's lines. Resolves with the files' paths.
 */
export async function writeEvidence(
  findings: readonly Finding[],
  known: Known,
  directory: string,
): Promise<readonly string[]> {
  const cases = findings.slice(0, mostFindings).map((finding) => ({ finding, sections: new Map() as Sections }));
  const put = (heading: string, text: string) => {
    for (const { finding, sections } of cases) {
      if (!finding.ids.some((id) => text.includes(id))) continue;
      const lines = sections.get(heading) ?? [];
      if (lines.length < mostLines) lines.push(text);
      sections.set(heading, lines);
    }
  };
  if (cases.length === 0) return [];
  for (const entry of known.source) put("At the source", JSON.stringify(entry));
  for (const event of known.events) put("Told", JSON.stringify(event));
  for (const [table, row] of rowsOf(known.store)) put(`Store: ${table}`, row);
  for await (const line of createInterface({ input: createReadStream(known.log) })) put("Log", line);
  mkdirSync(directory, { recursive: true });
  return cases.map(({ finding, sections }, place) => {
    const path = join(directory, `${place + 1}-${finding.subject.replaceAll(/[^\w-]+/g, "-")}.txt`);
    const parts = [...sections].map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}\n`);
    const disturbances = `## Disturbances\n\n${known.disturbances.join("\n")}\n`;
    writeFileSync(path, [findingText(finding), disturbances, ...parts].join("\n\n"));
    return path;
  });
}

/** Every row of every table, by table. */
function* rowsOf(store: string): Generator<readonly [table: string, row: string]> {
  if (!existsSync(store)) return;
  const database = new DatabaseSync(store, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) {
      for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
        yield [String(name), JSON.stringify(row)];
      }
    }
  } finally {
    database.close();
  }
}
