import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { glob } from "../../support/glob.ts";

const shared = new URL("../../../shared/", import.meta.url);

// In a process of its own: in this one another file may have loaded the API before.
test("the API loads after schemas of earlier stages were created without the OpenAPI extension", () => {
  const earlier = glob("**/*.ts", "shared").filter((path) => !/^(api|adapters)\//.test(path));
  expect(earlier.length).toBeGreaterThan(100);
  const lines = [...earlier, "api/create-api.ts"].map((path) => `await import("${new URL(path, shared).href}");`);
  const program = [...lines, 'console.log("loaded");'].join("\n");
  // Through stdin, because Windows limits the length of a command.
  const output = execFileSync(process.execPath, ["--input-type=module", "-"], { input: program, encoding: "utf8" });
  expect(output).toBe("loaded\n");
});
