import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiTypesFile, apiTypesText } from "./api-types-text.ts";

test("the portal's types are those of the OpenAPI document as it is: npm run portal-types", async () => {
  expect(readFileSync(apiTypesFile, "utf8")).toBe(await apiTypesText());
});
