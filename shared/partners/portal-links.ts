import type { Context } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { freshDraw } from "../kernel/draw.ts";
import { isSameSecret } from "../kernel/hash.ts";
import { absent, type Condition, type Page, type PageRequest, type Table } from "../kernel/ports/table.ts";
import { sortableId } from "../kernel/sortable-id.ts";
import {
  type ApiKey,
  apiKeyKey,
  deploymentKey,
  hashOfKey,
  keyText,
  type Person,
  parseKeyText,
  type Scope,
} from "./api-key.ts";
import { type ApiKeyStore, listedKeys, storedKeys } from "./api-key-store.ts";
import { QuotaCounter, quotaKey } from "./quota-counter.ts";

/** The most unopened links and live sessions of a partner. An embedding page creates a link on each load. */
export const mostPortalLinks = 500;

/**
 * The most unopened links and live sessions of one person who signed in. Without this limit, one person could use up
 * the operators' shared limit, and the portal would refuse every other operator's sign-in for hours.
 */
export const mostSessionsOfOne = 50;

/** How long (ms) a session lasts, unless its link says otherwise. */
const defaultSessionLife = 3_600_000;

export type NewPortalLink = {
  readonly access: Scope;
  /** The link can be opened until this time (unix ms). */
  readonly validUntil: number;
  /** Absent for a sign-in. */
  readonly madeBy?: { readonly partner: string; readonly key: string };
  readonly person?: Person;
  /** How long (ms) the session lasts. */
  readonly sessionLife?: number;
  /** Whether the partner is allowed to show the portal in a frame. */
  readonly isFramed: boolean;
};

export type CreatedPortalLink = {
  readonly link: ApiKey;
  readonly token: string;
  /** The text that lets the partner's pages show the portal in a frame. */
  readonly frame: string | undefined;
};

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly keys: ApiKeyStore;
  /** SHA-256 (hex) of the deployment's operator key. */
  readonly operatorKeyHash: string;
};

/**
 * Portal links and their sessions: keys of their partner that end when they expire, when they are revoked, or when the
 * key that created them ends. One write turns a link into its session, so a link opens once.
 */
