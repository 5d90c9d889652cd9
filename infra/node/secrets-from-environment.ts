import { readFileSync } from "node:fs";
import { InvalidInputError } from "../../shared/kernel/errors.ts";

export type Environment = { readonly [name: string]: string | undefined };

/**
 * A secret from a variable, or from the file that `<name>_FILE` names (`/dev/fd/3` reads a file descriptor). Undefined
 * if neither is set. Throws InvalidInputError with the variable's name and never its value.
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

/** The text of a file without its final line break. `from` is the setting that contains the path. */
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
