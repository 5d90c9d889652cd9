import { lookup } from "node:dns/promises";
import { FeedhookError } from "../../../shared/kernel/errors.ts";
import { CliError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { reasonOf } from "../client/connect.ts";
import { version } from "../installation.ts";
import type { Session } from "../session.ts";
import { clockFinding, type Finding, versionFinding } from "./finding.ts";

export async function checkBridge(session: Session): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    const url = session.url();
    found.push(await nameFinding("DNS, bridge", new URL(url).hostname));
    const before = Date.now();
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
    const text = answer.ok ? `runs at ${url}` : `${url}/healthz returns ${answer.status}`;
    found.push({ check: "bridge", isFine: answer.ok, text, nextStep: "Check that this is the URL of a bridge." });
    found.push(clockFinding("bridge", answer.headers.get("date"), before, Date.now()));
    found.push(...(await keyFindings(session)));
  } catch (error) {
    const nextStep =
      error instanceof CliError
        ? error.nextStep
        : "Check that the bridge is running, set FEEDHOOK_URL, or use --profile.";
    const text = error instanceof FeedhookError ? error.message : `no response (${reasonOf(error)})`;
    found.push({ check: "bridge", isFine: false, text, ...(nextStep !== undefined && { nextStep }) });
  }
  return found;
}

async function keyFindings(session: Session): Promise<Finding[]> {
  try {
    const { key, operator, partner, version: theirs } = await answerOf(session.api().GET("/v1/me"));
    const owner = operator ? "an operator" : (partner?.name ?? "a partner");
    const text = `${key.name}, of ${owner}: ${key.scopes.join(", ")}`;
    return [{ check: "API key", isFine: true, text }, versionFinding(theirs, version())];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const nextStep = error.nextStep ?? "Set FEEDHOOK_KEY to a valid key.";
    return [{ check: "API key", isFine: false, text: error.message, nextStep }];
  }
}

export async function nameFinding(check: string, name: string): Promise<Finding> {
  const host = name.replace(/^\[|\]$/g, "");
  try {
    const addresses = await lookup(host, { all: true });
    return { check, isFine: true, text: `${host} resolves to ${addresses.map(({ address }) => address).join(", ")}` };
  } catch (error) {
    const nextStep = "Check the name and this machine's resolver.";
    return { check, isFine: false, text: `${host} doesn't resolve (${reasonOf(error)})`, nextStep };
  }
}
