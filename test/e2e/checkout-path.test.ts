import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { endedWithTest } from "./support/test-scope.ts";

// What a URL would escape, and what a shell would split.
test("`npm start` works in a checkout whose path has spaces, punctuation and non-ASCII letters", async () => {
  const checkout = join(temporaryFolder(), "Møy's checkout #1 100%25 (copy)");
  for (const name of ["functions", "infra", "shared", "package.json"]) {
    cpSync(name, join(checkout, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(checkout, "node_modules"), "junction");
  const program = endedWithTest(StartProgram.npmIn(checkout, "--port", "0", "--data-dir", "data of the demo"));
  await program.prints(/^✓ .+/gm, 60_000);
  const [, portal = ""] = await program.prints(/^Portal +(http:\/\/[^#\s]+)/gm, 60_000);
  expect(await (await fetch(portal)).text()).toContain("<title>Feedhook</title>");
  expect(await program.interrupt()).toBe(0);
});
