import { readFileSync } from "node:fs";
import type { Subject } from "../../shared/kernel/catalogue.ts";
import { parseExact } from "../../shared/kernel/exact-json.ts";
import { jsonObject } from "../../shared/kernel/json.ts";
import { changesBetween } from "../../shared/mirror/changes-between.ts";
import { factsOfFolder } from "../../shared/mirror/documents/classify-folder.ts";

export const eventsDoc = new URL("../../docs/events.md", import.meta.url);

/** What the source sent before and now, with the members of a body as their text; and why the two are equal or not. */
export type Normalisation = readonly [resource: Subject, was: string, is: string, why: string];

const label = "references are compared by id; a new name is a change to the other record";
const audit = "an author or write time isn't content";
const asText = "the contract doesn't declare this field as an instant";

const same: readonly Normalisation[] = [
  ["company", '"fax": null', "", "absent means null"],
  ["company", '"visit": {"city": null}', '"visit": {}', "at any depth, too"],
  ["company", '"a": 1, "b": 2', '"b": 2, "a": 1', "members have no order"],
  ["company", '"a": 1, "a": 2', '"a": 2', "if a name is repeated, the last member counts"],
  ["company", '"limit": 1.50', '"limit": 15e-1', "the same number"],
  ["company", '"limit": 9007199254740993', '"limit": 9007199254740993.0', "the same number, even beyond 2^53"],
  ["company", '"limit": -0', '"limit": 0', "the same number; `data` shows 0"],
  [
    "company",
    '"name": "J\uFFFDrgen"',
    '"name": "J\uFFFDrgen"',
    "invalid UTF-8 is read as U+FFFD, and logged as `source.invalid_utf8`",
  ],
  [
    "project",
    '"projectEnd": "2026-01-05T08:00:00+01:00"',
    '"projectEnd": "2026-01-05T07:00:00.000Z"',
    "the same instant, in a field that the contract declares as one",
  ],
  [
    "person",
    '"plannedDeletionDate": "2026-01-05T08:00:00+01:00"',
    '"plannedDeletionDate": "2026-01-05T07:00:00Z"',
    "the same",
  ],
  ["company", '"isActive": "true"', '"isActive": true', "the contract leaves this field untyped"],
  ["project", '"projectYear": "2026"', '"projectYear": 2026', "the same"],
  ["project", '"company": {"id": "c1", "name": "A"}', '"company": {"id": "c1", "name": "B"}', label],
  [
    "company",
    '"country": {"id": "n1", "code": "NO"}',
    '"country": {"id": "n1", "code": "SE"}',
    "the same; `countryCode` is a value",
  ],
  ["project", '"company": {"id": "c1"}', '"company": "c1"', "lists and single reads spell references differently"],
  ["project", '"modified": "2026-01-05T07:00:00Z"', '"modified": "2026-01-06T07:00:00Z"', audit],
  ["company", '"modifiedBy": {"id": "p1"}', '"modifiedBy": {"id": "p2"}', "the same"],
  ["company", '"createdBy": {"id": "p1"}', '"createdBy": {"id": "p2"}', "the same"],
  ["company", '"created": "2026-01-05T07:00:00Z"', '"created": "2020-01-01T00:00:00Z"', "the same"],
  ["company", '"actedBy": "p1"', "", "only responses to writes have it"],
  ["company_template", '"numCompanies": 1', '"numCompanies": 2', "it counts other records; so does `numProjects`"],
  ["folder", '"path": "A/B"', '"path": "C/B"', "the folder's ancestors determine it"],
  ["folder", '"color": "red"', '"color": "blue"', "only `name` and `parentId` of a folder are documented"],
  ["document", '"folderId": null', "", "the owner's journal records the move to the top level"],
];
const different: readonly Normalisation[] = [
  ["company", '"limit": 9007199254740992', '"limit": 9007199254740993', "every digit counts"],
  ["company", '"note": ""', "", "an empty string is a value"],
  ["company", '"tags": []', "", "so is an empty list"],
  ["company", '"visit": {}', "", "so is an empty object"],
  ["company", '"tags": ["a"]', '"tags": ["a", null]', "in a list, null is an element"],
  ["company", '"tags": ["a", "b"]', '"tags": ["b", "a"]', "a list has an order"],
  ["company", '"name": "A"', '"name": "a"', "letter case counts"],
  ["company", '"name": "A "', '"name": "A"', "whitespace counts"],
  ["company", '"flag": "true"', '"flag": true', "the contract doesn't leave this field untyped"],
  ["project", '"projectYear": "007"', '"projectYear": 7', "with leading zeros it is a code"],
  [
    "project",
    '"projectEnd": "2026-02-30T00:00:00Z"',
    '"projectEnd": "2026-03-02T00:00:00Z"',
    "an instant that doesn't exist is compared as text",
  ],
  ["company", '"note": "2026-01-05T08:00:00+01:00"', '"note": "2026-01-05T07:00:00Z"', asText],
  [
    "activity",
    '"dueDate": "2026-01-05T08:00:00+01:00"',
    '"dueDate": "2026-01-05T07:00:00Z"',
    "the same: this is a local date",
  ],
  ["project", '"company": {"id": "c1", "name": "A"}', '"company": {"id": "c2", "name": "A"}', "another record"],
  [
    "project",
    '"company": {"id": "c1", "role": "x"}',
    '"company": {"id": "c1", "role": "y"}',
    "other fields of a reference are values",
  ],
  [
    "activity",
    '"status": {"id": "s1", "color": "x"}',
    '"status": {"id": "s2", "color": "y"}',
    "another status is one change, with all its fields",
  ],
  [
    "company",
    '"custom": {"id": "f1", "name": "A"}',
    '"custom": {"id": "f1", "name": "B"}',
    "the contract doesn't declare this field as a reference",
  ],
  [
    "company",
    '"country": {"code": "NO"}',
    '"country": {"code": "SE"}',
    "without an id, the code identifies the country",
  ],
  ["company", '"a": {"b": 1}', '"a": {"b": 2}', "a nested field is named by its path"],
  ["company", '"a.b": 1', '"a.b": 2', "a name with a dot also has a pointer (RFC 6901)"],
];
export const normalisations = { same, different };

