import type { AwsCli } from "./aws-cli.ts";

export type CheckResult = { readonly outcome: "pass" | "fail" | "not testable here"; readonly detail: string };

/** A line of the table: what is checked, and how. */
export type Check = { readonly name: string; readonly run: () => Promise<CheckResult> };

export const pass = (detail: string): CheckResult => ({ outcome: "pass", detail });
export const fail = (detail: string): CheckResult => ({ outcome: "fail", detail });
/** The outcome of a check that an emulator may not support. Anywhere else it is a failure. */
export const failUnless = (emulated: boolean, detail: string): CheckResult => ({
  outcome: emulated ? "not testable here" : "fail",
  detail,
});

/** Errors for an unsupported call, from an emulator or a region without the service. */
const unknownCall = /not ?implemented|unknown ?(operation|action)|invalid ?action|unsupported|error occurred \(400\)/i;

/**
 * Runs checks one after another and prints each as a line. A check that throws has failed, unless the call isn't
 * supported.
 */
export async function runChecks(
  checks: readonly Check[],
  say: (line: string) => void,
): Promise<{ readonly failed: number; readonly untestable: number }> {
  const width = Math.max(...checks.map(({ name }) => name.length));
  let [failed, untestable] = [0, 0];
  for (const { name, run } of checks) {
    const { outcome, detail } = await run().catch((error: unknown): CheckResult => {
      const [reason = ""] = String(error instanceof Error ? error.message : error)
        .trim()
        .split("\n")
        .slice(-1);
      return { outcome: unknownCall.test(reason) ? "not testable here" : "fail", detail: reason };
    });
    if (outcome === "fail") failed += 1;
    if (outcome === "not testable here") untestable += 1;
    say(`${name.padEnd(width)}  ${outcome.padEnd(17)}  ${detail}`);
  }
  return { failed, untestable };
}

/** The CLI's output as JSON; undefined if it printed nothing. */
export async function asJson(aws: AwsCli, args: readonly string[]): Promise<unknown> {
  const text = await aws([...args, "--output", "json"]);
  return text.trim() === "" ? undefined : JSON.parse(text);
}
