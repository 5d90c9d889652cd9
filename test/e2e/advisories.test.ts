import { expect, test } from "vitest";
import { AnyProgram } from "../support/program.ts";
import { serveForTest } from "./support/test-scope.ts";

const advisory = {
  ...{ id: 1, url: "https://github.com/advisories/GHSA-0000-0000-0000", title: "A made-up flaw", severity: "high" },
  ...{ vulnerable_versions: "*", cwe: [], cvss: { score: 0, vectorString: null } },
};

/** The output and exit code of the gate's step for such a registry response. */
async function advisories(status: number, body: unknown) {
  const address = await serveForTest((request, response) => {
    const isQuestion = request.url?.endsWith("/advisories/bulk") === true;
    request.resume().on("end", () => {
      response.writeHead(isQuestion ? status : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isQuestion ? body : {}));
    });
  });
  const registry = `${address}/`;
  const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: "0" };
  const program = new AnyProgram(process.execPath, ["test/supply-chain/advisories.ts"], { env });
  return { code: await program.ended, output: program.output };
}

test("the advisories check judges npm's own response: nothing found, a flaw found, or no response", async () => {
  expect(await advisories(200, {})).toMatchObject({ code: 0 });
  const found = await advisories(200, { zod: [advisory] });
  expect([found.code, found.output]).toEqual([
    1,
    expect.stringContaining("GHSA-0000-0000-0000: zod (high): A made-up flaw"),
  ]);
  expect(await advisories(405, {})).toMatchObject({ code: 75, output: expect.stringContaining("not available here") });
});
