import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "feedhook-runbook-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/**
 * The AWS CLI of an account with two pages of versions and of functions. As JSON it applies `--query` to all pages
 * together; as text, to each page separately.
 */
writeFileSync(
  join(folder, "aws"),
  `#!/usr/bin/env bash
given="$*"
say() { if [[ $given == *"--output text"* ]]; then echo "$1"; else echo "$2"; fi; }
case "$1 $2" in
  "lambda get-alias") echo 103 ;;
  "lambda list-functions") say $'\\ndeliver-1' '["deliver-1"]' ;;
  "lambda list-versions-by-function") say $'99\\n102' '["$LATEST","9","98","99","101","102","103","104"]' ;;
  "lambda update-alias") [[ $given =~ --function-name\\ ([^ ]+).*--function-version\\ ([^ ]+) ]] && echo "\${BASH_REMATCH[1]} runs \${BASH_REMATCH[2]}" ;;
  "lambda get-function-configuration") echo its-logs ;;
  "logs filter-log-events") [[ $given =~ --filter-pattern\\ (.*)\\ --query ]] && jq -n --arg pattern "\${BASH_REMATCH[1]}" '[$pattern]' ;;
  *) echo "not expected: $given" >&2; exit 1 ;;
esac
`,
  { mode: 0o755 },
);

const runbook = async (command: string) => {
  // A function, because an installed AWS CLI may come first on the shell's path.
  const aws = `aws() { bash ${join(folder, "aws")} "$@"; }`;
  const script = `set -euo pipefail; ${aws}; . infra/aws/commands/runbook.sh prod; ${command}`;
  return (await promisify(execFile)("bash", ["-c", script])).stdout;
};

describe("the runbook's commands, when AWS responds in several pages", () => {
  test("find a function by its name", async () => {
    expect(await runbook("fn deliver")).toBe("deliver-1\n");
  });

  test("return to the version before the running one", async () => {
    expect(await runbook("back deliver")).toBe("deliver-1 runs 102\n");
  });

  test("look for every warning and error of a function, or for one event", async () => {
    expect(await runbook("errors deliver")).toMatch(/"warn".*"error".*"platform\.report"/);
    expect(await runbook("errors deliver 4000 endpoint.state")).toBe('{ $.event = "endpoint.state" }\n');
  });
});
