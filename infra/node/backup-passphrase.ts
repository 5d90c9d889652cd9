import * as z from "zod";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { type Environment, secretFromEnvironment } from "./secrets-from-environment.ts";

const name = "FEEDHOOK_BACKUP_PASSPHRASE";
const [shortest, fewest] = [12, 5];

/**
 * The passphrase of a new archive must be strong: anyone with an archive can try passphrases on it without limit. A
 * weak passphrase still opens an older archive that it sealed.
 */
export const strongPassphrase = z
  .string()
  .refine(
    (text) => text.length >= shortest && new Set(text).size >= fewest,
    `it must have at least ${shortest} characters, ${fewest} of them different`,
  );

/** The passphrase that opens an archive. Throws InvalidInputError with the variable's name and never its value. */
export function passphraseOf(env: Environment): string {
  const given = secretFromEnvironment(env, name);
  if (given !== undefined) return given;
  throw refusal(`is missing: set it to the passphrase that seals the file, or set ${name}_FILE`);
}

/** The passphrase for a new archive. Throws InvalidInputError if it is missing or too weak. */
export function newPassphraseOf(env: Environment): string {
  const { data, error } = strongPassphrase.safeParse(passphraseOf(env));
  if (data !== undefined) return data;
  throw refusal(`(or the content of ${name}_FILE) is too weak to seal an archive: ${error.issues[0]?.message ?? ""}`);
}

function refusal(message: string): InvalidInputError {
  return new InvalidInputError("environment", [{ path: name, message }]);
}
