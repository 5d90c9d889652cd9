import { createHash, randomBytes } from "node:crypto";

/**
 * Sessions of logged-in users, from the value of the `X-ACCESS-TOKEN` cookie to the user. How users log in isn't part
 * of the contract.
 */
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

/** A value that depends only on the seed, so a printed one stays valid. */
export function seededSecret(purpose: string, seed: number, instanceName: string): string {
  return createHash("sha256").update(`${purpose}:${seed}:${instanceName}`).digest("base64url").slice(0, 32);
}
