import { signal } from "@preact/signals";
import type { components } from "./api-types.ts";

export type Me = {
  readonly key: { readonly id: string; readonly name: string; readonly scopes: readonly string[] };
  readonly operator: boolean;
  readonly partner?: components["schemas"]["Partner"];
};

const keyEntry = "feedhook.key";
const partnerEntry = "feedhook.partner";

/** The API key of this browser tab: it is forgotten with the tab, and no other tab or site sees it. */
export const apiKey = signal<string | undefined>(undefined);
/** The partner that an operator looks at as if with its key. */
export const actingFor = signal<string | undefined>(undefined);
/** Whose key it is; undefined until the API has said so. */
export const me = signal<Me | undefined>(undefined);
/** Why the last session ended, for the sign-in page. */
export const signedOutBecause = signal<string | undefined>(undefined);

/** Takes the key that an address brought (`#key=…`), and takes it out of the address and the history. */
export function restoreSession(): void {
  const [, given] = /[#&]key=([^&]+)/.exec(location.hash) ?? [];
  if (given !== undefined) {
    sessionStorage.setItem(keyEntry, decodeURIComponent(given));
    sessionStorage.removeItem(partnerEntry);
    history.replaceState(null, "", location.pathname + location.search);
  }
  apiKey.value = sessionStorage.getItem(keyEntry) ?? undefined;
  actingFor.value = sessionStorage.getItem(partnerEntry) ?? undefined;
}

export function signIn(key: string): void {
  sessionStorage.setItem(keyEntry, key);
  sessionStorage.removeItem(partnerEntry);
  actingFor.value = undefined;
  signedOutBecause.value = undefined;
  apiKey.value = key;
}

export function signOut(because?: string): void {
  sessionStorage.removeItem(keyEntry);
  sessionStorage.removeItem(partnerEntry);
  signedOutBecause.value = because;
  me.value = undefined;
  actingFor.value = undefined;
  apiKey.value = undefined;
}

export function actFor(partner: string | undefined): void {
  if (partner === undefined) sessionStorage.removeItem(partnerEntry);
  else sessionStorage.setItem(partnerEntry, partner);
  me.value = undefined;
  actingFor.value = partner;
}

/** Whether the key may do what asks for a scope. The API decides; the portal only hides what would be refused. */
export function may(scope: "manage" | "admin"): boolean {
  const scopes = me.value?.key.scopes ?? [];
  return scopes.includes("admin") || scopes.includes(scope);
}
