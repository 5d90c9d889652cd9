import { z } from "@hono/zod-openapi";
import { credentialReport } from "../../polling/credential-test/credential-report.ts";
import { givenCredentials } from "../../source/instance.ts";

export const credentialTestInput = givenCredentials
  .clone()
  .openapi("CredentialTestInput", { example: { clientId: "feedhook", clientSecret: "…" } });

// These schemas are cloned, because schemas made before the OpenAPI extension was loaded can't be described.
const { reason, fault, scope, mayWrite, lists, requests } = credentialReport.shape;

export const credentialTestAnswer = z
  .object({
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
      .openapi({ description: "The results as sentences, with what to do about them." }),
    reason,
    fault,
    scope,
    mayWrite: mayWrite.clone().openapi({
      description: "Whether the credentials could also write. Feedhook never writes.",
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
  })
  .openapi("CredentialTest");
