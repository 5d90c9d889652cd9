import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { hazards } from "./hazards.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Removes the answer to one hazard from the sources while vitest loads them.
 *
 * @throws Error if the hazard is unknown or its code doesn't occur exactly once
 */
export function withoutAnswer(number: number): Plugin {
  const hazard = hazards.find((each) => each.number === number);
  if (hazard === undefined) throw new Error(`there is no hazard ${number}`);
  const { file, code, without } = hazard.answer;
  const parts = readFileSync(`${repository}${file}`, "utf8").split(code);
  if (parts.length !== 2) throw new Error(`hazard ${number}: its code occurs ${parts.length - 1} times in ${file}`);
  return {
    // The cache of loaded modules knows plugins only by name: with one name for all, each hazard would see another's
    // files.
    name: `without answer ${number}: ${without}`,
    enforce: "pre",
    load: (id) => (id.split("?")[0] === `${repository}${file}` ? parts.join(without) : undefined),
  };
}