const begin =
  "<!-- normalisations: written by `npm run normalisations`; edit test/normalisations/normalisations.ts -->";
const end = "<!-- /normalisations -->";

/** The changes that an event would name; an empty list means no event. */
export function changesOf([resource, was, is]: Normalisation) {
  const bodyOf = (members: string) => jsonObject.parse(parseExact(`{${members}}`));
  const changes = changesBetween(resource, bodyOf(was), bodyOf(is));
  return resource === "folder" ? factsOfFolder(changes).flatMap((fact) => fact.changes ?? []) : changes;
}

/** The page with the tables that follow from the code. Throws if the page has no place for them. */
export function withNormalisations(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/events.md has no section between ${begin} and ${end}`);
  const lines = [
    ...["No event:", "", "| resource | before | after | why |", "|---|---|---|---|", ...same.map(rowOf)],
    ...["", "An event:", "", "| resource | before | after | `changes` | why |", "|---|---|---|---|---|"],
    ...different.map(rowOf),
  ];
  return `${page.slice(0, from)}${begin}\n\n${lines.join("\n")}\n\n${page.slice(to)}`;
}

export const currentPage = (): string => readFileSync(eventsDoc, "utf8");

function rowOf(one: Normalisation): string {
  const [resource, was, is, why] = one;
  const changes = changesOf(one).map((change) => codeOf(JSON.stringify(change)));
  return `| ${[resource, codeOf(was), codeOf(is), ...changes, why].join(" | ")} |`;
}

const codeOf = (text: string): string => (text === "" ? "absent" : `\`${text}\``);
