import { expect, it } from "vitest";
import { DocumentWorld } from "../fidelity/document-world.ts";
import { live } from "../fidelity/plan.ts";
import { RecordWorld } from "../fidelity/record-world.ts";
import { linesOf } from "../fidelity/report.ts";

/** `npm run fidelity` does the same with more of everything. */
const small = { size: 12, rounds: 3 };

it.each([0, 2, 3, 5, 6, 8, 9, 11])("world %i: the bridge publishes what the source showed", async (number) => {
  const { findings, transitions } = await live(1, number, small);
  expect(findings.flatMap(linesOf)).toEqual([]);
  expect(transitions).toBeGreaterThan(20);
});

/** Mistakes in the data that the oracle gets to see. */
const mistakes: readonly (readonly [name: string, (text: string) => readonly string[]])[] = [
  ["an event is lost", () => []],
  [
    "an event comes again under another number",
    (text) => [text, text.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + 1}`)],
  ],
  ["values before and after are swapped", (text) => [swapped(text)]],
  ["a number of 20 digits loses its last", (text) => [text.replaceAll(/(\d{17})\d{3}/g, "$1000")]],
  ["text is normalised", (text) => [text.normalize("NFC").normalize("NFD")]],
  ["nulls are left out", (text) => [text.replaceAll(/,"\w+":null/g, "")]],
  ["the record is that of before", (text) => [text.replace(/"modified":"[^"]*"/, '"modified":"2020-01-01T00:00:00Z"')]],
];

const swapped = (text: string): string =>
  text.replaceAll('"from":', '"was":').replaceAll('"to":', '"from":').replaceAll('"was":', '"to":');

it.each(mistakes)("the oracle notices that %s", async (_, seenAs) => {
  const world = new RecordWorld({ seed: 5, pageLimit: 1_000, refuses: true, size: 12, lag: 0, oddRow: "none", seenAs });
  await world.begin();
  await world.round();
  expect(world.findings.length).toBeGreaterThan(0);
});

it.each(mistakes.slice(0, 3))("the oracle for documents notices that %s", async (_, seenAs) => {
  const options = { showsPlacements: true, lag: 0, isRestless: false, namesChanger: false };
  const world = new DocumentWorld({
    seed: 5,
    pageLimit: 1_000,
    refuses: true,
    owners: 2,
    size: 12,
    ...options,
    seenAs,
  });
  await world.begin();
  await world.round();
  expect(world.findings.length).toBeGreaterThan(3);
});
