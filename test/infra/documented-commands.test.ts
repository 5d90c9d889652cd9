import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStage } from "../../infra/aws/read-options.ts";
import { commandRules } from "../deploy/command-rules.ts";
import { commandsIn, documentedCommands } from "../deploy/documented-commands.ts";
import { productionContext } from "./support/deployment.ts";

const commands = documentedCommands();

test("finds commands in shell blocks, with continuation lines, and between backticks", () => {
  const text = [
    "Give `npm run smoke` without a stage, or `aws sqs\nlist-queues`; `redrive` alone is a word, `feeds` a table.",
    "```sh",
    "one && \\",
    "  two",
    "while three; do",
    "  four",
    "done",
    "```",
    "```json",
    '{ "stage": "prod" }',
    "```",
  ].join("\n");
  expect(commandsIn(text)).toEqual([
    "npm run smoke",
    "aws sqs list-queues",
    "one && \\\n  two",
    "while three; do\n  four\ndone",
  ]);
});

test("every documented command is run by the deploy test, shown elsewhere, or has the reason why it can't be", () => {
  expect(commands.length).toBeGreaterThan(120);
  for (const { document, command } of commands) {
    const rules = commandRules.filter((rule) => rule.command.test(command));
    expect(rules, `${document}: ${command}`).toHaveLength(1);
  }
});

test("the app accepts what documented CDK commands say about the stage", () => {
  const given = commands.filter(({ command }) => /^npx cdk .* -c /.test(command));
  expect(given.length).toBeGreaterThan(4);
  const folder = mkdtempSync(join(tmpdir(), "feedhook-stage-"));
  try {
    const stageFile = join(folder, "prod.json");
    writeFileSync(stageFile, JSON.stringify({ ...productionContext, account: "123456789012", region: "eu-north-1" }));
    for (const { document, command } of given) {
      const context = Object.fromEntries(
        [...command.matchAll(/-c (\w+)=(\S+)/g)].map(([, key, value]) => [key, value]),
      );
      expect(() => readStage({ ...context, stageFile }), `${document}: ${command}`).not.toThrow();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what shows a command has the rule's text, and a command that includes another is run or has its own reason", () => {
  for (const rule of commandRules) {
    if ("shownBy" in rule) {
      const file = new URL(`../../${rule.shownBy}`, import.meta.url);
      expect(readFileSync(file, "utf8"), rule.shownBy).toContain(rule.text);
    }
    if ("sameAs" in rule) {
      const { sameAs } = rule;
      expect(commands.map(({ command }) => command)).toContain(sameAs);
      const other = commandRules.find(({ command }) => command.test(sameAs));
      expect(other, sameAs).not.toHaveProperty("sameAs");
    }
  }
});

test("every rule matches a documented command", () => {
  for (const { command } of commandRules) {
    expect(
      commands.some((one) => command.test(one.command)),
      String(command),
    ).toBe(true);
  }
});
