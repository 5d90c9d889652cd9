import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { noSuchEndpoint, type SandboxEnv } from "../http/endpoint.ts";
import { type Locale, Problem } from "../http/problem.ts";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";
import type { AccessToken, AccessTokens, UserSessions } from "./access-tokens.ts";

export function unknownInstance(): Problem {
  return new Problem("unknown-instance", "unknown instance", "ukjent instans");
}

export function unauthorized(): Problem {
  return new Problem(
    "unauthorized",
    "missing, expired or revoked token",
    "tokenet mangler, er utløpt eller trukket tilbake",
  );
}

export function localeOf(text: string | undefined): Locale | undefined {
  return text === "en" || text === "no" ? text : undefined;
}

function place(context: Context, instances: ReadonlyMap<string, Instance>): { instance: Instance; locale: Locale } {
  const instance = instances.get(context.req.param("instanceName") ?? "");
  if (instance === undefined) throw unknownInstance();
  const locale = localeOf(context.req.param("locale"));
  if (locale === undefined) throw noSuchEndpoint();
  return { instance, locale };
}

/** Bearer tokens are ignored, so a machine can't create credentials. */
export function requireUser(
  instances: ReadonlyMap<string, Instance>,
  sessions: UserSessions,
): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const { instance, locale } = place(context, instances);
    const actorId = sessions.find(instance.name, getCookie(context, "X-ACCESS-TOKEN"));
    if (actorId === undefined) throw unauthorized();
    context.set("session", { instance, locale, actorId, actedById: undefined });
    await next();
  };
}

/** The order of the checks decides which error a request with several faults gets. */
export function requireToken(
  instances: ReadonlyMap<string, Instance>,
  tokens: AccessTokens,
): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const { instance, locale } = place(context, instances);
    const token = readToken(context.req.header("authorization"), tokens);
    if (token === undefined || token.expiresAt <= instance.clock.now()) throw unauthorized();
    const credential = credentialOf(instances, token);
    if (credential === undefined || hasLapsed(instance, credential)) throw unauthorized();
    if (token.instanceName !== instance.name) {
      throw new Problem("foreign-token", "the token belongs to another instance", "tokenet tilhører en annen instans");
    }
    assertScope(token, context.req.method);
    instance.noteUse(credential.id);
    context.set("session", { instance, locale, actorId: credential.actorId, actedById: credential.actedById });
    await next();
  };
}

function readToken(header: string | undefined, tokens: AccessTokens): AccessToken | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
  return token === undefined ? undefined : tokens.find(token);
}

function credentialOf(instances: ReadonlyMap<string, Instance>, token: AccessToken): CredentialRow | undefined {
  return instances.get(token.instanceName)?.tables.credential.get(token.credentialId);
}

function hasLapsed(instance: Instance, { revoked }: CredentialRow): boolean {
  return (
    revoked !== undefined && instance.clock.now() >= revoked.at / 1000 + instance.settings.revocationSeconds * 1000
  );
}

function assertScope({ scopes }: AccessToken, method: string): void {
  const needed = method === "GET" || method === "HEAD" ? "read" : "write";
  if (scopes.includes(needed) || scopes.includes(`act-as-user:${needed}`)) return;
  throw new Problem("missing-scope", `the token lacks the ${needed} scope`, `tokenet mangler tilgangen ${needed}`);
}
