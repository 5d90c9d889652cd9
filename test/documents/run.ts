import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { asyncApiDocument } from "../../shared/api/event-types/async-api-document.ts";
import { runProgram } from "../deploy/run-program.ts";
import { apiFixture } from "../unit/api/api-fixture.ts";

/** They need 260 packages, so they aren't dependencies of the project. */
const packages = ["@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.16.3", "@asyncapi/parser@3.6.3"];
/** The exit code for "not available here": neither passed nor failed. */
const unavailable = 75;

const say = (line: string) => {
  console.log(`documents: ${line}`);
};

/** Installs the linters once into the user's cache folder; undefined if the registry is unreachable. */
async function install(): Promise<string | undefined> {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(cache, "feedhook", packages.join("_").replaceAll(/[^\w.]+/g, "-"));
  if (existsSync(join(folder, "installed"))) return folder;
  try {
    mkdirSync(folder, { recursive: true });
    await runProgram("npm", [
      "install",
      "--prefix",
      folder,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      ...packages,
    ]);
    writeFileSync(join(folder, "installed"), "");
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    say(`not available here: ${String(cause)}`);
    return undefined;
  }
  return folder;
}

async function check(linters: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "feedhook-documents-"));
  const openApi = join(folder, "openapi.json");
  const asyncApi = join(folder, "asyncapi.json");
  const rules = join(folder, "spectral.yaml");
  const bin = (name: string) => join(linters, "node_modules", ".bin", name);
  try {
    writeFileSync(openApi, await (await apiFixture().app.request("/v1/openapi.json")).text());
    writeFileSync(asyncApi, JSON.stringify(asyncApiDocument()));
    writeFileSync(rules, "extends: spectral:oas\n");
    const linted = await runProgram(bin("redocly"), ["lint", openApi, "--extends", "recommended"], { cwd: folder });
    if (/warning/.test(linted.replaceAll(/.*Deprecation warning.*/g, ""))) throw new Error(linted);
    say("Redocly passes OpenAPI without a warning");
    await runProgram(bin("spectral"), ["lint", openApi, "-r", rules, "--fail-severity", "hint"]);
    say("Spectral passes OpenAPI without a warning");
    const parser = pathToFileURL(join(linters, "node_modules/@asyncapi/parser/cjs/index.js")).href;
    const program = `import parser from ${JSON.stringify(parser)}; import { readFileSync } from "node:fs";
      const { document, diagnostics } = await new parser.Parser().parse(readFileSync(process.argv[1], "utf8"));
      const wrong = diagnostics.filter(({ severity }) => severity < 2);
      if (document === undefined || wrong.length > 0) { console.error(wrong); process.exitCode = 1; }`;
    await runProgram(process.execPath, ["--input-type=module", "--eval", program, asyncApi]);
    say("the AsyncAPI parser passes AsyncAPI without a warning");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const linters = await install();
if (linters === undefined) process.exitCode = unavailable;
else await check(linters);
