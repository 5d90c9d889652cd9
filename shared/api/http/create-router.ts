import { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../access/access.ts";
import { fieldErrors } from "./field-errors.ts";
import { RequestError } from "./request-error.ts";

/** A router whose requests are refused, field by field, where they don't have the declared shape. */
export type ApiRouter = OpenAPIHono<ApiEnv>;

export function createRouter(): ApiRouter {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw RequestError.invalid(fieldErrors(result.error));
    },
  });
}
