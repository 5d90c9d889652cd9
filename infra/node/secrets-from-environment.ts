import { readFileSync } from "node:fs";
import * as z from "zod";
import { InvalidInputError } from "../../shared/kernel/errors.ts";

export type Environment = { readonly [name: string]: string | undefined };

/**
 * A secret from a variable, or from the file that `<name>_FILE` names (`/dev/fd/3` reads a file descriptor). Throws
 * {@link InvalidInputError} with the variable's name and never its value.
 */
export function secretFromEnvironment(env: Environment, name: string): string | undefined {
  const [value, path] = [env[name], env[`${name}_FILE`]];
  if (value !== undefined && path !== undefined) {
    throw new InvalidInputError("environment", [
      { path: name, message: `is set together with ${name}_FILE: set only one of them` },
    ]);
  }
  return path === undefined ? value : secretFromFile(path, `${name}_FILE`);
}

/** Without the final line break. `from` is the setting that contains the path. */
export function secretFromFile(path: string, from: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch {
    throw new InvalidInputError("options", [{ path: from, message: `${path} can't be read` }]);
  }
  if (text === "") throw new InvalidInputError("options", [{ path: from, message: `${path} is empty` }]);
  return text;
}

/** `FEEDHOOK_CLIENT_SECRET_ACME_NO` for the instance `acme-no`. */
export function instanceSecretName(instance: string): string {
  return `FEEDHOOK_CLIENT_SECRET_${instance.toUpperCase().replaceAll("-", "_")}`;
}

const passphraseName = "FEEDHOOK_BACKUP_PASSPHRASE";
const [shortest, fewest] = [12, 5];

/** Required of a new archive's passphrase: anyone with an archive can try passphrases without limit. */
export const strongPassphrase = z
  .string()
  .refine(
    (text) => text.length >= shortest && new Set(text).size >= fewest,
    `it must have at least ${shortest} characters, ${fewest} of them different`,
  );

/** Throws {@link InvalidInputError} with the variable's name and never its value. */
export function passphraseOf(env: Environment): string {
  const given = secretFromEnvironment(env, passphraseName);
  if (given !== undefined) return given;
  throw refusal(`is missing: set it to the passphrase that seals the file, or set ${passphraseName}_FILE`);
}

/** Throws {@link InvalidInputError} if the passphrase is missing or too weak. */
export function newPassphraseOf(env: Environment): string {
  const { data, error } = strongPassphrase.safeParse(passphraseOf(env));
  if (data !== undefined) return data;
  throw refusal(
    `the passphrase, here or in ${passphraseName}_FILE, is too weak to seal an archive: ${error.issues[0]?.message ?? ""}`,
  );
}

function refusal(message: string): InvalidInputError {
  return new InvalidInputError("environment", [{ path: passphraseName, message }]);
}
