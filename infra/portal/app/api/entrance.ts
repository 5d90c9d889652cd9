import { decoded } from "../logic/decoded.ts";

const keyEntry = "feedhook.key";
const partnerEntry = "feedhook.partner";
/** The URL parameter with the ID of the partner that an operator acts for. It makes the partner's view shareable. */
export const actingParameter = "as";

export type Entrance = {
  readonly key?: string | undefined;
  /** The ID of the partner that an operator acts for. */
  readonly partner?: string | undefined;
  /** The token of a portal link, to be exchanged for a key. */
  readonly token?: string | undefined;
  /** Why single sign-on was refused, as a code (shared/api/portal/sign-in-routes.ts). */
  readonly refused?: string | undefined;
};

let entered: Entrance | undefined;

/**
 * Reads `#key=…`, `#token=…` or `#refused=…` from the URL, and then removes this fragment from the URL and the history,
 * because it can contain a secret. Without such a fragment, returns the key that the tab stored earlier. The partner
 * comes from `actingParameter` or, without it, from the tab's storage. Later calls return the first call's result.
 */
export function enter(): Entrance {
  entered ??= entranceOf(location);
  return entered;
}

function entranceOf({ hash, pathname, search }: Location): Entrance {
  const [, token] = /[#&]token=([^&]+)/.exec(hash) ?? [];
  const [, given] = /[#&]key=([^&]+)/.exec(hash) ?? [];
  if (given !== undefined) keepKey(decoded(given));
  const [, refused] = /[#&]refused=([^&]+)/.exec(hash) ?? [];
  if ((given ?? token ?? refused) !== undefined) history.replaceState(null, "", pathname + search);
  if (token !== undefined) return { token: decoded(token) };
  if (refused !== undefined) return { refused };
  const acting = new URLSearchParams(search).get(actingParameter);
  if (acting !== null && acting !== "") keepPartner(acting);
  return { key: kept(keyEntry), partner: kept(partnerEntry) };
}

/** Stores the key, or removes it if `key` is undefined. Always removes the stored partner. */
export function keepKey(key: string | undefined): void {
  keep(keyEntry, key);
  keep(partnerEntry, undefined);
}

export function keepPartner(partner: string | undefined): void {
  keep(partnerEntry, partner);
}

/**
 * A browser can block `sessionStorage` for a page in another site's frame. `memory` then holds the values until the
 * page is closed or reloaded.
 */
const storage = opened();
const memory = new Map<string, string>();

function opened(): Storage | undefined {
  try {
    const { sessionStorage } = window;
    sessionStorage.getItem("");
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function kept(entry: string): string | undefined {
  return storage === undefined ? memory.get(entry) : (storage.getItem(entry) ?? undefined);
}

function keep(entry: string, value: string | undefined): void {
  if (value === undefined) {
    storage?.removeItem(entry);
    memory.delete(entry);
  } else if (storage === undefined) memory.set(entry, value);
  else storage.setItem(entry, value);
}
