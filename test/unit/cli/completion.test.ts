import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { buildTree } from "../../../infra/cli/completion/build-tree.ts";
import { nextAfter } from "../../../infra/cli/completion/command-tree.ts";
import { keepTree, keptTree } from "../../../infra/cli/completion/kept-tree.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const home = () => ({ HOME: temporaryFolder() });
const tree = buildTree({});
const after = (...words: string[]) => nextAfter(tree, words);

test("commands, subcommands and options are offered where they may come", () => {
  expect(after().words).toEqual(expect.arrayContaining(["listen", "subscriptions", "--profile"]));
  expect(after("subscriptions").words).toEqual(expect.arrayContaining(["rotate", "update", "--json"]));
  expect(after("subscriptions", "update").words).toContain("--no-filter");
  expect(after("subscriptions", "update").words).not.toContain("rotate");
  expect(after("--json", "subscriptions").words).toContain("rotate");
  expect(after("nothing", "like", "this").words).toContain("--json");
});

test("values are offered for options and arguments that have them", () => {
  expect(after("deliveries", "--state").words).toEqual([
    "delivered",
    "waiting",
    "blocked",
    "held",
    "expired",
    "failed",
  ]);
  expect(after("trigger").words).toEqual(expect.arrayContaining([...eventTypes]));
  expect(after("listen", "--events").words).toContain("person.*");
  // More types may follow, and so may the next option.
  expect(after("listen", "--events", "person.*").words).toEqual(expect.arrayContaining(["company.*", "--filter"]));
  expect(after("completion").words).toContain("zsh");
  expect(after("feeds", "list", "--class=owners").words).toContain("--limit");
});

test.each([
  [["subscriptions", "ping"], "subscription"],
  [["deliveries"], "subscription"],
  [["deliveries", "sub_1", "--event"], "event"],
  [["resend", "sub_1"], "event"],
  [["replays", "cancel", "sub_1"], "replay"],
  [["feeds", "show"], "feed"],
  [["feeds", "list", "--instance"], "instance"],
  [["instances", "pause"], "instance"],
  [["removals", "approve"], "instance"],
  [["partners", "show"], "partner"],
  [["keys", "list", "--partner"], "partner"],
  [["status", "--as-partner"], "partner"],
  [["status", "--profile"], "profile"],
  [["profiles", "use"], "profile"],
  [["subscriptions", "ping", "sub_1"], undefined],
  [["trigger"], undefined],
] as const)("after %j come ids: %s", (words, kind) => {
  expect(nextAfter(tree, words).ids).toBe(kind);
});

test("the tree is kept for the next completion, and a damaged one is built again", () => {
  const environment = home();
  expect(keptTree(environment)).toBeUndefined();
  keepTree(tree, environment);
  expect(keptTree(environment)).toEqual(tree);
  const path = join(environment.HOME, ".cache/feedhook/commands.json");
  const whole = readFileSync(path, "utf8");
  for (const damaged of ["", "{}", "[]", whole.slice(0, -9), whole.replace('"options":[', '"options":[7,')]) {
    writeFileSync(path, damaged);
    expect(keptTree(environment)).toBeUndefined();
  }
});

test("a completion with a kept tree loads only these sources, and nothing that is installed", () => {
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const text = readFileSync(path, "utf8").replaceAll(/^import type .*$/gm, "");
    for (const [, from = ""] of text.matchAll(/^(?:import|export) .*from "(.+)";$/gm)) {
      if (from.startsWith(".")) load(resolve(dirname(path), from));
      else expect(from).toMatch(/^node:/);
    }
  };
  load(resolve("infra/cli/main.ts"));
  load(resolve("infra/cli/completion/answer-completion.ts"));
  load(resolve("infra/cli/completion/known-ids.ts"));
  expect([...loaded].map((path) => path.slice(resolve("infra/cli").length + 1)).sort()).toEqual([
    "completion/answer-completion.ts",
    "completion/command-tree.ts",
    "completion/kept-tree.ts",
    "completion/known-ids.ts",
    "main.ts",
    "profiles/chosen-bridge.ts",
  ]);
});
