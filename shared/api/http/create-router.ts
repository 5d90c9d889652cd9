import { OpenAPIHono } from "@hono/zod-openapi";
import { fieldErrors } from "./field-errors.ts";
import { RequestError } from "./request-error.ts";

/** A router whose requests are refused, field by field, where they don't have the declared shape. */
export function createRouter(): OpenAPIHono {
  return new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw RequestError.invalid(fieldErrors(result.error));
    },
  });
}
