import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";

/** The operator's API key: what was asked for, else the one kept in the data dir (mode 0600), else a new one kept there. */
export function operatorKey(dataDir: string, given: string | undefined, randomness: Randomness): string {
  if (given !== undefined) return given;
  const file = join(dataDir, "operator-key");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const key = `fh_operator_${Buffer.from(randomness.bytes(24)).toString("base64url")}`;
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  return key;
}
