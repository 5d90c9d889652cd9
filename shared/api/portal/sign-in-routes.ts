import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { RecentMap } from "../../kernel/recent-map.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { signedInAs } from "../../partners/sign-in.ts";
import type { ApiEnv } from "../access/access.ts";
import type { ApiServices } from "../api-services.ts";
import type { ApiApp } from "../endpoint.ts";
import type { SignIn, SignInChecks, SignInFailure } from "./sign-in.ts";

const callbackPath = "/portal/sign-in/callback";
const cookieName = "feedhook-sign-in";
/** How long (ms) a person may take to sign in. */
const patience = 600_000;
/** How long (ms) the portal has to open the link that a sign-in creates. */
const linkLife = 60_000;
const hour = 3_600_000;
const mostEnded = 10_000;
/** The shortest time (ms) between two log entries with the same reason, because anyone can begin a sign-in. */
const loggedEvery = 60_000;

type Refusal = { readonly reason: string; readonly fault?: string };

/**
 * Signs operators in with OpenID Connect (authorization code with PKCE). A cookie binds the identity provider's
 * response to the browser that began the sign-in, so a response to another person's sign-in is refused.
 */
export function signInRoutes(app: ApiApp, signIn: SignIn, services: ApiServices): void {
  const { clock, randomness } = services;
  const log = refusalLog(services);
  /** Holds the `state` of each ended sign-in, so that one cookie can't send the provider any number of requests. */
  const ended = new RecentMap<true>(mostEnded);
  const refused = (context: Context, { reason, fault }: Refusal): Response => {
    log(reason, fault);
    // The portal has a text for each reason, so that a URL can't show arbitrary text.
    return context.redirect(`/portal#refused=${reason}`);
  };
  const prefixOf = (redirectUri: string) => (redirectUri.startsWith("https:") ? ("host" as const) : undefined);
  const redirectUriOf = ({ env }: Context<ApiEnv>) => `${services.publicUrl(env)}${callbackPath}`;

  app.use("/portal/sign-in/*", async (context, next) => {
    context.header("cache-control", "no-store");
    context.header("referrer-policy", "no-referrer");
    await next();
  });

  app.get("/portal/sign-in", async (context) => {
    const redirectUri = redirectUriOf(context);
    const cookie = `${clock.now()}.${Buffer.from(randomness.bytes(32)).toString("base64url")}`;
    const begun = await (await signIn.provider()).begin(await checksOf(signIn, cookie, redirectUri));
    if (begun.outcome !== "ok") return refused(context, refusalOf(begun));
    const prefix = prefixOf(redirectUri);
    setCookie(context, cookieName, cookie, {
      ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: prefix !== undefined, maxAge: patience / 1_000 },
      ...(prefix !== undefined && { prefix }),
    });
    return context.redirect(begun.address);
  });

  app.get(callbackPath, async (context) => {
    const redirectUri = redirectUriOf(context);
    const prefix = prefixOf(redirectUri);
    const cookie = getCookie(context, cookieName, prefix) ?? "";
    deleteCookie(context, cookieName, { path: "/", secure: prefix !== undefined, ...(prefix && { prefix }) });
    const begunAt = Number(/^(\d{1,15})\.[\w-]{43}$/.exec(cookie)?.[1] ?? Number.NaN);
    const checks = await checksOf(signIn, cookie, redirectUri);
    // The state depends on the whole cookie, so the time in the cookie can't be changed.
    const isOwn = context.req.query("state") === checks.state;
    if (!isOwn || !(clock.now() - begunAt < patience) || ended.get(checks.state) === true)
      return refused(context, { reason: "expired" });
    ended.set(checks.state, true);
    const answer = await (await signIn.provider()).end(new URL(context.req.url).search, checks);
    if (answer.outcome !== "ok") return refused(context, refusalOf(answer));
    const who = signedInAs(answer.claims, signIn.options);
    if (who.outcome === "no-group") return refused(context, { reason: who.outcome, fault: `${who.listed} groups` });
    if (who.outcome === "no-email") return refused(context, { reason: who.outcome });
    const { person, access } = who;
    await services.portalLinks.endOldest(operatorPartner, person.email);
    const made = await services.portalLinks.create(operatorPartner, {
      ...{ access, person, isFramed: false, validUntil: clock.now() + linkLife },
      sessionLife: signIn.options.sessionHours * hour,
    });
    if (made === "quotaExceeded") return refused(context, { reason: "too-many" });
    return context.redirect(`/portal#token=${made.token}`);
  });
}

/** State, nonce and verifier are derived from the cookie and a key of the bridge, so nothing is stored. */
async function checksOf({ codeOf }: SignIn, cookie: string, redirectUri: string): Promise<SignInChecks> {
  const [state, nonce, verifier] = await Promise.all([
    codeOf("state", cookie),
    codeOf("nonce", cookie),
    codeOf("verifier", cookie),
  ]);
  return { redirectUri, state, nonce, verifier };
}

function refusalOf({ outcome, fault }: SignInFailure): Refusal {
  return { reason: outcome, fault };
}

function refusalLog({ clock, logger }: ApiServices) {
  const logged = new Map<string, number>();
  return (reason: string, fault: string | undefined): void => {
    const now = clock.now();
    // An expired sign-in says nothing about the configuration.
    if (reason === "expired" || Math.abs(now - (logged.get(reason) ?? 0)) < loggedEvery) return;
    logger.warn("sign_in.refused", { reason, fault });
    logged.set(reason, now);
  };
}
