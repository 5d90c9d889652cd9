import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import * as z from "zod";
import { UnsealError } from "./errors.ts";
import { parseStored } from "./parse.ts";
import type { Clock } from "./ports/clock.ts";
import type { KeyWrapper } from "./ports/key-wrapper.ts";
import type { Randomness } from "./ports/randomness.ts";
import { absent, type Table } from "./ports/table.ts";

const dataKeyItem = z.object({ wrapped: z.base64() });

const tagBytes = 16;

/** The length in bytes (UTF-8) of the secret in `sealed`, known without opening it. */
export function sealedBytes(sealed: string): number {
  return Buffer.byteLength(sealed.split(".")[2] ?? "", "base64url") - tagBytes;
}

export type SecretBoxParts = {
  /** The `subscriptions` table. A tenant's wrapped data key is stored with its other items. */
  readonly table: Table;
  readonly keys: KeyWrapper;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** How long (ms) an unwrapped data key stays in memory. Without this cache, each delivery would cost a KMS call. */
  readonly cacheMs: number;
};

/**
 * Seals secrets with AES-256-GCM under one data key per tenant. `tenant` is the partition of the secret's owner
 * (`instance#acme`, `partner#prt_1`). The tenant and the id are authenticated, so a sealed value doesn't open under
 * another tenant or id.
 */
export class SecretBox {
  readonly #parts: SecretBoxParts;
  readonly #cache = new Map<string, { readonly key: Uint8Array; readonly until: number }>();

  constructor(parts: SecretBoxParts) {
    this.#parts = parts;
  }

  /** Returns `v1.<nonce>.<ciphertext and tag>`, in base64url. */
  async seal(tenant: string, id: string, secret: string): Promise<string> {
    const key = (await this.#dataKey(tenant)) ?? (await this.#newDataKey(tenant));
    const nonce = this.#parts.randomness.bytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(`${tenant}/${id}`));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return `v1.${Buffer.from(nonce).toString("base64url")}.${sealed.toString("base64url")}`;
  }

  /** Throws {@link UnsealError} for a wrong tenant or id, changed bytes or a lost data key. */
  async open(tenant: string, id: string, sealed: string): Promise<string> {
    const [version, nonce, body] = sealed.split(".");
    const key = await this.#dataKey(tenant);
    if (version !== "v1" || nonce === undefined || body === undefined || key === undefined) {
      throw new UnsealError(`the secret ${tenant}/${id} has no data key, or its form is unknown`);
    }
    const bytes = Buffer.from(body, "base64url");
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"))
        .setAAD(Buffer.from(`${tenant}/${id}`))
        .setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new UnsealError(`the secret ${tenant}/${id} can't be unsealed`, { cause });
    }
  }

  /**
   * A code (HMAC-SHA-256, base64url) by which the bridge recognizes its own text. A text has the same code for as long
   * as the tenant keeps its data key.
   */
  async codeOf(tenant: string, ...parts: readonly string[]): Promise<string> {
    const dataKey = (await this.#dataKey(tenant)) ?? (await this.#newDataKey(tenant));
    // A separate key, because a key should serve only one algorithm.
    const key = Buffer.from(hkdfSync("sha256", dataKey, "", "authentication", 32));
    return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  }

  async #dataKey(tenant: string): Promise<Uint8Array | undefined> {
    const now = this.#parts.clock.now();
    const cached = this.#cache.get(tenant);
    if (cached !== undefined && cached.until > now) return cached.key;
    const item = await this.#parts.table.get({ pk: tenant, sk: "datakey" });
    if (item === undefined) return undefined;
    const { wrapped } = parseStored(dataKeyItem, item, `data key of ${tenant}`);
    const key = await this.#parts.keys.unwrap(Buffer.from(wrapped, "base64"), tenant);
    this.#cache.set(tenant, { key, until: now + this.#parts.cacheMs });
    return key;
  }

  async #newDataKey(tenant: string): Promise<Uint8Array> {
    const fresh = this.#parts.randomness.bytes(32);
    const wrapped = Buffer.from(await this.#parts.keys.wrap(fresh, tenant)).toString("base64");
    await this.#parts.table.put([{ item: { pk: tenant, sk: "datakey", wrapped }, when: absent }]);
    // Another worker may have stored its key first. Secrets sealed with a key that isn't stored couldn't be opened.
    const key = await this.#dataKey(tenant);
    if (key === undefined) throw new UnsealError(`there is no data key for ${tenant}`);
    return key;
  }
}
