import { OpenAPIHono } from "@hono/zod-openapi";
import type * as z from "zod";
import type { ApiEnv } from "../access/access.ts";
import type { FieldError } from "./problem.ts";
import { RequestError } from "./request-error.ts";

/** A router that refuses requests without the declared shape, with an error for each field. */
export type ApiRouter = OpenAPIHono<ApiEnv>;

export function createRouter(): ApiRouter {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw RequestError.invalid(fieldErrors(result.error));
    },
  });
}

const longestName = 64;

/** zod's issues as field errors. Each unknown key gets its own error that names it. Messages contain no values. */
function fieldErrors({ issues }: z.ZodError): readonly FieldError[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ field: fieldName([...path, key]), message: "is an unknown field" }));
    }
    return [{ field: fieldName(path), message: messageOf(issue) }];
  });
}

function messageOf(issue: z.core.$ZodIssue): string {
  const missing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return missing ? "is required" : issue.message.replace(/^Invalid input: /, "");
}

function fieldName(path: readonly string[]): string {
  return path.map((part) => part.slice(0, longestName)).join(".");
}
