import type { Context, MiddlewareHandler } from "hono";
import type { AccessTokens } from "../auth/access-tokens.ts";
import { unauthorized } from "../auth/require-token.ts";
import { basicPair } from "../auth/token-endpoint.ts";
import { refusedCursor } from "../http/cursor-codec.ts";
import type { SandboxEnv } from "../http/endpoint.ts";
import { missingRecord, Problem } from "../http/problem.ts";
import type { Clock } from "../store/time.ts";
import type { Fault, FaultKind, FaultPlan } from "./fault-plan.ts";
import type { AskedWhen } from "./retry-after-windows.ts";

/** Injects faults of gateways, networks and busy servers, but not into the sandbox's own helpers. */
export function injectFaults(plan: FaultPlan, tokens: AccessTokens, clock: Clock): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    if (!/^\/[^_][^/]*\/(?:auth\/)?api\//.test(context.req.path)) return next();
    const asked = askedBy(context, tokens);
    plan.retryAfter.see(asked);
    const fault = plan.next((kind) => fits(context, kind));
    switch (fault?.kind) {
      case undefined:
        return next();
      case "401":
      case "revoked":
        tokens.forget(context.req.header("authorization")?.split(" ")[1] ?? "");
        throw unauthorized();
      case "404":
        throw missingRecord("the record");
      case "429":
      case "429-date":
      case "503": {
        const { shown, until } = retryAfter(fault, clock.now());
        context.header("Retry-After", shown);
        const isDown = fault.kind === "503";
        plan.retryAfter.open(isDown ? "503" : "429", asked, until);
        if (isDown) throw new Problem("unavailable", "temporarily unavailable", "midlertidig utilgjengelig");
        throw new Problem("too-many-requests", "too many requests", "for mange forespørsler");
      }
      case "500":
      case "burst":
      case "token":
        throw new Problem("unexpected", "unexpected error", "uventet feil");
      case "expired":
        throw refusedCursor("has expired", "er utløpt");
      case "full-view-404":
        throw missingRecord("a row of the page");
      case "late":
        await clock.sleep(plan.upTo(fault));
        return next();
      case "slow":
        await clock.sleep(fault.parameter);
        return next();
      case "html":
        return context.html("<html><body><h1>502 Bad Gateway</h1></body></html>", 502);
      case "reset":
        // The connection breaks after the work, because the difficult case is a completed write without a response.
        await next();
        context.env.outgoing?.destroy();
        context.res = new Response(context.env.outgoing === undefined ? brokenStream() : null);
        return undefined;
      case "truncated":
        await next();
        context.res = await truncated(context.res);
        return undefined;
    }
  };
}

/**
 * `401`: a token expires during a walk, not before it. `full-view-404`: only a page that reads its rows one at a time
 * can lose one. `expired`: cursors of the change feed never expire (docs/sandbox.md).
 */
function fits(context: Context, kind: FaultKind): boolean {
  const { req } = context;
  const isBusiness = !req.path.includes("/auth/api/");
  switch (kind) {
    case "401":
      return isBusiness && req.query("cursor") !== undefined;
    case "404":
      return isBusiness && req.method === "GET" && recordPath.test(req.path);
    case "expired":
      return isBusiness && req.query("cursor") !== undefined && !req.path.endsWith("/document/changes");
    case "full-view-404":
      return isBusiness && req.query("view") === "full";
    case "revoked":
      return isBusiness;
    case "token":
      return req.path.endsWith("/auth/api/v1/token");
    default:
      return true;
  }
}

/** A masked id has 11 characters, and no list has a name of that length. */
const recordPath = /\/(?:person|company|project|activity|document)\/[\w-]{11}$/;

/** Runs before the request is checked, so the client may be unknown, and the list may not exist. */
function askedBy({ req }: Context, tokens: AccessTokens): AskedWhen {
  const [scheme = "", text = ""] = req.header("authorization")?.split(" ") ?? [];
  const owner = [req.query("entityType"), req.query("entityId")].filter((one) => one !== undefined);
  return {
    instanceName: req.path.split("/")[1] ?? "",
    client: scheme.toLowerCase() === "basic" ? basicPair(text)?.clientId : tokens.find(text)?.clientId,
    list: [req.path, ...owner].join(" "),
  };
}

/** A date has whole seconds, so the time is rounded up. */
function retryAfter({ kind, parameter }: Fault, now: number): { readonly shown: string; readonly until: number } {
  if (kind !== "429-date") return { shown: String(parameter), until: now + parameter * 1000 };
  const until = Math.ceil((now + parameter * 1000) / 1000) * 1000;
  return { shown: new Date(until).toUTCString(), until };
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    pull: (controller) => {
      controller.error(new Error("injected reset"));
    },
  });
}

async function truncated(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(response.status === 204 ? null : bytes.slice(0, Math.floor(bytes.length / 2)), {
    status: response.status,
    headers,
  });
}
