import { z } from "@hono/zod-openapi";
import { credentialFindings } from "../../polling/credential-test/credential-findings.ts";
import { credentialReport } from "../../polling/credential-test/credential-tests.ts";
import { givenCredentials } from "../../source/instance.ts";
import { endpoint, Reply } from "../endpoint.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { instanceParams } from "./instance-schemas.ts";

const credentialTestInput = givenCredentials
  .clone()
  .openapi("CredentialTestInput", { example: { clientId: "feedhook", clientSecret: "…" } });

// Schemas made before the OpenAPI extension was loaded can't be described, so those that get a description are cloned.
const { reason, fault, scope, mayWrite, lists, requests } = credentialReport.shape;

const credentialTestAnswer = answerSchema("CredentialTest", {
  outcome: z.enum([...credentialReport.shape.outcome.options, "pending"]).openapi({
    description:
      "`partly`: the credentials can read some lists but not all. `unreachable`: the source didn't return a usable response, so the credentials are untested. `pending`: no worker was free to test the credentials.",
  }),
  findings: z
    .array(
      z.object({
        level: z.enum(["good", "warn", "bad"]),
        text: z.string().openapi({ example: "The credentials can read (scope `read`) and can't write." }),
      }),
    )
    .openapi({ description: "The results as sentences, with next steps." }),
  reason,
  fault,
  scope,
  mayWrite: mayWrite.clone().openapi({
    description: "Whether the credentials could also write. Absent if the source didn't say. Feedhook never writes.",
  }),
  sourceAheadSeconds: z.int().optional().openapi({
    description: "The number of seconds the source's clock is ahead of Feedhook's. Negative if it is behind.",
    example: 0,
  }),
  lists: lists.clone().openapi({
    description:
      "Each kind of list that Feedhook polls. `pageLimit`: the maximum number of rows on a page. `missing`: the source returned 404. `refused`: the source returned 400 or 422. `untested`: there was no record to test with or no time left.",
    example: [{ path: "/project/timeline", outcome: "answers", pageLimit: 1000 }],
  }),
  requests: requests.clone().openapi({ description: "The number of requests that the test made.", example: 15 }),
});

export const credentialTestRoutes = [
  endpoint("testCredentials", "post", "/v1/instances/{name}/test-credentials", {
    ...{ tag: "Instances", who: "operator", scope: "manage" },
    summary: "Test an instance's credentials",
    description:
      "Requests a token and one page of each kind of list from the source: about 15 requests, at 5 per second. Stores nothing. You can also test credentials for an instance that isn't registered yet.",
    params: instanceParams,
    body: credentialTestInput,
    answers: {
      200: ["The result of the test", credentialTestAnswer],
      202: ["No worker was free in time. Try again", credentialTestAnswer],
    },
    async handle({ params: { name }, body }, { credentialTests }) {
      const report = await credentialTests.ask(name, body);
      const findings = credentialFindings(report);
      if (report === undefined)
        return new Reply(202, { outcome: "pending" as const, findings, lists: [], requests: 0 });
      const { clockOffset, ...rest } = report;
      const clock = clockOffset === undefined ? {} : { sourceAheadSeconds: Math.round(clockOffset / 1_000) };
      return new Reply(200, { ...rest, ...clock, findings });
    },
  }),
];
