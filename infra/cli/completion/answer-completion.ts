import type { Environment } from "../profiles/chosen-bridge.ts";
import { type CommandTree, type IdKind, type Line, nextAfter } from "./command-tree.ts";
import { keepTree, keptTree } from "./kept-tree.ts";

/** Prints what the user may type next, one word per line. */
export async function answerCompletion(words: readonly string[], environment: Environment): Promise<number> {
  const tree = keptTree(environment) ?? (await builtTree(environment));
  const { words: found, ids, line } = nextAfter(tree, words);
  const known = ids === undefined ? [] : await idsOf(ids, line, environment);
  process.stdout.write(`${[...known, ...found].join("\n")}\n`);
  return 0;
}

/** Loads HTTP only for ids. */
async function idsOf(kind: IdKind, line: Line, environment: Environment): Promise<readonly string[]> {
  const { knownIds } = await import("./known-ids.ts");
  return knownIds(kind, line, environment);
}

async function builtTree(environment: Environment): Promise<CommandTree> {
  const { buildTree } = await import("./build-tree.ts");
  const tree = buildTree(environment);
  keepTree(tree, environment);
  return tree;
}
