import { writeFileSync } from "node:fs";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { apiFixture } from "../unit/api/api-fixture.ts";

const head =
  "// The management API as the portal sees it, made from the OpenAPI document by `npm run portal-types`. Don't edit it.\n";

export const apiTypesFile = new URL("../../infra/portal/app/api/api-types.ts", import.meta.url);

/** TypeScript types of every call of the management API, for a client. */
export async function apiTypesText(): Promise<string> {
  const answer = await apiFixture().app.request("/v1/openapi.json");
  const document: OpenAPI3 = JSON.parse(await answer.text());
  const nodes = await openapiTS(document, {
    alphabetize: true,
    exportType: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
  });
  return head + astToString(nodes);
}

if (import.meta.main) writeFileSync(apiTypesFile, await apiTypesText());
