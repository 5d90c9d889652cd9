import type { Context } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { freshDraw } from "../kernel/draw.ts";
import { isSameSecret } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Condition, type Page, type PageRequest, type Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { sortableId } from "../kernel/sortable-id.ts";
import {
  type ApiKey,
  apiKey,
  apiKeyKey,
  deploymentKey,
  hashOfKey,
  type KeyMaker,
  keyPrefix,
  keyText,
  type Person,
  parseKeyText,
} from "./api-key.ts";
import { operatorPartner, partnerPartition } from "./partner-key.ts";
import { QuotaCounter, quotaKey } from "./quota-counter.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  /** SHA-256 (hex) of the deployment's operator key. */
  readonly operatorKeyHash: string;
  /** The hash of the former operator key. Portal links made with that key stay valid for as long as it is accepted. */
  readonly formerOperatorKeyHash?: string | undefined;
};

export type NewKey = {
  readonly name: string;
  readonly scopes: ApiKey["scopes"];
  /** Unix ms. */
  readonly validUntil?: number | undefined;
  readonly person?: Person | undefined;
};

/**
 * The shortest time (ms) between two writes of a key's last use. Without this limit, every request would cost a write.
 */
const useNotedEvery = 3_600_000;

/** The operator's keys belong to the partner `prt_operator`. */
export class ApiKeyStore {
  readonly #parts: Parts;
  readonly #quotas: QuotaCounter;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#quotas = new QuotaCounter(parts);
  }

  /** Refuses if the partner already has `most` keys. Expired keys count until they are revoked. */
  async createWithin(
    most: number,
    partner: string,
    wanted: NewKey,
    draw = freshDraw(this.#parts),
  ): Promise<{ readonly key: ApiKey; readonly text: string } | "quotaExceeded"> {
    const id = sortableId("key", draw.at, draw);
    const create = () => this.create(partner, wanted, draw, id);
    // An existing key is already counted.
    if (draw.isRepeat && (await this.find(partner, id)) !== undefined) return create();
    const quota = { key: quotaKey(partner, "keys"), most, ids: () => this.ids(partner) };
    return this.#quotas.within(quota, id, create);
  }

  /** Only a repeat of the request returns the text again. */
  async create(
    partner: string,
    { name, scopes, validUntil, person }: NewKey,
    draw = freshDraw(this.#parts),
    id = sortableId("key", draw.at, draw),
  ): Promise<{ readonly key: ApiKey; readonly text: string }> {
    const { table } = this.#parts;
    const text = keyText(partner, id, draw.bytes(32));
    const key: ApiKey = {
      ...{ id, partner, name, scopes: [...new Set(scopes)], hash: hashOfKey(text), createdAt: draw.at },
      ...defined({ validUntil, person }),
    };
    await table.put([{ item: { ...key, ...apiKeyKey(partner, id) }, when: absent }]);
    return { key, text };
  }

  /**
   * Oldest first, without portal links and their sessions. The operator's list includes the sessions of people who are
   * signed in. `after` is the last id of the previous page.
   */
  list(partner: string, page: PageRequest): Promise<Page<ApiKey>> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const isOpenSession = (key: ApiKey) => key.portal === "session" && !hasEnded(key, now);
    return listedKeys(table, partner, page, (key) => {
      return key.portal === undefined || (partner === operatorPartner && isOpenSession(key));
    });
  }

  async find(partner: string, id: string): Promise<ApiKey | undefined> {
    const item = await this.#parts.table.get(apiKeyKey(partner, id));
    return item === undefined ? undefined : parseStored(apiKey, item, `key ${id}`);
  }

  async revoke(partner: string, id: string): Promise<"revoked" | "notFound"> {
    const exists: Condition = [
      { attribute: "hash", is: "present" },
      { attribute: "portal", is: "absent" },
    ];
    const remove = async () => (await this.#parts.table.remove(apiKeyKey(partner, id), exists)) === "written";
    return (await this.#quotas.givingBack(quotaKey(partner, "keys"), remove)) ? "revoked" : "notFound";
  }

  /** Without portal links and their sessions. */
  async *ids(partner: string): AsyncGenerator<string> {
    for await (const { id, portal } of storedKeys(this.#parts.table, partner)) {
      if (portal === undefined) yield id;
    }
  }

  /** Undefined unless the key is valid. The item is read each time, so a revoked key stops working immediately. */
  async identify(text: string): Promise<ApiKey | undefined> {
    const named = parseKeyText(text);
    if (named === undefined) return undefined;
    const key = await this.find(named.partner, named.id);
    if (key === undefined || !isSameSecret(key.hash, hashOfKey(text))) return undefined;
    const now = this.#parts.clock.now();
    if (hasEnded(key, now)) return undefined;
    if (key.madeBy !== undefined && !(await this.holds(key.madeBy))) return undefined;
    await this.#noteUse(key, now);
    return key;
  }

  /** Whether the key that created something is still valid. */
  async holds({ partner, key, hash }: KeyMaker): Promise<boolean> {
    const { clock, operatorKeyHash, formerOperatorKeyHash } = this.#parts;
    if (key === deploymentKey) return hash !== undefined && [operatorKeyHash, formerOperatorKeyHash].includes(hash);
    const found = await this.find(partner, key);
    return found !== undefined && !hasEnded(found, clock.now());
  }

  async #noteUse({ partner, id, lastUsedAt = 0 }: ApiKey, now: number): Promise<void> {
    if (lastUsedAt > now - useNotedEvery) return;
    await this.#parts.table.update({
      key: apiKeyKey(partner, id),
      set: { lastUsedAt: now },
      // Without this condition, the update would recreate a key that was just revoked, with only this attribute.
      when: [{ attribute: "hash", is: "present" }],
    });
  }
}

function hasEnded({ validUntil = Number.POSITIVE_INFINITY }: ApiKey, now: number): boolean {
  return validUntil <= now;
}

/** All keys of a partner, oldest first, including portal links and their sessions. */
export async function* storedKeys(table: Table, partner: string, after?: string): AsyncGenerator<ApiKey> {
  const cursor = after === undefined ? undefined : `${keyPrefix}${after}`;
  const query = { pk: partnerPartition(partner), prefix: keyPrefix, limit: 200 };
  for await (const item of queryAll(table, { ...query, ...defined({ after: cursor }) })) {
    yield parseStored(apiKey, item, `key ${item.sk}`);
  }
}

/** A page of the keys for which `isListed` is true, oldest first. */
export async function listedKeys(
  table: Table,
  partner: string,
  { after, limit }: PageRequest,
  isListed: (key: ApiKey) => boolean | Promise<boolean>,
): Promise<Page<ApiKey>> {
  const items: ApiKey[] = [];
  for await (const key of storedKeys(table, partner, after)) {
    if (await isListed(key)) items.push(key);
    if (items.length > limit) return { items: items.slice(0, limit), more: true };
  }
  return { items, more: false };
}
