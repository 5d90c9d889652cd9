import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSecretFile } from "../../shared/adapters/local/key-file.ts";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import { isStrongKey, weakKey } from "../../shared/partners/key-strength.ts";

/** `file`: where the key is stored; undefined if the key was given. `isNew`: the key was just created. */
export type OperatorKey = { readonly key: string; readonly file: string | undefined; readonly isNew: boolean };

/**
 * The given key, or the one in the data directory, or a new one that is stored there. Throws {@link InvalidInputError}
 * if the key is weak, or if the file belongs to another user or others may read it.
 */
export function operatorKey(dataDir: string, given: string | undefined, randomness: Randomness): OperatorKey {
  if (given !== undefined) return { key: strong(given, "operatorKey"), file: undefined, isNew: false };
  const file = join(dataDir, "operator-key");
  if (existsSync(file)) return { key: strong(readSecretFile(file).trim(), file), file, isNew: false };
  const key = `fh_operator_${Buffer.from(randomness.bytes(32)).toString("base64url")}`;
  // A full disk could leave an empty file, which the next start would read as the key.
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, `${key}\n`, { mode: 0o600, flush: true });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return { key, file, isNew: true };
}

function strong(key: string, path: string): string {
  if (isStrongKey(key)) return key;
  throw new InvalidInputError("the operator's key", [{ path, message: weakKey }]);
}
