import { z } from "@hono/zod-openapi";
import { credentialReport } from "../../polling/credential-test/credential-report.ts";
import { givenCredentials } from "../../source/instance.ts";

export const credentialTestInput = givenCredentials
  .clone()
  .openapi("CredentialTestInput", { example: { clientId: "feedhook", clientSecret: "…" } });

// Those that are described here are clones: schemas made before the OpenAPI extension was loaded can't be described.
const { reason, fault, scope, mayWrite, lists, requests } = credentialReport.shape;

export const credentialTestAnswer = z
  .object({
    outcome: z.enum([...credentialReport.shape.outcome.options, "pending"]).openapi({
      description:
        "`partly`: it reads, but not every list. `unreachable`: the source gave no usable answer, so nothing is known of the pair. `pending`: no worker of the bridge was free to try it.",
    }),
    findings: z
      .array(
        z.object({
          level: z.enum(["good", "warn", "bad"]),
          text: z.string().openapi({ example: "It reads with the scope `read`, and can't write." }),
        }),
      )
      .openapi({ description: "The same in sentences, with what to do." }),
    reason,
    fault,
    scope,
    mayWrite: mayWrite.clone().openapi({
      description: "Whether the source would let the pair write, which the bridge never does.",
    }),
    sourceAheadSeconds: z.int().optional().openapi({
      description: "How far the source's clock is ahead of the bridge's; negative where it is behind.",
      example: 0,
    }),
    lists: lists.clone().openapi({
      description:
        "Each kind of list that is polled. `pageLimit`: the most rows it gave on a page. `missing`: 404. `refused`: 400 or 422. `untested`: there was no record to ask with, or no time left.",
      example: [{ path: "/project/timeline", outcome: "answers", pageLimit: 1000 }],
    }),
    requests: requests.clone().openapi({ description: "What the test cost.", example: 15 }),
  })
  .openapi("CredentialTest");
