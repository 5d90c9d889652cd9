import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import { sha256Text } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Key, Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { type Credentials, credentials } from "./instance.ts";

/**
 * `current` is the newest pair that has worked, or the instance's first pair. `next` is a newer pair that hasn't worked
 * yet. Both are valid while a customer rotates credentials (docs/partner-api.md#credential-rotation, hazard 61).
 */
export type CredentialSlot = "current" | "next";
export type StoredCredentials = { readonly slot: CredentialSlot; readonly credentials: Credentials };

const sealedItem = z.object({ sealed: z.string() });
const slots: readonly CredentialSlot[] = ["next", "current"];

/** The sealed credentials of instances (`subscriptions` table, pk `instance#<name>`, sk `credential#<slot>`). */
export class CredentialStore {
  readonly #table: Table;
  readonly #box: SecretBox;

  constructor(table: Table, box: SecretBox) {
    this.#table = table;
    this.#box = box;
  }

  /** The newest pair comes first, because it is tried first. */
  async of(instance: string): Promise<readonly StoredCredentials[]> {
    const items = await this.#table.getAll(slots.map((slot) => keyOf(instance, slot)));
    const opened = slots.map(async (slot, position): Promise<StoredCredentials[]> => {
      const item = items[position];
      if (item === undefined) return [];
      const { sealed } = parseStored(sealedItem, item, `credential ${slot} of ${instance}`);
      const text = await this.#box.open(tenantOf(instance), idOf(slot), sealed);
      return [{ slot, credentials: parseStored(credentials, JSON.parse(text), `credential ${slot} of ${instance}`) }];
    });
    return (await Promise.all(opened)).flat();
  }

  /**
   * The first pair becomes `current`. A later one becomes `next`, so that a mistyped pair doesn't break a working
   * connection. Offering the current pair again removes `next`. Returns whether anything changed.
   */
  async offer(instance: string, offered: Credentials): Promise<boolean> {
    const stored = await this.of(instance);
    const current = stored.find(({ slot }) => slot === "current")?.credentials;
    const next = stored.find(({ slot }) => slot === "next")?.credentials;
    if (current === undefined) {
      await this.#put(instance, "current", offered);
      return true;
    }
    if (samePair(current, offered)) {
      if (next === undefined) return false;
      await this.#table.remove(keyOf(instance, "next"));
      return true;
    }
    if (next !== undefined && samePair(next, offered)) return false;
    await this.#put(instance, "next", offered);
    return true;
  }

  async promote(instance: string, proven: Credentials): Promise<void> {
    const next = (await this.of(instance)).find(({ slot }) => slot === "next")?.credentials;
    // Another pair may have been offered meanwhile, and it hasn't worked yet.
    if (next === undefined || !samePair(next, proven)) return;
    await this.#put(instance, "current", next);
    await this.#table.remove(keyOf(instance, "next"));
  }

  async #put(instance: string, slot: CredentialSlot, pair: Credentials): Promise<void> {
    const sealed = await this.#box.seal(tenantOf(instance), idOf(slot), JSON.stringify(pair));
    await this.#table.put([{ item: { ...keyOf(instance, slot), sealed } }]);
  }
}

const tenantOf = (instance: string): string => `instance#${instance}`;
const idOf = (slot: CredentialSlot): string => `credential#${slot}`;
const keyOf = (instance: string, slot: CredentialSlot): Key => ({ pk: tenantOf(instance), sk: idOf(slot) });

const samePair = (one: Credentials, other: Credentials): boolean =>
  one.clientId === other.clientId && one.clientSecret === other.clientSecret;

export type CredentialSource = {
  credentialsOf(instance: string): Promise<readonly StoredCredentials[]>;
  /** Called when a pair in the `next` slot got a token and a 2xx response. */
  promote(instance: string, proven: Credentials): Promise<void>;
};

type OrderParts = Context & { readonly registry: CredentialSource };

/**
 * Chooses the newest credential pair that wasn't refused recently (hazard 61). Stored pairs and refusals are remembered
 * for `timings.registryCache` ms.
 */
export class CredentialOrder {
  readonly #parts: OrderParts;
  readonly #stored = new Map<string, { readonly until: number; readonly pairs: readonly StoredCredentials[] }>();
  readonly #refused = new Map<string, number>();

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  /**
   * Undefined if every pair was refused recently. If no remembered pair can be used, reads the stored ones again,
   * because an operator may have replaced them.
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

  async hasOther(instance: string, than: StoredCredentials): Promise<boolean> {
    const pairs = this.#stored.get(instance)?.pairs ?? (await this.#read(instance));
    return pairs.some((pair) => pair.slot !== than.slot && !this.#isRefused(instance, pair));
  }

  refuse(instance: string, pair: StoredCredentials): void {
    this.#refused.set(pairKey(instance, pair), this.#parts.clock.now() + this.#parts.timings.registryCache);
  }

  /** Call this when the stored pairs have changed. */
  forget(instance: string): void {
    this.#stored.delete(instance);
  }

  async #read(instance: string): Promise<readonly StoredCredentials[]> {
    const pairs = await this.#parts.registry.credentialsOf(instance);
    this.#stored.set(instance, { until: this.#parts.clock.now() + this.#parts.timings.registryCache, pairs });
    return pairs;
  }

  #isRefused(instance: string, pair: StoredCredentials): boolean {
    // This runs for every request, and refused pairs are rare, so the digest is rarely needed.
    if (this.#refused.size === 0) return false;
    return (this.#refused.get(pairKey(instance, pair)) ?? 0) > this.#parts.clock.now();
  }
}

const pairKey = (instance: string, { credentials: { clientId, clientSecret } }: StoredCredentials): string =>
  sha256Text("base64url", instance, clientId, clientSecret);
