import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiTypesFile, apiTypesText } from "./api-types-text.ts";

test("the client's types match the OpenAPI document: npm run api-types", async () => {
  expect(readFileSync(apiTypesFile, "utf8")).toBe(await apiTypesText());
});
