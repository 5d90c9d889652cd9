import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractRows } from "./contract-rows.ts";

const path = new URL("../../../docs/sandbox.md", import.meta.url).pathname;
const sharedErrors = 5;

/** `vitest run -u` rewrites the table in place. */
test("docs/sandbox.md has the table of everything the conformance suite shows", async () => {
  const [before, rest] = readFileSync(path, "utf8").split("<!-- conformance:begin -->");
  const after = rest!.split("<!-- conformance:end -->")[1];
  const page = `${before}<!-- conformance:begin -->\n${conformanceTable()}<!-- conformance:end -->${after}`;
  await expect(page).toMatchFileSnapshot(path);
});

function conformanceTable(): string {
  const cells = contractRows.reduce((sum, { cells: shown }) => sum + Object.keys(shown).length, 0);
  const business = contractRows.filter(({ row }) => !row.includes("/auth/")).length;
  const rows = contractRows.map(
    ({ row, source, cells: shown }) => `| \`${row}\` | ${source} | ${Object.keys(shown).join("; ")} |`,
  );
  return [
    `${contractRows.length} endpoint rows, ${cells} cells; and the shared errors (401, two 403s, 404, 500) on ${business} business`,
    `rows, ${business * sharedErrors} more. P:n and R:n are lines of the contract's first and second file.`,
    "",
    "| Endpoint | Contract | Shown |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
