import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

const challenge = { "www-authenticate": 'Bearer realm="feedhook"' };

/**
 * Admits requests with `Authorization: Bearer <key>`. Keys are compared as digests: of equal length, in constant time,
 * and without the key itself ever standing in a setting.
 */
export function authenticate(operatorKeyHash: string): MiddlewareHandler {
  const expected = Buffer.from(operatorKeyHash, "hex");
  return async ({ req }, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "") ?? [];
    const given = createHash("sha256")
      .update(key ?? "")
      .digest();
    const admitted = key !== undefined && expected.length === given.length && timingSafeEqual(given, expected);
    if (!admitted) {
      const detail = key === undefined ? "send Authorization: Bearer <key>" : "this key is not valid";
      return problemResponse("unauthorized", req.path, { detail, headers: challenge });
    }
    await next();
    return undefined;
  };
}
