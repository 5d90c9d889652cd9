import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { npm } from "../../support/npm.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/**
 * Installs a package that requires a nonexistent Node version, with this project's npm settings, and prints npm's
 * output.
 */
function install(dependency: string): { readonly status: number | null; readonly output: string } {
  const directory = temporaryFolder();
  cpSync(".npmrc", join(directory, ".npmrc"));
  mkdirSync(join(directory, "future"));
  const write = (name: string, contents: object) => {
    writeFileSync(join(directory, name), JSON.stringify(contents));
  };
  write("future/package.json", { name: "future", version: "1.0.0", engines: { node: ">=999" } });
  write("package.json", { private: true, dependencies: { future: dependency } });
  // Settings of the npm that runs this test would win over the file's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const argv = ["install", "--offline", "--no-audit", "--no-fund"];
  const { status, stdout, stderr } = spawnSync(...npm(...argv), { cwd: directory, env, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

test("installing prints nothing about the Node versions that packages ask for", () => {
  const { status, output } = install("file:future");
  expect(output).not.toContain("EBADENGINE");
  expect(status).toBe(0);
});

test("installing still prints real errors", () => {
  const { status, output } = install("file:missing/missing.tgz");
  expect(output).toContain("npm error");
  expect(status).not.toBe(0);
});
