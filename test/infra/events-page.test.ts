import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eventsPageFile, eventsPageText } from "../../docs/events-page-text.ts";
import { eventTypes } from "../../shared/kernel/catalogue.ts";
import { operationalPayloads } from "../../shared/kernel/operational-payloads.ts";

const page = readFileSync(eventsPageFile, "utf8");

test("docs/events.md has the catalogue's types and payloads: npm run events-page", () => {
  expect(page).toBe(eventsPageText(page));
});

test("docs/events.md has a sentence on every type, and a section on every operational one", () => {
  expect(eventTypes.filter((type) => !page.includes(`| \`${type}\` | `))).toEqual([]);
  expect(Object.keys(operationalPayloads).filter((verb) => !page.includes(`### \`bridge.${verb}\`\n`))).toEqual([]);
});

test("a page without the places for its tables is refused, not written without them", () => {
  expect(() => eventsPageText("# Events\n")).toThrow("no section between <!-- types -->");
});
