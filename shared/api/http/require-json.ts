import type { MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

const withBody = new Set(["POST", "PUT", "PATCH"]);
const json = /^application\/(merge-patch\+)?json\s*(;.*)?$/i;

/** Bodies are JSON: without this a form or a plain text would be taken for an empty body. */
export const requireJson: MiddlewareHandler = async ({ req }, next) => {
  if (withBody.has(req.method) && !json.test(req.header("content-type") ?? "")) {
    return problemResponse("unsupported-media-type", req.path, { detail: "send Content-Type: application/json" });
  }
  await next();
  return undefined;
};
