import { type DeployOptions, fields, options } from "./options.ts";

/** Every key that {@link readOptions} reads from the context. */
export const optionNames: readonly string[] = Object.keys(fields.shape);

/** CDK's own keys and those of its look-ups contain other characters too. */
const looksLikeOption = /^[a-zA-Z]+$/;

/**
 * The options of a deployment, from the content of its stage's file, which errors call `where`. Throws an Error that
 * names every wrong key. An unknown key is wrong too, because a misspelt `staticEgress` would go unnoticed.
 */
export function readOptions(given: { readonly [key: string]: unknown }, where = "the stage's file"): DeployOptions {
  const unknown = Object.keys(given)
    .filter((key) => looksLikeOption.test(key) && !optionNames.includes(key))
    .map((key) => `  ${key}: is not an option. The options are ${optionNames.join(", ")}`);
  const result = options.safeParse(Object.fromEntries(optionNames.map((key) => [key, given[key]])));
  if (result.success && unknown.length === 0) return result.data;
  // One line per key, with its first error.
  const wrong = new Map<string, string>();
  for (const { path, message } of result.error?.issues ?? []) {
    const key = String(path[0] ?? "");
    if (!wrong.has(key)) wrong.set(key, `  ${key}: ${message}. Set it as "${key}"`);
  }
  throw new Error([`The options in ${where} are incomplete or wrong:`, ...wrong.values(), ...unknown].join("\n"));
}
