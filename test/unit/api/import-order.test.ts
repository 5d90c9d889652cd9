import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));

test("the API loads after every schema of earlier stages was made without the OpenAPI extension", async () => {
  const earlier = globSync("**/*.ts", { cwd: shared }).filter((path) => !/^(api|adapters)\//.test(path));
  expect(earlier.length).toBeGreaterThan(100);
  for (const path of earlier) await import(`${shared}${path}`);
  const { createApi } = await import("../../../shared/api/create-api.ts");
  expect(createApi).toBeTypeOf("function");
});
