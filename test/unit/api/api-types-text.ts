import { writeFileSync } from "node:fs";
import openapiTS, { astToString, type MediaTypeObject, type OpenAPI3 } from "openapi-typescript";
import { apiFixture } from "./api-fixture.ts";

const head = `// The management API as its clients see it: written by \`npm run api-types\` from the OpenAPI document. Don't edit it.
`;

export const apiTypesFile = new URL("../../../infra/api-client/api-types.ts", import.meta.url);

type Answer = { headers?: unknown; content?: Record<string, MediaTypeObject>; $ref?: string };

/** TypeScript types of every call of the management API, for a client. */
export async function apiTypesText(): Promise<string> {
  const answer = await apiFixture().app.request("/v1/openapi.json");
  const document: OpenAPI3 & { webhooks?: unknown } = JSON.parse(await answer.text());
  // A client of the API receives none, and who receives them has the types of every event in docs/types.
  delete document.webhooks;
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    if (name === "WebhookEvent" || /^[A-Z]\w+(?:Event|Data)$/.test(name)) delete document.components?.schemas?.[name];
  }
  // Headers and problem documents are alike everywhere, and would be two thirds of the file.
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path)) {
      const { responses }: { responses: Record<string, Answer> } = operation;
      for (const [status, { content = {} }] of Object.entries(responses)) {
        delete responses[status]?.headers;
        if ("application/problem+json" in content) {
          document.components = {
            ...document.components,
            responses: { Problem: { description: "A problem", content } },
          };
          responses[status] = { $ref: "#/components/responses/Problem" };
        }
      }
    }
  }
  return (
    head +
    astToString(
      await openapiTS(document, {
        alphabetize: true,
        exportType: true,
        emptyObjectsUnknown: true,
        defaultNonNullable: false,
      }),
    )
  );
}

if (import.meta.main) writeFileSync(apiTypesFile, await apiTypesText());
