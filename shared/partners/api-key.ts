import * as z from "zod";
import { sha256Text } from "../kernel/hash.ts";
import type { Key } from "../kernel/ports/table.ts";
import { partnerPartition } from "./partner-key.ts";

/** `manage` includes `read`. `admin` includes all others and the management of keys. */
export const scope = z.enum(["read", "manage", "pull", "admin"]);
export type Scope = z.infer<typeof scope>;

/** The scopes of a stored key. A `portal` key can only be exchanged for a session, and only once. */
export const keyScope = z.enum([...scope.options, "portal"]);
export type KeyScope = z.infer<typeof keyScope>;

const included: { readonly [name in KeyScope]: readonly KeyScope[] } = {
  portal: ["portal"],
  read: ["read"],
  manage: ["read", "manage"],
  pull: ["pull"],
  admin: ["read", "manage", "pull", "admin"],
};

export function covers(scopes: readonly KeyScope[], wanted: KeyScope): boolean {
  return scopes.some((one) => included[one].includes(wanted));
}

/** `hash` (SHA-256, hex) identifies the deployment's key, whose id is always `environment`. */
const maker = z.object({ partner: z.string(), key: z.string(), hash: z.string().exactOptional() });
export type KeyMaker = z.infer<typeof maker>;

/** The person who uses an operator's key. */
export const person = z.object({ name: z.string(), email: z.string() });
export type Person = z.infer<typeof person>;

export const deploymentKey = "environment";

/**
 * `subscriptions` table, pk `partner#<id>`, sk `key#<key>`. Only a digest of the text is stored. Times are in unix ms.
 */
export const apiKey = z.object({
  id: z.string(),
  partner: z.string(),
  name: z.string(),
  scopes: z.array(keyScope).min(1),
  /** Only operators' keys name a person. */
  person: person.exactOptional(),
  /** Set if the key is a portal link, or the session for which a link was exchanged. A session keeps its link's id. */
  portal: z.enum(["link", "session"]).exactOptional(),
  /** The scopes of the session for which a link is exchanged. */
  grants: z.array(scope).exactOptional(),
  /** How long (ms) the session of a link lasts. */
  sessionLife: z.int().exactOptional(),
  /** A link and its session end with this key. Absent if a sign-in or an earlier release created the link. */
  madeBy: maker.exactOptional(),
  /** SHA-256 (hex) of the text that lets the partner show the portal in a frame. */
  frameHash: z.string().exactOptional(),
  /** When the link was exchanged for the session. */
  openedAt: z.int().exactOptional(),
  /** SHA-256 (hex) of the whole text. */
  hash: z.string(),
  createdAt: z.int(),
  /** Absent if the key is valid until it is revoked. */
  validUntil: z.int().exactOptional(),
  /** Updated at most once an hour. */
  lastUsedAt: z.int().exactOptional(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const keyPrefix = "key#";
export const keyIdShape = /^key_[0-9A-Z]{26}$/;

export function apiKeyKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${keyPrefix}${id}` };
}

const textShape = /^fh_(operator|[0-9A-Z]{26})_([0-9A-Z]{26})_[A-Za-z0-9_-]{43}$/;

/** `fh_<partner>_<key>_<secret>`. The text names the key's item, so no index is needed to find it. */
export function keyText(partner: string, id: string, secret: Uint8Array): string {
  return `fh_${partner.slice("prt_".length)}_${id.slice("key_".length)}_${Buffer.from(secret).toString("base64url")}`;
}

/** Undefined for a text that can't be a key. */
export function parseKeyText(text: string): { readonly partner: string; readonly id: string } | undefined {
  const [, owner, id] = textShape.exec(text) ?? [];
  if (owner === undefined || id === undefined) return undefined;
  return { partner: `prt_${owner}`, id: `key_${id}` };
}

/** The secret has 256 random bits, so a plain digest can't be reversed. */
export function hashOfKey(text: string): string {
  return sha256Text("hex", text);
}
