import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { withoutFirst } from "../../../infra/node/keep-off-one-processor.ts";

describe("a list of processors without its first", () => {
  it.each([
    ["0", ""],
    ["0-1", "1"],
    ["0-3", "1-3"],
    ["2-3,8", "3,8"],
    ["1,4-7", "4-7"],
    ["", ""],
  ])("%j is %j", (processors, rest) => {
    expect(withoutFirst(processors)).toBe(rest);
  });
});

/** Prints the processors of each thread before and after, the main thread first. */
const program = `
  import { readdirSync, readFileSync } from "node:fs";
  import { keepOffOneProcessor } from "./infra/node/keep-off-one-processor.ts";
  const lists = () => readdirSync("/proc/self/task").map((thread) =>
    /Cpus_allowed_list:\\s*(\\S+)/.exec(readFileSync("/proc/self/task/" + thread + "/status", "utf8"))[1]);
  const before = lists();
  await keepOffOneProcessor();
  console.log(JSON.stringify({ before, after: lists() }));
`;

const canMove = process.platform === "linux" && availableParallelism() > 1;

it.runIf(canMove)(`keeps every thread but the main one off a processor${canMove ? "" : " (on Linux)"}`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  const lists = z.array(z.string());
  const { before, after } = z.object({ before: lists, after: lists }).parse(JSON.parse(stdout));
  const [all = ""] = before;
  expect(new Set(before)).toEqual(new Set([all]));
  expect(after[0]).toBe(all);
  expect(new Set(after.slice(1))).toEqual(new Set([withoutFirst(all)]));
});
