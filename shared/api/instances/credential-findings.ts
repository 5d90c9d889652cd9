import type { CredentialReport, TestedList } from "../../polling/credential-test/credential-report.ts";
import { mostOffset } from "../../source/clock-skew.ts";

/** What a test found, in a sentence each: `bad` has to be put right first, `warn` is worth knowing. */
export type CredentialFinding = { readonly level: "good" | "warn" | "bad"; readonly text: string };

/** What a test of credentials found, for the operator who is about to enter them. Undefined: nobody was free to test them. */
export function credentialFindings(report: CredentialReport | undefined): CredentialFinding[] {
  if (report === undefined) {
    return [{ level: "warn", text: "No worker of the bridge was free to try it within 22 seconds. Try again." }];
  }
  if (report.outcome === "refused") return [{ level: "bad", text: refusalOf(report) }];
  if (report.outcome === "unreachable") {
    const text = `The source gave no usable answer: ${report.fault ?? "it is unknown why"}. Nothing is known of the pair yet.`;
    return [{ level: "bad", text }];
  }
  return [scopeFinding(report), listsFinding(report), ...pageFindings(report), clockFinding(report)];
}

function refusalOf({ reason }: CredentialReport): string {
  switch (reason) {
    case "invalid_client":
      return "The source refuses the pair (invalid_client): it is mistyped or revoked. Ask the instance's administrator for a new one.";
    case "unknown_instance":
      return "The source knows no instance of this name. Its name stands in the address that its people use.";
    case "no_read_scope":
    case undefined:
      return "The source knows the pair, but it may not read: neither the scope `read` nor `act-as-user:read` is granted.";
  }
}

function scopeFinding({ scope, mayWrite }: CredentialReport): CredentialFinding {
  const behalf = scope === "act-as-user:read" ? " It sees what the chosen person sees, and no more." : "";
  if (mayWrite !== true)
    return { level: "good", text: `It reads with the scope \`${scope}\`, and can't write.${behalf}` };
  const text = `It reads with the scope \`${scope}\`, but could write as well, which the bridge never does: a pair that only reads is safer.${behalf}`;
  return { level: "warn", text };
}

function listsFinding({ lists }: CredentialReport): CredentialFinding {
  const silent = lists.filter(({ outcome }) => outcome !== "answers" && outcome !== "untested");
  const untested = lists.filter(({ outcome }) => outcome === "untested");
  const besides = untested.length === 0 ? "" : ` Not tried, for want of a record or of time: ${pathsOf(untested)}.`;
  if (silent.length === 0) return { level: "good", text: `All lists that were tried answer.${besides}` };
  const named = silent.map(({ path, outcome }) => `${path} (${words[outcome]})`).join(", ");
  const text = `${silent.length} of ${lists.length} lists can't be read: ${named}. What stands in them would be missing.${besides}`;
  return { level: "bad", text };
}

const words: { readonly [outcome in TestedList["outcome"]]: string } = {
  answers: "answers",
  forbidden: "403: a permission is missing",
  missing: "404: the source has no such list",
  refused: "400 or 422: the source doesn't take the question",
  unavailable: "no usable answer",
  untested: "not tried",
};

/** Full pages hold 100 rows by contract; all other lists may differ (docs/partner-api.md#list-limits). */
function pageFindings({ lists }: CredentialReport): CredentialFinding[] {
  const bySize = Map.groupBy(
    lists.filter(({ pageLimit }) => pageLimit !== undefined),
    ({ pageLimit }) => pageLimit ?? 0,
  );
  if (bySize.size === 0) return [];
  const sizes = [...bySize].toSorted(([a], [b]) => b - a);
  const text = sizes.map(([size, some]) => `${size} rows (${pathsOf(some)})`).join(", ");
  return [{ level: "good", text: `Its pages hold at most ${text}.` }];
}

function clockFinding({ clockOffset }: CredentialReport): CredentialFinding {
  if (clockOffset === undefined)
    return { level: "good", text: "The source's answers name no time: its clock is unknown." };
  const seconds = Math.round(Math.abs(clockOffset) / 1_000);
  if (seconds * 1_000 <= mostOffset) return { level: "good", text: "Its clock and the bridge's agree." };
  const text = `Its clock is ${seconds} s ${clockOffset > 0 ? "ahead of" : "behind"} the bridge's. Turn on NTP on the machine whose clock is wrong: receivers refuse signatures that are minutes off.`;
  return { level: "warn", text };
}

const pathsOf = (lists: readonly TestedList[]): string => lists.map(({ path }) => path).join(", ");
