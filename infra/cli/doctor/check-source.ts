import * as z from "zod";
import { type InstanceOptions, readOptions } from "../../node/options.ts";
import type { Environment } from "../../node/secrets-from-environment.ts";
import { UsageError } from "../cli-errors.ts";
import { reasonOf } from "../client/connect.ts";
import { nameFinding } from "./check-bridge.ts";
import { clockFinding, type Finding } from "./finding.ts";

/** Families never mix: a credential holds the first two, or the last two (docs/partner-api.md#scopes). */
const families = [
  { read: "read", write: "write" },
  { read: "act-as-user:read", write: "act-as-user:write" },
] as const;

/** Tries the source as the bridge would: its name, its clock, and each credential with the scopes that it holds. */
export async function checkSource(path: string, env: Environment): Promise<Finding[]> {
  const options = readOptions(["--config", path], env);
  if (options === "help" || options.partnerUrl === undefined) {
    throw new UsageError(`${path} names no partnerUrl`, "Give --config the file that the bridge is started with.");
  }
  const { partnerUrl, instances } = options;
  const name = await nameFinding("DNS, source", new URL(partnerUrl).hostname);
  const before = Date.now();
  try {
    const answer = await fetch(partnerUrl, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    const clock = clockFinding("source", answer.headers.get("date"), before, Date.now());
    const reachable = { check: "source", isFine: true, text: `answers at ${partnerUrl}` };
    const credentials = await Promise.all(instances.map((each) => credentialFinding(partnerUrl, each)));
    return [name, reachable, clock, ...credentials];
  } catch (error) {
    const nextStep = "Is partnerUrl right, and may this machine reach it (proxy, firewall)?";
    return [name, { check: "source", isFine: false, text: `nobody answers (${reasonOf(error)})`, nextStep }];
  }
}

async function credentialFinding(base: string, pair: InstanceOptions): Promise<Finding> {
  const check = `credential, ${pair.name}`;
  const refusals: string[] = [];
  for (const { read, write } of families) {
    const refused = await refusalOf(base, pair, read);
    if (refused !== undefined) {
      refusals.push(refused);
      continue;
    }
    if ((await refusalOf(base, pair, write)) !== undefined) return { check, isFine: true, text: `holds ${read} only` };
    const nextStep = "It works, but Feedhook never writes: ask for a credential that only reads.";
    return { check, isFine: false, text: `holds ${read} and ${write}`, nextStep };
  }
  const reasons = [...new Set(refusals)];
  if (reasons.includes(unknownInstance)) {
    const nextStep = "Its name stands in the address that its people use.";
    return { check, isFine: false, text: "the source knows no instance of this name", nextStep };
  }
  const nextStep = reasons.includes("invalid_client")
    ? "The pair is mistyped or revoked: ask the administrator of the instance for a new one."
    : "May the credential read? Ask the administrator of the instance.";
  return { check, isFine: false, text: `the source refuses it (${reasons.join(", ")})`, nextStep };
}

const refusal = z.object({ error: z.string() });
/** The token endpoint answers 404 for an instance that there isn't (docs/partner-api.md#unknown-instance). */
const unknownInstance = "unknown_instance";

/** Why the source gives no token with this scope; undefined where it gives one. */
async function refusalOf(base: string, pair: InstanceOptions, scope: string): Promise<string | undefined> {
  const { name, clientId, clientSecret } = pair;
  const fields = { grant_type: "client_credentials", scope, client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${base}/${encodeURIComponent(name)}/auth/api/v1/token`, {
    method: "POST",
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (answer.ok) return undefined;
  if (answer.status === 404) return unknownInstance;
  try {
    return refusal.parse(JSON.parse(text)).error;
  } catch {
    return `status ${answer.status}`;
  }
}
