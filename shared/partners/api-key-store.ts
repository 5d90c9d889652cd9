import { timingSafeEqual } from "node:crypto";
import { defined } from "../kernel/defined.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import { absent, type Page, type Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { sortableId } from "../kernel/sortable-id.ts";
import { type ApiKey, apiKey, apiKeyKey, hashOfKey, keyPrefix, keyText, parseKeyText } from "./api-key.ts";
import { KeyQuota } from "./key-quota.ts";
import { partnerPartition } from "./partner-key.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<Table, "get" | "getAll" | "put" | "query" | "update" | "remove">;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, "bytes">;
};

export type NewKey = {
  readonly name: string;
  readonly scopes: ApiKey["scopes"];
  /** Unix ms. */
  readonly validUntil?: number | undefined;
  readonly portal?: ApiKey["portal"] | undefined;
  readonly grants?: ApiKey["grants"] | undefined;
};

/** Ms between two notes of a key's last use: one per request would be a write per request. */
const useNotedEvery = 3_600_000;

/** API keys under their partner; the operator's stand under `prt_operator`. */
export class ApiKeyStore {
  readonly #parts: Parts;
  readonly #quota: KeyQuota;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#quota = new KeyQuota(parts);
  }

  /** The same as {@link create}, unless the partner has `most` keys: those that ended count until they are revoked. */
  async createWithin(
    most: number,
    partner: string,
    wanted: NewKey,
  ): Promise<{ readonly key: ApiKey; readonly text: string } | "quotaExceeded"> {
    const { clock, randomness } = this.#parts;
    const id = sortableId("key", clock.now(), randomness);
    return (await this.#quota.take(partner, id, most)) ? this.create(partner, wanted, id) : "quotaExceeded";
  }

  /** Returns the text beside the key: the one moment at which it is shown. */
  async create(
    partner: string,
    { name, scopes, validUntil, portal, grants }: NewKey,
    given?: string,
  ): Promise<{ readonly key: ApiKey; readonly text: string }> {
    const { table, clock, randomness } = this.#parts;
    const now = clock.now();
    if (portal !== undefined) await this.#prune(partner, now);
    const id = given ?? sortableId("key", now, randomness);
    const text = keyText(partner, id, randomness.bytes(32));
    const key: ApiKey = {
      ...{ id, partner, name, scopes: [...new Set(scopes)], hash: hashOfKey(text), createdAt: now },
      ...defined({ validUntil, portal, grants }),
    };
    await table.put([{ item: { ...key, ...apiKeyKey(partner, id) }, when: absent }]);
    return { key, text };
  }

  /** Oldest first; `after` is the id of the last one of the page before. */
  async list(
    partner: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Page<ApiKey>> {
    const query = { pk: partnerPartition(partner), prefix: keyPrefix, limit, consistent: true };
    const page = await this.#parts.table.query(
      after === undefined ? query : { ...query, after: `${keyPrefix}${after}` },
    );
    return { items: page.items.map((item) => parseStored(apiKey, item, `key ${item.sk}`)), more: page.more };
  }

  /** The next request with it is refused. */
  async revoke(partner: string, id: string): Promise<"revoked" | "notFound"> {
    const exists = [{ attribute: "hash", is: "present" } as const];
    const outcome = await this.#parts.table.remove(apiKeyKey(partner, id), exists);
    if (outcome !== "written") return "notFound";
    await this.#quota.giveBack(partner, id);
    return "revoked";
  }

  /** The key that a text is, if it is one and still holds. Read anew every time, so that a revoked key ends at once. */
  async identify(text: string): Promise<ApiKey | undefined> {
    const named = parseKeyText(text);
    if (named === undefined) return undefined;
    const { table, clock } = this.#parts;
    const item = await table.get(apiKeyKey(named.partner, named.id), { consistent: true });
    if (item === undefined) return undefined;
    const key = parseStored(apiKey, item, `key ${named.id}`);
    if (!isSameDigest(key.hash, hashOfKey(text))) return undefined;
    const now = clock.now();
    if (key.validUntil !== undefined && key.validUntil <= now) return undefined;
    await this.#noteUse(key, now);
    return key;
  }

  /** Links and sessions are many and end by themselves; other keys stay listed, so that one sees that they ended. */
  async #prune(partner: string, now: number): Promise<void> {
    const { table } = this.#parts;
    for await (const item of queryAll(table, { pk: partnerPartition(partner), prefix: keyPrefix, consistent: true })) {
      const { id, portal, validUntil = now + 1 } = parseStored(apiKey, item, `key ${item.sk}`);
      if (portal !== undefined && validUntil <= now) await table.remove(apiKeyKey(partner, id));
    }
  }

  async #noteUse({ partner, id, lastUsedAt }: ApiKey, now: number): Promise<void> {
    const before = now - useNotedEvery;
    if (lastUsedAt !== undefined && lastUsedAt > before) return;
    await this.#parts.table.update({
      key: apiKeyKey(partner, id),
      set: { lastUsedAt: now },
      when: [
        // A key that was revoked meanwhile must not come back as a stump.
        { attribute: "hash", is: "present" },
        { attribute: "lastUsedAt", is: "absentOrAtMost", value: before },
      ],
    });
  }
}

/** Compares in constant time, so that the time taken says nothing about the key. */
export function isSameDigest(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one, "hex"), Buffer.from(other, "hex")];
  return first.length === second.length && first.length > 0 && timingSafeEqual(first, second);
}
