import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { credentialFindings } from "./credential-findings.ts";
import { credentialTestAnswer, credentialTestInput } from "./credential-test-schemas.ts";
import { instanceParams } from "./instance-schemas.ts";

const test = apiRoute(
  { who: "operator", scope: "manage" },
  {
    tags: ["Instances"],
    method: "post",
    path: "/v1/instances/{name}/test-credentials",
    operationId: "testCredentials",
    summary: "Test an instance's credentials",
    description:
      "Requests a token and one page of each kind of list from the source: about 15 requests, at 5 per second. Stores nothing. You can also test credentials for an instance that isn't registered yet.",
    request: { params: instanceParams, body: jsonBody(credentialTestInput) },
    responses: {
      200: jsonAnswer("The result of the test", credentialTestAnswer),
      202: jsonAnswer("No worker was free in time. Try again", credentialTestAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type"),
    },
  },
);

export function credentialTestRoutes({ credentialTests }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(test, async (context) => {
    const report = await credentialTests.ask(context.req.valid("param").name, context.req.valid("json"));
    const findings = credentialFindings(report);
    if (report === undefined)
      return context.json({ outcome: "pending" as const, findings, lists: [], requests: 0 }, 202);
    const { clockOffset, ...rest } = report;
    const clock = clockOffset === undefined ? {} : { sourceAheadSeconds: Math.round(clockOffset / 1_000) };
    return context.json({ ...rest, ...clock, findings }, 200);
  });
  return router;
}
