import { inspect } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { FeedhookError } from "../../../shared/kernel/errors.ts";
import { isExactNumber } from "../../../shared/kernel/exact-json.ts";
import { printable } from "../../../shared/kernel/printable.ts";
import { ApiProblemError, CliError, UnauthorizedError, UsageError } from "../cli-errors.ts";

/** In characters of JSON, about 12,000 tokens. */
export const mostCharacters = 50_000;

/** The most characters per string and items per list. The first cut that makes a result fit is used. */
const cuts = [
  { string: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY },
  { string: 2_000, list: 200 },
  { string: 500, list: 50 },
  { string: 100, list: 10 },
] as const;
type Cut = (typeof cuts)[number];

/** `log` gets unexpected errors. */
export function answering<A>(
  work: (args: A) => Promise<object>,
  log: (line: string) => void,
): (args: A) => Promise<CallToolResult> {
  return async (args) => {
    try {
      return toolResult(await work(args));
    } catch (error) {
      if (!(error instanceof FeedhookError)) log(inspect(error));
      return toolError(error);
    }
  };
}

/**
 * A result is text and structured content, because hosts read one or the other. If it is too long, its strings and
 * nested lists are cut, and `shortened` is true. The `items` of a page stay complete, because `nextCursor` continues
 * after the last one. Throws {@link UsageError} if the result is still too long.
 */
export function toolResult(value: object): CallToolResult {
  for (const [nth, cut] of cuts.entries()) {
    const structuredContent = { ...shownMembers(value, cut, true), ...(nth > 0 && { shortened: true }) };
    const text = JSON.stringify(structuredContent);
    if (text.length <= mostCharacters) return { content: [{ type: "text", text }], structuredContent };
  }
  throw new UsageError(
    `the result is longer than ${mostCharacters} characters, even with shortened values`,
    "Ask for less: a smaller limit, a shorter time range, or one event.",
  );
}

/** Escapes unprintable characters, because text from others reaches models, terminals and logs. */
function shown(value: unknown, cut: Cut): unknown {
  if (typeof value === "string") return printable(shortened(value, cut));
  if (Array.isArray(value)) {
    const kept = value.slice(0, cut.list).map((item) => shown(item, cut));
    return kept.length === value.length ? kept : [...kept, `… ${value.length - kept.length} more items`];
  }
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  return shownMembers(value, cut, false);
}

function shownMembers(object: object, cut: Cut, isPage: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]: [string, unknown]) => {
      const isPart = isPage && name === "items" && Array.isArray(value);
      return [printable(name), isPart ? value.map((item) => shown(item, cut)) : shown(value, cut)];
    }),
  );
}

function shortened(text: string, { string }: Cut): string {
  if (text.length <= string) return text;
  return `${text.slice(0, string)}… (${text.length - string} more characters)`;
}

function toolError(error: unknown): CallToolResult {
  const problem = {
    code: printable(codeOf(error)),
    message: printable(
      error instanceof FeedhookError ? error.message : "the call failed; the log of `feedhook mcp` says why",
    ),
    ...(error instanceof CliError && error.nextStep !== undefined && { nextStep: printable(error.nextStep) }),
  };
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: problem }) }] };
}

function codeOf(error: unknown): string {
  if (error instanceof ApiProblemError || error instanceof UnauthorizedError) return error.problem;
  return error instanceof FeedhookError ? error.code : "internal";
}