export class PortalLinks {
  readonly #parts: Parts;
  readonly #quotas: QuotaCounter;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#quotas = new QuotaCounter(parts);
  }

  /** Only a repeat of the request returns the token again. */
  async create(
    partner: string,
    { access, validUntil, madeBy, isFramed, ...ofPerson }: NewPortalLink,
    draw = freshDraw(this.#parts),
  ): Promise<CreatedPortalLink | "quotaExceeded"> {
    const { table, keys, operatorKeyHash } = this.#parts;
    const id = sortableId("key", draw.at, draw);
    const token = keyText(partner, id, draw.bytes(32));
    const frame = isFramed ? frameText(partner, id, draw.bytes(32)) : undefined;
    const hash = madeBy?.key === deploymentKey ? operatorKeyHash : undefined;
    const link: ApiKey = {
      ...{ id, partner, name: "portal link", scopes: ["portal"], portal: "link", grants: [access] },
      ...{ hash: hashOfKey(token), createdAt: draw.at, validUntil, ...ofPerson },
      ...(madeBy !== undefined && { madeBy: { ...madeBy, ...defined({ hash }) } }),
      ...(frame !== undefined && { frameHash: hashOfKey(frame) }),
    };
    // An existing link is already counted.
    if (draw.isRepeat && (await keys.find(partner, id)) !== undefined) return { link, token, frame };
    const quota = { key: quotaKey(partner, "portal-links"), most: mostPortalLinks, ids: () => this.#liveIds(partner) };
    return this.#quotas.within(quota, id, async () => {
      await table.put([{ item: { ...link, ...apiKeyKey(partner, id) }, when: absent }]);
      return { link, token, frame };
    });
  }

  async open(
    partner: string,
    id: string,
  ): Promise<{ readonly text: string; readonly access: Scope; readonly validUntil: number } | "openedBefore"> {
    const { table, keys, clock, randomness } = this.#parts;
    const link = await keys.find(partner, id);
    const access = link?.grants?.[0];
    if (link?.portal !== "link" || access === undefined) return "openedBefore";
    const now = clock.now();
    const validUntil = now + (link.sessionLife ?? defaultSessionLife);
    const text = keyText(partner, id, randomness.bytes(32));
    const session: ApiKey = {
      ...{ ...link, name: link.person?.name ?? "portal session", scopes: [access], portal: "session" },
      ...{ hash: hashOfKey(text), openedAt: now, validUntil },
    };
    // If two requests open the link at the same time, one succeeds. For the other, the stored digest has changed.
    const when: Condition = [{ attribute: "hash", is: "equal", value: link.hash }];
    const [outcome] = await table.put([{ item: { ...session, ...apiKeyKey(partner, id) }, when }]);
    return outcome === "written" ? { text, access, validUntil } : "openedBefore";
  }

  /** Only links and sessions that haven't ended, oldest first. `after` is the last id of the previous page. */
  list(partner: string, page: PageRequest): Promise<Page<ApiKey>> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const makers = new Map<string, Promise<boolean>>();
    return listedKeys(table, partner, page, (key) => isLive(key, now) && this.#isMakerValid(key, makers));
  }

  async revoke(partner: string, id: string): Promise<"revoked" | "notFound"> {
    const isPortal: Condition = [{ attribute: "portal", is: "present" }];
    const remove = async () => (await this.#parts.table.remove(apiKeyKey(partner, id), isPortal)) === "written";
    return (await this.#quotas.givingBack(quotaKey(partner, "portal-links"), remove)) ? "revoked" : "notFound";
  }

  /**
   * The partner whose pages may show the portal in a frame. Undefined unless `text` belongs to a live link or session.
   */
  async partnerFraming(text: string): Promise<string | undefined> {
    const named = parseFrameText(text);
    if (named === undefined) return undefined;
    const link = await this.#parts.keys.find(named.partner, named.id);
    const { frameHash } = link ?? {};
    if (link === undefined || frameHash === undefined || !isSameSecret(frameHash, hashOfKey(text))) return undefined;
    const isValid = isLive(link, this.#parts.clock.now()) && (await this.#isMakerValid(link, new Map()));
    return isValid ? named.partner : undefined;
  }

  /** Ends a person's oldest links and sessions until the limit allows one more. */
  async endOldest(partner: string, email: string): Promise<void> {
    const now = this.#parts.clock.now();
    const own: string[] = [];
    for await (const key of storedKeys(this.#parts.table, partner)) {
      if (isLive(key, now) && key.person?.email === email) own.push(key.id);
    }
    for (const id of own.slice(0, Math.max(own.length + 1 - mostSessionsOfOne, 0))) await this.revoke(partner, id);
  }

  async #isMakerValid({ madeBy }: ApiKey, known: Map<string, Promise<boolean>>): Promise<boolean> {
    if (madeBy === undefined) return true;
    const { partner, key, hash = "" } = madeBy;
    const name = `${partner} ${key} ${hash}`;
    const holds = known.get(name) ?? this.#parts.keys.holds(madeBy);
    known.set(name, holds);
    return holds;
  }

  /** Also removes the expired links and sessions, because nothing else removes them. */
  async *#liveIds(partner: string): AsyncGenerator<string> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const ended: Condition = [{ attribute: "validUntil", is: "absentOrAtMost", value: now }];
    for await (const key of storedKeys(table, partner)) {
      if (isLive(key, now)) yield key.id;
      else if (key.portal !== undefined) await table.remove(apiKeyKey(partner, key.id), ended);
    }
  }
}

function isLive({ portal, validUntil }: ApiKey, now: number): boolean {
  return portal !== undefined && (validUntil ?? 0) > now;
}

const keyStart = "fh_";

/** Names the link's item, as a key's text does, but authorizes no request. */
function frameText(partner: string, id: string, secret: Uint8Array): string {
  return keyText(partner, id, secret).slice(keyStart.length);
}

function parseFrameText(text: string): ReturnType<typeof parseKeyText> {
  return parseKeyText(`${keyStart}${text}`);
}
