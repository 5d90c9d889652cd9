import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The first sample on the page of the receiver kit for Python, which is a whole program. */
export function pythonKitSample(): string {
  const [, sample] = /^```python\n([^]*?)^```$/m.exec(readFileSync("infra/receiver-python/README.md", "utf8")) ?? [];
  if (sample === undefined) throw new Error("infra/receiver-python/README.md has no sample");
  return sample;
}

/** Why the tests of the kit for Python can't run here; undefined if they can. */
export function missingForPython(): string | undefined {
  const check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))";
  return spawnSync("python3", ["-c", check]).status === 0
    ? undefined
    : "python3 3.9 or later, with venv, isn't installed here";
}
