import { createHash, randomBytes } from "node:crypto";
import type { Instance } from "../store/instance.ts";
import type { CredentialRow } from "../store/rows.ts";

export interface AccessToken {
  readonly instanceName: string;
  readonly credentialId: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/**
 * The tokens of all instances are together, because another instance's token and an unknown token get different errors.
 * A restart loses them.
 */
export class AccessTokens {
  readonly #tokens = new Map<string, AccessToken>();

  issue(
    instance: Instance,
    credential: CredentialRow,
    scopes: readonly string[],
  ): { token: string; expiresIn: number } {
    const expiresIn = instance.settings.expiresInSeconds;
    const token = `pat_${randomBytes(24).toString("base64url")}`;
    const now = instance.clock.now();
    this.#forgetExpired(now);
    if (instance.settings.switches.oneLiveToken) this.#forgetThoseOf(instance.name, credential.id);
    const expiresAt = now + expiresIn * 1000;
    const { id: credentialId, clientId } = credential;
    this.#tokens.set(token, { instanceName: instance.name, credentialId, clientId, scopes, expiresAt });
    return { token, expiresIn };
  }

  find(token: string): AccessToken | undefined {
    return this.#tokens.get(token);
  }

  forget(token: string): void {
    this.#tokens.delete(token);
  }

  #forgetThoseOf(name: string, credential: number): void {
    for (const [token, { instanceName, credentialId }] of this.#tokens)
      if (instanceName === name && credentialId === credential) this.#tokens.delete(token);
  }

  #forgetExpired(now: number): void {
    for (const [token, { expiresAt }] of this.#tokens) {
      if (expiresAt > now) return;
      this.#tokens.delete(token);
    }
  }
}

/** Logged-in users by the value of their `X-ACCESS-TOKEN` cookie. The contract doesn't say how users log in. */
export class UserSessions {
  readonly #sessions = new Map<string, { instanceName: string; personId: number }>();

  open(instanceName: string, personId: number, value = randomBytes(24).toString("base64url")): string {
    this.#sessions.set(value, { instanceName, personId });
    return value;
  }

  find(instanceName: string, value: string | undefined): number | undefined {
    const session = value === undefined ? undefined : this.#sessions.get(value);
    return session?.instanceName === instanceName ? session.personId : undefined;
  }
}

/** A secret that depends only on the arguments, so a printed secret stays valid after a restart. */
export function seededSecret(purpose: string, seed: number, instanceName: string): string {
  return createHash("sha256").update(`${purpose}:${seed}:${instanceName}`).digest("base64url").slice(0, 32);
}
