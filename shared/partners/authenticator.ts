import { hash } from "node:crypto";
import { isSameSecret } from "../kernel/hash.ts";
import { RecentMap } from "../kernel/recent-map.ts";
import { deploymentKey, type KeyScope, type Person, type Scope, scope } from "./api-key.ts";
import type { ApiKeyStore } from "./api-key-store.ts";
import { isStrongKey } from "./key-strength.ts";
import type { PartnerAccess } from "./partner.ts";
import { operatorPartner } from "./partner-key.ts";
import type { PartnerRegistry } from "./partner-registry.ts";

export type Caller = {
  /** Id of the key; `environment` is the deployment's operator key. */
  readonly key: string;
  readonly keyName: string;
  readonly person?: Person | undefined;
  readonly scopes: readonly KeyScope[];
  /** Scopes of the session that the key can be exchanged for. */
  readonly grants: readonly Scope[];
  readonly isOperator: boolean;
  /** The access of the partner whose subscriptions, deliveries and events the request is about. */
  readonly access: PartnerAccess;
};

export type Identification =
  | { readonly outcome: "ok"; readonly caller: Caller }
  /** `weak`: the deployment's key could be guessed. */
  | { readonly outcome: "refused" | "suspended" | "weak" };

type Parts = {
  readonly keys: ApiKeyStore;
  readonly partners: PartnerRegistry;
  /** SHA-256 (hex) of the deployment's operator key. */
  readonly operatorKeyHash: string;
  /** The hash of the former operator key, which stays accepted while operators change to the new one. */
  readonly formerOperatorKeyHash?: string | undefined;
};

const mostKnown = 10_000;

export class Authenticator {
  readonly #parts: Parts;
  /** SHA-256 of the texts of keys that were valid at their last use. */
  readonly #known = new RecentMap<true>(mostKnown);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a key was valid when this process last saw it. It may have been revoked since. */
  knows(text: string): boolean {
    return this.#known.get(digestOf(text)) !== undefined;
  }

  async identify(text: string): Promise<Identification> {
    const digest = digestOf(text);
    const found = await this.#find(text, digest);
    if (found.outcome === "ok") this.#known.set(digest, true);
    else this.#known.delete(digest);
    return found;
  }

  async onBehalfOf(caller: Caller, partner: string): Promise<Caller | undefined> {
    if ((await this.#parts.partners.find(partner)) === undefined) return undefined;
    return { ...caller, access: await this.#parts.partners.accessOf(partner) };
  }

  async #find(text: string, digest: string): Promise<Identification> {
    const { keys, partners, operatorKeyHash, formerOperatorKeyHash } = this.#parts;
    const accepted = [operatorKeyHash, ...(formerOperatorKeyHash === undefined ? [] : [formerOperatorKeyHash])];
    // An operator chose the deployment's key, so it may have any form: only its digest identifies it.
    if (accepted.some((one) => isSameSecret(one, digest))) {
      // On AWS, the deployment has only the digest, so the key itself is first seen here.
      if (!isStrongKey(text)) return { outcome: "weak" };
      const access = await partners.accessOf(operatorPartner);
      const named = { key: deploymentKey, keyName: deploymentKey };
      const own = { ...named, scopes: scope.options, grants: [], isOperator: true };
      return { outcome: "ok", caller: { ...own, access } };
    }
    const key = await keys.identify(text);
    if (key === undefined) return { outcome: "refused" };
    const { id, name, scopes, grants = [], partner, person } = key;
    const isOperator = partner === operatorPartner;
    const access = await partners.accessOf(partner);
    if (!access.isActive) {
      const owner = await partners.find(partner);
      return { outcome: owner?.status === "suspended" ? "suspended" : "refused" };
    }
    return { outcome: "ok", caller: { key: id, keyName: name, person, scopes, grants, isOperator, access } };
  }
}

function digestOf(text: string): string {
  return hash("sha256", text);
}
