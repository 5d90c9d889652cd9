import { join } from "node:path";
import { makeSecretFile, readSecretFile, removeUnlinkedKeys } from "../../shared/adapters/local/key-file.ts";
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
  const secret = () => `fh_operator_${Buffer.from(randomness.bytes(32)).toString("base64url")}`;
  const isNew = makeSecretFile(file, secret, randomness);
  removeUnlinkedKeys(file);
  return { key: strong(readSecretFile(file).trim(), file), file, isNew };
}

function strong(key: string, path: string): string {
  if (isStrongKey(key)) return key;
  throw new InvalidInputError("the operator's key", [{ path, message: weakKey }]);
}
