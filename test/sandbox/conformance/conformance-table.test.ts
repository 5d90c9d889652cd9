import { resolve } from "node:path";
import { expect, test } from "vitest";
import { contractResources, contractRows } from "./contract-rows.ts";
import type { ContractRow } from "./world.ts";

const path = resolve("docs/measurements/conformance.md");
const sharedErrors = 5;

/** `vitest run -u` rewrites the page. */
test("docs/measurements/conformance.md has the counts of the conformance suite", async () => {
  await expect(conformancePage()).toMatchFileSnapshot(path);
});

function conformancePage(): string {
  const business = contractRows.filter(({ row }) => !row.includes("/auth/")).length;
  return [
    "# Conformance of the sandbox",
    "",
    "<!-- Made by `npx vitest run --project sandbox -u conformance-table`; don't edit. -->",
    "",
    "`test/sandbox/conformance` checks each promise of [the contract](../partner-api.md#endpoints) on the [sandbox](../sandbox.md).",
    `Each promise is a cell of an endpoint's row. The shared errors (401, two 403s, 404, 500) add ${business * sharedErrors} cells on ${business} business`,
    "endpoints.",
    "",
    "| resource | endpoints | cells | of these, errors |",
    "|---|---:|---:|---:|",
    ...contractResources.map(([title, rows]) => rowOf(title, rows)),
    rowOf("**total**", contractRows),
    "",
  ].join("\n");
}

function rowOf(title: string, rows: readonly ContractRow[]): string {
  const cells = rows.flatMap(({ cells: shown }) => Object.keys(shown));
  const errors = cells.filter((cell) => /^[45]/.test(cell));
  return `| ${title} | ${rows.length} | ${cells.length} | ${errors.length} |`;
}
