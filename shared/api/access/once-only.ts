import type { Context, MiddlewareHandler, Next } from "hono";
import { freshDraw } from "../../kernel/draw.ts";
import { sha256Text } from "../../kernel/hash.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { IdempotentAnswer } from "../../partners/idempotency-store.ts";
import type { ApiServices } from "../api-services.ts";
import { problemResponse } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import type { ApiEnv } from "./access.ts";

const nameShape = /^[\x21-\x7e]{1,255}$/;

const kept = ["location", "etag", "content-type"];

export const replayedHeader = "idempotency-replayed";

/**
 * Executes a POST with an `Idempotency-Key` once; a repeat gets the first response. A POST that only reads is executed
 * again, because a stored response could keep event data longer than the event itself. A POST that acknowledges pulled
 * events is also executed again.
 */
export const onceOnly =
  (services: ApiServices): MiddlewareHandler<ApiEnv> =>
  (context, next) =>
    doOnce(services, context, next);

/** Runs after the access check, so that a repeat returns nothing that its sender may no longer read. */
async function doOnce(services: ApiServices, context: Context<ApiEnv>, next: Next): Promise<Response | undefined> {
  const { req } = context;
  const { caller, operation } = context.var;
  const { idempotency, logger } = services;
  const name = req.method === "POST" ? req.header("idempotency-key") : undefined;
  if (name !== undefined && !nameShape.test(name)) {
    throw RequestError.invalid([{ field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" }]);
  }
  if (name === undefined || (operation?.scope !== "manage" && operation?.scope !== "admin")) {
    context.set("draw", freshDraw(services));
    await next();
    return undefined;
  }
  const { key, access } = caller;
  const request = sha256Text("base64url", req.method, req.url, await req.text());
  const given = { partner: access.partner, key, name, request, access: nameOf(access.instances) };
  const begun = await idempotency.begin(given);
  if (begun.outcome === "conflict") return problemResponse("conflict", req.path, { headers: { "retry-after": "2" } });
  if (begun.outcome === "invalid") {
    throw new RequestError(
      "idempotency-mismatch",
      "This Idempotency-Key was used for another request. Use a new key for each request.",
    );
  }
  if (begun.outcome === "repeat") {
    if (await isThere(services, caller, begun.answer.headers["location"] ?? req.path)) return repeated(begun.answer);
  }
  if (begun.outcome !== "ok") {
    throw new RequestError(
      "wrong-state",
      "This request already succeeded, but its response can't be returned again. Retrieve the resource that it created, if it still exists.",
    );
  }
  context.set("draw", begun.draw);
  await next();
  const { status } = context.res;
  try {
    if (status < 400) await idempotency.finish(given, await answerOf(context));
    else if (status < 500) await idempotency.forget(given);
    else await idempotency.release(given);
  } catch (failure) {
    // A repeat within a minute is refused; a later repeat finds what this request created.
    logger.error("api.answer_not_kept", failure, { path: req.path, partner: access.partner });
  }
  return undefined;
}

async function isThere({ subscriptions, partners }: ApiServices, { access }: Caller, path: string): Promise<boolean> {
  const [, subscription] = /^\/v1\/subscriptions\/(sub_[0-9A-Z]{26})/.exec(path) ?? [];
  if (subscription !== undefined) return (await subscriptions.find(access.partner, subscription)) !== undefined;
  const [, partner] = /^\/v1\/partners\/(prt_[0-9A-Z]{26})/.exec(path) ?? [];
  return partner === undefined || (await partners.find(partner)) !== undefined;
}

function nameOf(instances: "all" | ReadonlySet<string>): string {
  return instances === "all" ? instances : sha256Text("base64url", ...[...instances].toSorted());
}

function repeated({ status, body, headers }: IdempotentAnswer): Response {
  return new Response(body === "" ? null : body, { status, headers: { ...headers, [replayedHeader]: "true" } });
}

async function answerOf({ res }: Context) {
  const headers = kept.flatMap((name) => {
    const value = res.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: res.status, body: await res.clone().text(), headers: Object.fromEntries(headers) };
}
