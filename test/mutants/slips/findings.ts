import { existsSync, readFileSync } from "node:fs";

/** Whether Stryker's own mutants are planted instead of slips. run.ts passes this to its tests in the variable. */
export const isStryker = process.argv.includes("--stryker") || process.env["FEEDHOOK_STRYKER"] === "true";

/** Where runs keep their findings, which git ignores. */
export const folder = isStryker ? ".stryker/mutants" : ".stryker/slips";

/** For one run, because two may run at once: its planted mutants, and the current one. */
export function filesOf(run: string): { readonly mutants: string; readonly trying: string } {
  return { mutants: `${folder}/mutants-${run}.json`, trying: `${folder}/trying-${run}` };
}

/** What one test showed about one mutant. */
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

/** Whether a test has nothing more to show about a mutant; `most` is the number of tests that may try one in vain. */
export function isSettled({ killedBy, survivedIn }: Findings, key: string, test: string, most: number): boolean {
  const tried = survivedIn.get(key);
  return killedBy.has(key) || (tried !== undefined && (tried.size >= most || tried.has(test)));
}
