import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const shared = new URL("../../../shared/", import.meta.url);

// In a process of its own: in this one another file may have loaded the API before.
test("the API loads after schemas of earlier stages were created without the OpenAPI extension", async () => {
  const earlier = globSync("**/*.ts", { cwd: fileURLToPath(shared) }).filter((path) => !/^(api|adapters)\//.test(path));
  expect(earlier.length).toBeGreaterThan(100);
  const lines = [...earlier, "api/create-api.ts"].map((path) => `await import("${new URL(path, shared).href}");`);
  const program = [...lines, 'console.log("loaded");'].join("\n");
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("loaded\n");
});
