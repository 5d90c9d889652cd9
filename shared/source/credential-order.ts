import { sha256Text } from "../kernel/hash.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { StoredCredentials } from "./credential-store.ts";

export type CredentialOrderParts = {
  readonly credentialsOf: (instance: string) => Promise<readonly StoredCredentials[]>;
  readonly clock: Clock;
  /** How long (ms) stored pairs are remembered, and refused pairs are skipped. */
  readonly memory: number;
};

/** Decides which credential pair of an instance to use: the newest one that wasn't refused recently (hazard 61). */
export class CredentialOrder {
  readonly #parts: CredentialOrderParts;
  readonly #stored = new Map<string, { readonly until: number; readonly pairs: readonly StoredCredentials[] }>();
  readonly #refused = new Map<string, number>();

  constructor(parts: CredentialOrderParts) {
    this.#parts = parts;
  }

  /**
   * Returns undefined if every pair was refused. Before that, it reads the stored pairs again, because an operator may
   * have replaced them.
   */
  async best(instance: string): Promise<StoredCredentials | undefined> {
    const now = this.#parts.clock.now();
    const known = this.#stored.get(instance);
    if (known !== undefined && known.until > now) {
      const usable = known.pairs.find((pair) => !this.#isRefused(instance, pair));
      if (usable !== undefined) return usable;
    }
    return (await this.#read(instance)).find((pair) => !this.#isRefused(instance, pair));
  }

  /** Whether the instance has another pair that isn't refused. */
  async hasOther(instance: string, than: StoredCredentials): Promise<boolean> {
    const pairs = this.#stored.get(instance)?.pairs ?? (await this.#read(instance));
    return pairs.some((pair) => pair.slot !== than.slot && !this.#isRefused(instance, pair));
  }

  refuse(instance: string, pair: StoredCredentials): void {
    this.#refused.set(keyOf(instance, pair), this.#parts.clock.now() + this.#parts.memory);
  }

  /** Forgets the stored pairs, because they changed. The next use reads them again. */
  forget(instance: string): void {
    this.#stored.delete(instance);
  }

  async #read(instance: string): Promise<readonly StoredCredentials[]> {
    const pairs = await this.#parts.credentialsOf(instance);
    this.#stored.set(instance, { until: this.#parts.clock.now() + this.#parts.memory, pairs });
    return pairs;
  }

  #isRefused(instance: string, pair: StoredCredentials): boolean {
    // This runs for every request, and refused pairs are rare, so the digest is rarely needed.
    if (this.#refused.size === 0) return false;
    return (this.#refused.get(keyOf(instance, pair)) ?? 0) > this.#parts.clock.now();
  }
}

const keyOf = (instance: string, { credentials: { clientId, clientSecret } }: StoredCredentials): string =>
  sha256Text("base64url", instance, clientId, clientSecret);
