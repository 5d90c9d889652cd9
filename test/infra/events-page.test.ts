import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventsPageFile, eventsPageText } from "../../docs/events-page-text.ts";
import { eventTypes } from "../../shared/kernel/catalogue.ts";
import { operationalPayloads } from "../../shared/kernel/operational-payloads.ts";

const page = readFileSync(eventsPageFile, "utf8");

test("docs/events.md has the catalogue's types and payloads: npm run events-page", () => {
  expect(page).toBe(eventsPageText(page));
});

test("docs/events.md has a row for every type, and the fields of every operational one", () => {
  const named = [...page.matchAll(/^\| (`[^|]+`) \| \S/gm)].flatMap(([, types = ""]) => types.split(" "));
  expect(eventTypes.filter((type) => !named.includes(`\`${type}\``))).toEqual([]);
  expect(Object.keys(operationalPayloads).filter((verb) => !page.includes(`| \`bridge.${verb}\` | \``))).toEqual([
    "instance_recovered",
  ]);
});

test("types of records that differ only in the record's name share a row", () => {
  expect(page).toContain("| `project.closed` `activity.closed` | A record was closed. |\n");
  expect(page).toContain("| `company.deactivated` | A company was made inactive. |\n");
});

test("a page without the places for its tables is refused, not written without them", () => {
  expect(() => eventsPageText("# Events\n")).toThrow("no section between <!-- types -->");
});
