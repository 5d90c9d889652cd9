import { expect, test } from "vitest";
import { DeclinedError, UsageError } from "../../../infra/cli/cli-errors.ts";
import { confirm } from "../../../infra/cli/confirm.ts";

function asking(answer?: string) {
  const questions: string[] = [];
  const ask =
    answer === undefined
      ? undefined
      : async (question: string) => {
          questions.push(question);
          return answer;
        };
  return { questions, decide: (yes?: boolean) => confirm({ ask }, "this deletes sub_1", yes) };
}

test.each(["y", "Yes", " yes\n"])("%j confirms", async (answer) => {
  const { questions, decide } = asking(answer);
  await decide();
  expect(questions).toEqual(["This deletes sub_1. Continue? [y/N] "]);
});

test.each(["", "n", "yess", "sub_1"])("%j declines, and nothing is done", async (answer) => {
  await expect(asking(answer).decide()).rejects.toThrow(DeclinedError);
});

test("--yes confirms without a question, with and without a terminal", async () => {
  const { questions, decide } = asking("n");
  await decide(true);
  await asking().decide(true);
  expect(questions).toEqual([]);
});

test("a script, which can't answer, is told to add --yes", async () => {
  await expect(asking().decide()).rejects.toThrow(UsageError);
  await expect(asking().decide()).rejects.toMatchObject({ nextStep: "Add --yes to confirm it." });
});
