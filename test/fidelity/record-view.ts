import { differencesOf } from "./oracle/differences.ts";
import { type ObjectNode, readObject, textOf } from "./oracle/json-text.ts";
import { fullText, listText, type SourceRecord } from "./source/source-record.ts";
import { spelled, valueOf } from "./source/text-body.ts";

/** The reads of a round, in order: the first read that shows a change finds it, not a later one. */
export const stages = ["timelines", "lists", "reads by id"] as const;
export type Stage = (typeof stages)[number];

/** Persons and companies show everything in their lists. Only a read by id can find what no list shows. */
export function shownBy(was: SourceRecord, is: SourceRecord, isStamped: boolean): Stage {
  if (isStamped) return "timelines";
  const rows = [was, is].map((record) => readObject(listText(record)));
  const [before, after] = rows;
  const isShown = before !== undefined && after !== undefined && differencesOf(was.resource, before, after).length > 0;
  return isShown ? "lists" : "reads by id";
}

export const oddRows = {
  "too deep": `{"id":"deep","remark":${"[".repeat(600)}${"]".repeat(600)}}`,
  "no id": '{"name":"nobody"}',
};

export const keyOf = ({ resource, id }: Pick<SourceRecord, "resource" | "id">): string => `${resource}#${id}`;

/** A record as an event shows it: the read by id, and an activity's company (docs/partner-api.md#lean-and-full). */
export function viewOf(record: SourceRecord): ObjectNode {
  const company = record.resource === "activity" ? valueOf(record.listOnly, "company") : undefined;
  const isAdded = company !== undefined && valueOf(record.full, "company") === undefined;
  return readObject(isAdded ? spelled([...record.full, ["company", company]]) : fullText(record));
}

/** The members with different texts, for people to read. */
export function shortened(
  was: ObjectNode | undefined,
  is: ObjectNode | undefined,
): { readonly was: string; readonly is: string } {
  const texts = (node: ObjectNode | undefined) =>
    (node?.members ?? []).map(([name, value]) => `${name}: ${textOf(value)}`);
  const [before, after] = [texts(was), texts(is)];
  const cut = (lines: readonly string[], others: readonly string[]) =>
    lines
      .filter((line) => !others.includes(line))
      .map((line) => (line.length > 300 ? `${line.slice(0, 200)}… (${line.length})` : line))
      .join("\n    ");
  return {
    was: was === undefined ? "(none)" : cut(before, after),
    is: is === undefined ? "(none)" : cut(after, before),
  };
}
