import { readFileSync } from "node:fs";
import type { RecordResource } from "../../shared/kernel/catalogue.ts";
import { parseExact } from "../../shared/kernel/exact-json.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import { changesBetween } from "../../shared/mirror/changes-between.ts";

export const eventsDoc = new URL("../../docs/events.md", import.meta.url);

/** What the source sent before and now: members of a record's body, as their text. */
export type Normalisation = readonly [resource: RecordResource, was: string, is: string];

const same: readonly Normalisation[] = [
  ["company", '"fax": null', ""],
  ["company", '"visit": {"city": null}', '"visit": {}'],
  ["company", '"a": 1, "b": 2', '"b": 2, "a": 1'],
  ["company", '"limit": 1.50', '"limit": 15e-1'],
  ["company", '"limit": 9007199254740993', '"limit": 9007199254740993.0'],
  ["project", '"endDate": "2026-01-05T08:00:00+01:00"', '"endDate": "2026-01-05T07:00:00Z"'],
  ["company", '"isActive": "true"', '"isActive": true'],
  ["project", '"projectYear": "2026"', '"projectYear": 2026'],
  ["project", '"company": {"id": "c1", "name": "A"}', '"company": {"id": "c1", "name": "B"}'],
  ["project", '"company": {"id": "c1"}', '"company": "c1"'],
  ["project", '"modified": "2026-01-05T07:00:00Z"', '"modified": "2026-01-06T07:00:00Z"'],
  ["company", '"modifiedBy": {"id": "p1"}', '"modifiedBy": {"id": "p2"}'],
  ["company_template", '"numCompanies": 1', '"numCompanies": 2'],
];
const different: readonly Normalisation[] = [
  ["company", '"limit": 9007199254740992', '"limit": 9007199254740993'],
  ["company", '"note": ""', ""],
  ["company", '"tags": []', ""],
  ["company", '"visit": {}', ""],
  ["company", '"tags": ["a"]', '"tags": ["a", null]'],
  ["company", '"tags": ["a", "b"]', '"tags": ["b", "a"]'],
  ["company", '"name": "A"', '"name": "a"'],
  ["company", '"name": "A "', '"name": "A"'],
  ["company", '"flag": "true"', '"flag": true'],
  ["project", '"projectYear": "007"', '"projectYear": 7'],
  ["project", '"company": {"id": "c1", "role": "x"}', '"company": {"id": "c1", "role": "y"}'],
  ["company", '"custom": {"id": "f1", "name": "A"}', '"custom": {"id": "f1", "name": "B"}'],
  ["company", '"a": {"b": 1}', '"a": {"b": 2}'],
  ["company", '"a.b": 1', '"a.b": 2'],
];
export const normalisations = { same, different };

const begin =
  "<!-- normalisations: written by `npm run normalisations`; edit test/normalisations/normalisations.ts -->";
const end = "<!-- /normalisations -->";

/** The changes that an event would name; none: no event. */
export function changesOf([resource, was, is]: Normalisation) {
  const bodyOf = (members: string) => jsonObject.parse(parseExact(`{${members}}`));
  return changesBetween(resource, bodyOf(was), bodyOf(is));
}

/** The page with the table as it follows from the code. Throws where the page has no place for it. */
export function withNormalisations(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/events.md has no section between ${begin} and ${end}`);
  const lines = [...same, ...different].map(rowOf);
  const table = ["| of | was | is | `changes` |", "| --- | --- | --- | --- |", ...lines].join("\n");
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

export const currentPage = (): string => readFileSync(eventsDoc, "utf8");

function rowOf(one: Normalisation): string {
  const [resource, was, is] = one;
  const changes = changesOf(one);
  const told = changes.length === 0 ? "no event" : changes.map((change) => codeOf(JSON.stringify(change))).join(" ");
  return `| ${resource} | ${codeOf(was)} | ${codeOf(is)} | ${told} |`;
}

const codeOf = (text: string): string => (text === "" ? "absent" : `\`${text}\``);
