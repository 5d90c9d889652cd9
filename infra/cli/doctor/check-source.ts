import * as z from "zod";
import { type InstanceOptions, readOptions } from "../../node/options.ts";
import type { Environment } from "../../node/secrets-from-environment.ts";
import { UsageError } from "../cli-errors.ts";
import { reasonOf } from "../client/connect.ts";
import { nameFinding } from "./check-bridge.ts";
import { clockFinding, type Finding } from "./finding.ts";

/**
 * The families can't be combined. A credential has the first two scopes or the last two (docs/partner-api.md#scopes).
 */
const families = [
  { read: "read", write: "write" },
  { read: "act-as-user:read", write: "act-as-user:write" },
] as const;

/** Tries the source as the bridge would: its host name, its clock, and each credential with its scopes. */
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
    const credentials = await Promise.all(instances.map((each) => credentialFinding(partnerUrl, each)));
    return [name, reachable, clock, ...credentials];
  } catch (error) {
    const nextStep = "Check partnerUrl, and that this machine can reach it (proxy, firewall).";
    return [name, { check: "source", isFine: false, text: `no response (${reasonOf(error)})`, nextStep }];
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
    if ((await refusalOf(base, pair, write)) !== undefined) return { check, isFine: true, text: `has only ${read}` };
    const nextStep = "The credential works, but Feedhook never writes. Ask for a read-only credential.";
    return { check, isFine: false, text: `has ${read} and ${write}`, nextStep };
  }
  const reasons = [...new Set(refusals)];
  if (reasons.includes(unknownInstance)) {
    const nextStep = "Use the name in the URL that the instance's users open.";
    return { check, isFine: false, text: "the source has no instance with this name", nextStep };
  }
  const nextStep = reasons.includes("invalid_client")
    ? "The credentials are mistyped or revoked. Ask the instance's administrator for new ones."
    : "Ask the instance's administrator whether the credential may read.";
  return { check, isFine: false, text: `the source refuses it (${reasons.join(", ")})`, nextStep };
}

const refusal = z.object({ error: z.string() });
/** The token endpoint responds with 404 for an unknown instance (docs/partner-api.md#unknown-instance). */
const unknownInstance = "unknown_instance";

/** Why the source issues no token with this scope; undefined if it issues one. */
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
