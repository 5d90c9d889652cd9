import { mostOffset } from "../../source/clock-skew.ts";
import type { CredentialReport, TestedList } from "./credential-tests.ts";

/** `bad` must be fixed; `warn` is worth knowing. */
export type CredentialFinding = { readonly level: "good" | "warn" | "bad"; readonly text: string };

/** `report` is undefined if no report arrived in time. */
export function credentialFindings(report: CredentialReport | undefined): CredentialFinding[] {
  if (report === undefined) {
    return [{ level: "warn", text: "No worker tested the credentials within 22 seconds. Try again." }];
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
  if (mayWrite !== true) {
    const writing = mayWrite === false ? " and can't write" : ". The source didn't say whether they can also write";
    return { level: "good", text: `The credentials can read (scope \`${scope}\`)${writing}.${behalf}` };
  }
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

/**
 * The contract gives most lists no page size, so each list may allow a different one (docs/partner-api.md#list-limits).
 */
function pageFindings({ lists }: CredentialReport): CredentialFinding[] {
  const bySize = Map.groupBy(
    lists.filter(({ pageLimit }) => pageLimit !== undefined),
    ({ pageLimit }) => pageLimit ?? 0,
  );
  if (bySize.size === 0) return [];
  const sizes = [...bySize].toSorted(([a], [b]) => b - a);
  const text = sizes.map(([size, some]) => `${size} rows (${pathsOf(some)})`).join(", ");
  return [{ level: "good", text: `Pages contain at most ${text}.` }];
}

function clockFinding({ clockOffset }: CredentialReport): CredentialFinding {
  if (clockOffset === undefined)
    return { level: "good", text: "The source's responses have no date, so Feedhook can't check the source's clock." };
  const seconds = Math.round(Math.abs(clockOffset) / 1_000);
  if (seconds * 1_000 <= mostOffset) return { level: "good", text: "The source's clock agrees with Feedhook's." };
  const text = `The source's clock is ${seconds} s ${clockOffset > 0 ? "ahead of" : "behind"} Feedhook's. Turn on NTP on the machine whose clock is wrong, because receivers reject signatures with a time that is minutes off.`;
  return { level: "warn", text };
}

const pathsOf = (lists: readonly TestedList[]): string => lists.map(({ path }) => path).join(", ");
