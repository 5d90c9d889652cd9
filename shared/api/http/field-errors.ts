import type * as z from "zod";
import type { FieldError } from "./problem.ts";

const longestName = 64;

/** The maximum number of errors in one response: a body can contain tens of thousands of invalid values. */
export const mostErrors = 50;

/**
 * Lists the first {@link mostErrors} of `count` errors. Each unknown key gets its own error. Messages contain no
 * values.
 */
export function fieldErrors({ issues }: z.ZodError): { errors: readonly FieldError[]; count: number } {
  const errors: FieldError[] = [];
  let count = 0;
  for (const issue of issues) {
    const path = issue.path.map(String);
    const room = Math.max(mostErrors - count, 0);
    if (issue.code === "unrecognized_keys") {
      const named = issue.keys.slice(0, room);
      errors.push(...named.map((key) => ({ field: fieldName([...path, key]), message: "is an unknown field" })));
      count += issue.keys.length;
    } else {
      if (room > 0) errors.push({ field: fieldName(path), message: messageOf(issue) });
      count += 1;
    }
  }
  return { errors, count };
}

/**
 * zod writes whole sentences ("Too big: expected string to have <=256 characters"). Our messages continue the field's
 * name ("must have at most 256 characters").
 */
function messageOf(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (issue.code === "invalid_type" && message.endsWith("received undefined")) return "is required";
  if (issue.code === "too_big" && message.startsWith("Too big")) {
    return boundText(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
  }
  if (issue.code === "too_small" && message.startsWith("Too small")) {
    return boundText(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
  }
  if (issue.code === "invalid_value" && message.startsWith("Invalid option")) {
    return `must be one of ${issue.values.map(String).join(", ")}`;
  }
  if (issue.code === "invalid_type" && message.startsWith("Invalid input: expected")) {
    return `must be of type ${typeNames.get(issue.expected) ?? issue.expected}`;
  }
  // Such as "Invalid ISO datetime".
  if (issue.code === "invalid_format") return message.replace(/^Invalid (?!string:)/, "must be a valid ");
  return message.replace(/^Invalid input: /, "");
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["record", "object"],
]);

function boundText(relation: string, bound: number | bigint, origin: string): string {
  const units = new Map([
    ["string", "character"],
    ["array", "item"],
  ]);
  const unit = units.get(origin);
  if (unit === undefined) return `must be ${relation} ${bound}`;
  return `must have ${relation} ${bound} ${Number(bound) === 1 ? unit : `${unit}s`}`;
}

function fieldName(path: readonly string[]): string {
  return path.map((part) => part.slice(0, longestName)).join(".");
}
