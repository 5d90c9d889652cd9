import { signal } from "@preact/signals";
import type { components } from "../../../api-client/api-types.ts";
import { signInProblem } from "../logic/sign-in-problem.ts";
import { enter, keepKey, keepPartner } from "./entrance.ts";

/** The API key of this browser tab. It is lost when the tab is closed, and no other site can read it. */
export const apiKey = signal<string | undefined>(undefined);
/** The ID of the partner that an operator acts for. */
export const actingFor = signal<string | undefined>(undefined);
/** What the API says about the session's key and partner; undefined until it has responded. */
export const me = signal<components["schemas"]["Me"] | undefined>(undefined);
export const isOpeningLink = signal(false);
export const signedOutBecause = signal<string | undefined>(undefined);

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
