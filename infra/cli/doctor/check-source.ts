import { type InstanceOptions, readOptions } from "../../node/options.ts";
import type { Environment } from "../../node/secrets-from-environment.ts";
import { testCredentials } from "../../node/test-credentials.ts";
import { UsageError } from "../cli-errors.ts";
import { reasonOf } from "../client/connect.ts";
import { nameFinding } from "./check-bridge.ts";
import { clockFinding, type Finding, ofLevel } from "./finding.ts";

/** Tries the source as the bridge would: its host name, its clock, and each credential with its scope and lists. */
export async function checkSource(path: string, env: Environment): Promise<Finding[]> {
  const options = readOptions(["--config", path], env);
  if (options === "help" || options.partnerUrl === undefined) {
    throw new UsageError(`${path} has no partnerUrl`, "Use --config with the bridge's config file.");
  }
  const { partnerUrl, instances } = options;
  const name = await nameFinding("DNS, source", new URL(partnerUrl).hostname);
  const before = Date.now();
  try {
    const answer = await fetch(partnerUrl, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    const clock = clockFinding("source", answer.headers.get("date"), before, Date.now());
    const reachable = { check: "source", isFine: true, text: `responds at ${partnerUrl}` };
    const credentials = await Promise.all(instances.map((each) => foundByTest(partnerUrl, each)));
    return [name, reachable, clock, ...credentials.flat()];
  } catch (error) {
    const nextStep = "Check partnerUrl, and that this machine can reach it (proxy, firewall).";
    return [name, { check: "source", isFine: false, text: `no response (${reasonOf(error)})`, nextStep }];
  }
}

/** Runs the test of `feedhook instances test` from this machine. */
async function foundByTest(partnerUrl: string, { name, ...pair }: InstanceOptions): Promise<Finding[]> {
  const found = await testCredentials(partnerUrl, name, pair);
  return found.map(({ level, text }) => ({ check: `credential, ${name}`, text, ...ofLevel(level) }));
}
