import type { Context, MiddlewareHandler } from "hono";
import { sha256Text } from "../../kernel/hash.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { IdempotencyStore } from "../../partners/idempotency-store.ts";
import { problemResponse } from "../http/problem.ts";
import type { ApiEnv } from "./access.ts";

type Services = {
  readonly idempotency: Pick<IdempotencyStore, "begin" | "finish" | "forget">;
  readonly logger: Logger;
};

const nameShape = /^[\x21-\x7e]{1,255}$/;

/** Headers of an answer that a repeat needs as well. */
const kept = ["location", "etag", "content-type"];

/**
 * A POST with `Idempotency-Key` is done once: whoever didn't get its answer sends it again, and gets the answer of the first
 * time. It holds for every POST, so a new one that creates something has it, too.
 */
export function idempotentPosts({ idempotency, logger }: Services): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { req } = context;
    const name = req.method === "POST" ? req.header("idempotency-key") : undefined;
    if (name === undefined) return next();
    if (!nameShape.test(name)) {
      const errors = [{ field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" }];
      return problemResponse("invalid-request", req.path, { detail: "1 field is wrong", errors });
    }
    const { key, access } = context.var.caller;
    const request = sha256Text("base64url", req.method, req.url, await req.text());
    const given = { partner: access.partner, key, name, request };
    const begun = await idempotency.begin(given);
    if (begun.outcome === "busy") return problemResponse("conflict", req.path, { headers: { "retry-after": "2" } });
    if (begun.outcome === "otherRequest") {
      const detail = "another request was sent with this Idempotency-Key: take a new one for each request";
      return problemResponse("idempotency-mismatch", req.path, { detail });
    }
    if (begun.outcome === "repeat") {
      const { status, body, headers } = begun.answer;
      const answer = body === "" ? null : body;
      return new Response(answer, { status, headers: { ...headers, "idempotency-replayed": "true" } });
    }
    await next();
    try {
      if (context.res.status < 400) await idempotency.finish(given, await answerOf(context));
      else await idempotency.forget(given);
    } catch (failure) {
      // It was done; a repeat within a minute is refused, and one after that would do it again.
      logger.error("api.answer_not_kept", failure, { path: req.path, partner: access.partner });
    }
    return undefined;
  };
}

async function answerOf({ res }: Context) {
  const headers = kept.flatMap((name) => {
    const value = res.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: res.status, body: await res.clone().text(), headers: Object.fromEntries(headers) };
}
