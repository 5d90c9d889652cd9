import { existsSync, readFileSync } from "node:fs";

/** Whether Stryker's own mutants are planted instead of slips. run.ts tells its tests by the variable. */
export const isStryker = process.argv.includes("--stryker") || process.env["FEEDHOOK_STRYKER"] === "true";

/** Where runs keep what they found; nothing of it is in git. */
export const folder = isStryker ? ".stryker/mutants" : ".stryker/slips";

/** Of one run, since two may be under way: the mutants that it planted, and the one that it tries. */
export function filesOf(run: string): { readonly mutants: string; readonly trying: string } {
  return { mutants: `${folder}/mutants-${run}.json`, trying: `${folder}/trying-${run}` };
}

/** What one test said about one mutant. */
export type Finding = { readonly key: string; readonly status: "killed" | "survived" | "hangs"; readonly test: string };

export class Findings {
  readonly killedBy = new Map<string, string>();
  readonly survivedIn = new Map<string, Set<string>>();

  add({ key, status, test }: Finding): void {
    if (status !== "survived") this.killedBy.set(key, status === "hangs" ? `hangs: ${test}` : test);
    else this.survivedIn.set(key, (this.survivedIn.get(key) ?? new Set()).add(test));
  }
}

export function findingsIn(): Findings {
  const findings = new Findings();
  const path = `${folder}/findings.jsonl`;
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  for (const line of lines) if (line !== "") findings.add(JSON.parse(line) as Finding);
  return findings;
}

/** Whether a test has nothing to say about a mutant any more; `most`: tests that may try one in vain. */
export function isSettled({ killedBy, survivedIn }: Findings, key: string, test: string, most: number): boolean {
  const tried = survivedIn.get(key);
  return killedBy.has(key) || (tried !== undefined && (tried.size >= most || tried.has(test)));
}
