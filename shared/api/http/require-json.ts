import type { MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

const withBody = new Set(["POST", "PUT", "PATCH"]);
const json = /^application\/(merge-patch\+)?json\s*(;.*)?$/i;

/**
 * Bodies must be JSON. Otherwise, a form or plain text would count as an empty body. A call without a body needs no
 * content type.
 */
export const requireJson: MiddlewareHandler = async ({ req }, next) => {
  const type = req.header("content-type");
  const hasNone = type === undefined && isZero(req.header("content-length")) && !req.header("transfer-encoding");
  if (withBody.has(req.method) && !hasNone && !json.test(type ?? "")) {
    return problemResponse("unsupported-media-type", req.path, {
      detail: "Send the Content-Type: application/json header.",
    });
  }
  await next();
  return undefined;
};

const isZero = (length = "0"): boolean => Number(length) === 0;
