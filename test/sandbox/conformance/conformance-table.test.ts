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
    ({ row, cells: shown }) => `| [\`${row}\`](partner-api.md#${anchorOf(row)}) | ${Object.keys(shown).join("; ")} |`,
  );
  return [
    `${contractRows.length} endpoint rows, ${cells} cells; and the shared errors (401, two 403s, 404, 500) on ${business} business`,
    `rows, ${business * sharedErrors} more. Each endpoint links to what the contract says of it.`,
    "",
    "| Endpoint | Shown |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** `PUT /person/{personId}` → `put-person-personid`: the endpoint's anchor in docs/partner-api.md. */
function anchorOf(row: string): string {
  return row
    .replace(/\/\{instanceName\}\/auth\/api\/v1(\/\{locale\})?/, "")
    .replaceAll(/[{}]/g, "")
    .replaceAll(/[ /]+/g, "-")
    .toLowerCase();
}
