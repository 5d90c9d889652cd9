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
        "`partly`: the credentials read some lists but not all. `unreachable`: the source gave no usable answer, so the credentials are untested. `pending`: no worker was free to test them.",
    }),
    findings: z
      .array(
        z.object({
          level: z.enum(["good", "warn", "bad"]),
          text: z.string().openapi({ example: "The credentials read with the scope `read` and can't write." }),
        }),
      )
      .openapi({ description: "The same in sentences, with what to do about it." }),
    reason,
    fault,
    scope,
    mayWrite: mayWrite.clone().openapi({
      description: "Whether the source would let the credentials write. Feedhook never writes.",
    }),
    sourceAheadSeconds: z.int().optional().openapi({
      description: "How far the source's clock is ahead of the bridge's; negative if it is behind.",
      example: 0,
    }),
    lists: lists.clone().openapi({
      description:
        "Each kind of list that Feedhook polls. `pageLimit`: the most rows returned on a page. `missing`: 404. `refused`: 400 or 422. `untested`: no record to ask with, or no time left.",
      example: [{ path: "/project/timeline", outcome: "answers", pageLimit: 1000 }],
    }),
    requests: requests.clone().openapi({ description: "The requests that the test made.", example: 15 }),
  })
  .openapi("CredentialTest");
