import { createProgram } from "../create-program.ts";
import type { Environment } from "../profiles/chosen-bridge.ts";
import type { Session } from "../session.ts";
import type { CommandTree } from "./command-tree.ts";
import { treeOf } from "./tree-of.ts";

/** A command runs only if a command line is parsed, and a completion parses none. */
const unused = (): never => {
  throw new Error("a completion runs no command");
};

/** Loads every command, which is too slow to be repeated for each completion. */
export function buildTree(environment: Environment): CommandTree {
  const terminal = { result: unused, note: unused, clear: unused };
  const session: Session = {
    ...{ terminal, environment, api: unused, url: unused, ask: undefined },
    end: new AbortController().signal,
  };
  return treeOf(createProgram(session).program);
}
