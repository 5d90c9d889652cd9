import { signal } from "@preact/signals";
import type { components } from "../../../api-client/api-types.ts";
import { enter, keepKey, keepPartner } from "./entrance.ts";

/** The API key of this browser tab. It is lost when the tab is closed, and no other site can read it. */
export const apiKey = signal<string | undefined>(undefined);
/** The ID of the partner that an operator acts for. */
export const actingFor = signal<string | undefined>(undefined);
/** What the API says about the session's key and partner; undefined until it has responded. */
export const me = signal<components["schemas"]["Me"] | undefined>(undefined);
export const isOpeningLink = signal(false);
export const signedOutBecause = signal<string | undefined>(undefined);

/** The keys are the reasons that the API puts into the address. */
const signInProblems: Readonly<Record<string, string>> = {
  expired:
    "This sign-in took more than ten minutes, was replaced by a newer one, or began at a different portal address. Sign in again.",
  "no-group":
    "None of your groups has access to this portal. Ask an operator to add you to a group that does, or to add one of your groups to Feedhook's configuration.",
  "no-email":
    "Your identity provider sent no verified email address, which the audit log needs. Ask an operator to check the client's scopes and claims.",
  refused:
    "Your identity provider refused the sign-in. Try again. If that doesn't help, ask an operator to check the client's settings.",
  unreachable: "Feedhook can't reach your identity provider. Try again in a minute, or sign in with an API key.",
  invalid:
    "Your identity provider's response failed Feedhook's checks, so you aren't signed in. Try again. If that doesn't help, ask an operator to look for sign_in.refused in the log.",
  "too-many": "Too many operators are signed in. Ask one of them to revoke a session on the Keys page.",
};

export function restoreSession(): void {
  const { key, partner, token, refused } = enter();
  if (refused !== undefined) {
    signOut(signInProblem(refused));
    return;
  }
  if (token !== undefined) {
    signOut();
    isOpeningLink.value = true;
    void openLink(token);
    return;
  }
  apiKey.value = key;
  actingFor.value = partner;
}

/** The reason comes from the URL, where anyone can put any text, so an unknown reason isn't shown. */
function signInProblem(reason: string): string {
  return (Object.hasOwn(signInProblems, reason) && signInProblems[reason]) || "You aren't signed in. Sign in again.";
}

async function openLink(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    const answer = await fetch("/v1/portal-session", { method: "POST", headers });
    const body: unknown = await answer.json();
    const key = typeof body === "object" && body !== null && "key" in body ? body.key : undefined;
    if (answer.ok && typeof key === "string") signIn(key);
    else signOut("This link may have expired or already been used. Ask for a new one.");
  } catch {
    signOut("Can't reach Feedhook. Check your connection and open the link again.");
  } finally {
    isOpeningLink.value = false;
  }
}

export function signIn(key: string): void {
  keepKey(key);
  actingFor.value = undefined;
  signedOutBecause.value = undefined;
  apiKey.value = key;
}

export function signOut(because?: string): void {
  keepKey(undefined);
  signedOutBecause.value = because;
  me.value = undefined;
  actingFor.value = undefined;
  apiKey.value = undefined;
}

export function actFor(partner: string | undefined): void {
  keepPartner(partner);
  me.value = undefined;
  actingFor.value = partner;
}

/** The API enforces scopes. The portal only hides what the API would reject. */
export function may(scope: "manage" | "pull" | "admin"): boolean {
  const scopes = me.value?.key.scopes ?? [];
  return scopes.includes("admin") || scopes.includes(scope);
}

export const isOperating = (): boolean => me.value?.operator === true && actingFor.value === undefined;
