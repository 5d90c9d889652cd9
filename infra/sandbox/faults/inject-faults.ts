import type { Context, MiddlewareHandler } from "hono";
import type { AccessTokens } from "../auth/access-tokens.ts";
import { unauthorized } from "../auth/require-token.ts";
import type { SandboxEnv } from "../http/endpoint.ts";
import { missingRecord, Problem } from "../http/problem.ts";
import type { Clock } from "../store/clock.ts";
import type { FaultKind, FaultPlan } from "./fault-plan.ts";

/** Misbehaves towards consumers as gateways, networks and busy servers do. The sandbox's own helpers are left alone. */
export function injectFaults(plan: FaultPlan, tokens: AccessTokens, clock: Clock): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    if (!/^\/[^_][^/]*\/(?:auth\/)?api\//.test(context.req.path)) return next();
    const fault = plan.next((kind) => fits(context, kind));
    switch (fault?.kind) {
      case undefined:
        return next();
      case "401":
        tokens.forget(context.req.header("authorization")?.split(" ")[1] ?? "");
        throw unauthorized();
      case "429":
        context.header("Retry-After", String(fault.parameter));
        throw new Problem("too-many-requests", { en: "too many requests", no: "for mange forespørsler" });
      case "500":
        throw new Problem("unexpected", { en: "unexpected error", no: "uventet feil" });
      case "503":
        context.header("Retry-After", String(fault.parameter));
        throw new Problem("unavailable", { en: "temporarily unavailable", no: "midlertidig utilgjengelig" });
      case "full-view-404":
        throw missingRecord("a row of the page");
      case "slow":
        await clock.sleep(fault.parameter);
        return next();
      case "html":
        return context.html("<html><body><h1>502 Bad Gateway</h1></body></html>", 502);
      case "reset":
        // After the work is done: a lost answer to a write that happened is what bites.
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

/** A token dies in the middle of a walk, not before it; a page can lose a row only where it reads rows one by one. */
function fits(context: Context, kind: FaultKind): boolean {
  const isBusiness = !context.req.path.includes("/auth/api/");
  if (kind === "401") return isBusiness && context.req.query("cursor") !== undefined;
  if (kind === "full-view-404") return isBusiness && context.req.query("view") === "full";
  return true;
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
