import { z } from "@hono/zod-openapi";
import {
  type CredentialReport,
  credentialReport,
  type TestedList,
} from "../../polling/credential-test/credential-tests.ts";
import { mostOffset } from "../../source/clock-skew.ts";
import { givenCredentials } from "../../source/instance.ts";
import { endpoint, Reply } from "../http/endpoint.ts";
import { instanceParams } from "./instance-schemas.ts";

const credentialTestInput = givenCredentials
  .clone()
  .openapi("CredentialTestInput", { example: { clientId: "feedhook", clientSecret: "…" } });

// These schemas are cloned, because schemas made before the OpenAPI extension was loaded can't be described.
const { reason, fault, scope, mayWrite, lists, requests } = credentialReport.shape;

const credentialTestAnswer = z
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

export const credentialTestRoutes = [
  endpoint("post", "/v1/instances/{name}/test-credentials", {
    ...{ tag: "Instances", who: "operator", scope: "manage" },
    operationId: "testCredentials",
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

/** One result of a test, in a sentence. `bad` must be fixed first; `warn` is worth knowing. */
type CredentialFinding = { readonly level: "good" | "warn" | "bad"; readonly text: string };

/**
 * The results of a credential test, for an operator who is about to enter the credentials. `report` is undefined if no
 * worker was free to run the test.
 */
function credentialFindings(report: CredentialReport | undefined): CredentialFinding[] {
  if (report === undefined) {
    return [{ level: "warn", text: "No worker was free to test the credentials within 22 seconds. Try again." }];
  }
  if (report.outcome === "refused") return [{ level: "bad", text: refusalOf(report) }];
  if (report.outcome === "unreachable") {
    const text = `The source didn't return a usable response: ${report.fault ?? "the cause is unknown"}. The credentials are still untested.`;
    return [{ level: "bad", text }];
  }
  return [scopeFinding(report), listsFinding(report), ...pageFindings(report), clockFinding(report)];
}

function refusalOf({ reason }: CredentialReport): string {
  switch (reason) {
    case "invalid_client":
      return "The source rejects the credentials (invalid_client). Check them for typos, or ask the instance's administrator for new ones.";
    case "unknown_instance":
      return "The source has no instance with this name. Use the name in the URL that the instance's users open.";
    case "no_read_scope":
    case undefined:
      return "The source accepts the credentials but grants neither `read` nor `act-as-user:read`, so they can't read.";
  }
}

function scopeFinding({ scope, mayWrite }: CredentialReport): CredentialFinding {
  const behalf =
    scope === "act-as-user:read" ? " These credentials see only what the person they act for can see." : "";
  if (mayWrite !== true)
    return { level: "good", text: `The credentials can read (scope \`${scope}\`) and can't write.${behalf}` };
  const text = `The credentials can read (scope \`${scope}\`), but they can also write. Feedhook never writes, so read-only credentials are safer.${behalf}`;
  return { level: "warn", text };
}

function listsFinding({ lists }: CredentialReport): CredentialFinding {
  const silent = lists.filter(({ outcome }) => outcome !== "answers" && outcome !== "untested");
  const untested = lists.filter(({ outcome }) => outcome === "untested");
  const besides =
    untested.length === 0
      ? ""
      : ` Feedhook didn't test ${pathsOf(untested)}, because it found no record to test with or ran out of time.`;
  if (silent.length === 0) return { level: "good", text: `All tested lists can be read.${besides}` };
  const named = silent.map(({ path, outcome }) => `${path} (${words[outcome]})`).join(", ");
  const text = `${silent.length} of ${lists.length} lists can't be read: ${named}. Events for their records would be missing.${besides}`;
  return { level: "bad", text };
}

const words: { readonly [outcome in TestedList["outcome"]]: string } = {
  answers: "can be read",
  forbidden: "403: a permission is missing",
  missing: "404: the source doesn't have this list",
  refused: "400 or 422: the source rejects the request",
  unavailable: "no usable response",
  untested: "not tested",
};

/** The contract limits only pages of full rows, so the other lists may differ (docs/partner-api.md#list-limits). */
function pageFindings({ lists }: CredentialReport): CredentialFinding[] {
  const bySize = Map.groupBy(
    lists.filter(({ pageLimit }) => pageLimit !== undefined),
    ({ pageLimit }) => pageLimit ?? 0,
  );
  if (bySize.size === 0) return [];
  const sizes = [...bySize].toSorted(([a], [b]) => b - a);
  const text = sizes.map(([size, some]) => `${size} rows (${pathsOf(some)})`).join(", ");
  return [{ level: "good", text: `Pages hold at most ${text}.` }];
}

function clockFinding({ clockOffset }: CredentialReport): CredentialFinding {
  if (clockOffset === undefined)
    return { level: "good", text: "The source's responses have no date, so Feedhook can't check its clock." };
  const seconds = Math.round(Math.abs(clockOffset) / 1_000);
  if (seconds * 1_000 <= mostOffset) return { level: "good", text: "The source's clock agrees with Feedhook's." };
  const text = `The source's clock is ${seconds} s ${clockOffset > 0 ? "ahead of" : "behind"} Feedhook's. Turn on NTP on the machine whose clock is wrong, because receivers reject signatures with a time that is minutes off.`;
  return { level: "warn", text };
}

const pathsOf = (lists: readonly TestedList[]): string => lists.map(({ path }) => path).join(", ");
