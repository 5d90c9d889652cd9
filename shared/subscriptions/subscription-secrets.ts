import * as z from "zod";
import { defined } from "../kernel/defined.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { RandomBytes } from "../kernel/ports/randomness.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import { ed25519PublicKey, ed25519Secret } from "./ed25519-key.ts";
import type { Subscription, SubscriptionRef } from "./subscription.ts";

type SigningSecret = Subscription["secrets"][number];
export type SealedHeader = NonNullable<Subscription["headers"]>[number];

/** How webhooks are signed. `hmac`: with a secret that the receiver also has. `ed25519`: with a private key. */
export const signing = z.enum(["hmac", "ed25519"]);
export type Signing = z.infer<typeof signing>;

/** What a receiver needs to verify signatures: the `secret` for HMAC, or the `publicKey` for Ed25519. */
export type IssuedKey = { readonly secret?: string | undefined; readonly publicKey?: string | undefined };

export type GivenSecrets = {
  /** The kind of the generated key; HMAC if absent. */
  readonly signing?: Signing | undefined;
  /** The partner's own signing secret; if absent, the store generates one. */
  readonly secret?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
};

export type Rotation = {
  /** The longest time (ms) for which older secrets keep signing. */
  readonly overlap: number;
  /** The partner's own HMAC secret; if absent, the store generates a key. */
  readonly ownSecret?: string | undefined;
  /** The kind of the generated key; if absent, the kind of the newest key. */
  readonly signing?: Signing | undefined;
};

export type RotateOutcome =
  | ({ readonly outcome: "ok"; readonly subscription: Subscription } & IssuedKey)
  | { readonly outcome: "notFound" }
  /** `inUse`: the given secret is already valid. `unsigned`: the subscription isn't a webhook, so it has no secrets. */
  | { readonly outcome: "refused"; readonly reason: "inUse" | "tooMany" | "unsigned" };

/** The maximum number of signing secrets that are valid at the same time. Each adds a signature to every delivery. */
export const mostSecrets = 4;

/** Seals and opens a subscription's signing secrets and the values of its headers, with its partner's data key. */
export class SubscriptionSecrets {
  readonly #box: SecretBox;
  readonly #clock: Clock;

  constructor(box: SecretBox, clock: Clock) {
    this.#box = box;
    this.#clock = clock;
  }

  async sealSecret({ partner, id }: SubscriptionRef, secret: string, createdAt: number): Promise<SigningSecret> {
    const sealed = await this.#box.seal(partnerPartition(partner), id, secret);
    return { sealed, createdAt, ...defined({ publicKey: ed25519PublicKey(secret) }) };
  }

  /** Newest first: `whsec_…` or `whsk_…`. All of them sign. */
  async openSecrets({ partner, id, secrets }: Subscription): Promise<readonly string[]> {
    const valid = validSecrets(secrets, this.#clock.now());
    return Promise.all(valid.map(({ sealed }) => this.#box.open(partnerPartition(partner), id, sealed)));
  }

  /** Seals each value together with its header's name, so that it can't be opened under another name. */
  async sealHeaders(
    { partner, id }: SubscriptionRef,
    headers: readonly (readonly [name: string, value: string])[],
  ): Promise<readonly SealedHeader[]> {
    return Promise.all(
      headers.map(async ([name, value]) => {
        return { name, sealed: await this.#box.seal(partnerPartition(partner), headerId(id, name), value) };
      }),
    );
  }

  async openHeaders({ partner, id, headers = [] }: Subscription): Promise<Readonly<Record<string, string>>> {
    const opened = await Promise.all(
      headers.map(async ({ name, sealed }) => {
        return [name, await this.#box.open(partnerPartition(partner), headerId(id, name), sealed)] as const;
      }),
    );
    return Object.fromEntries(opened);
  }
}

function headerId(id: string, name: string): string {
  return `${id}/header/${name}`;
}

export function validSecrets(secrets: readonly SigningSecret[], now: number): readonly SigningSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}

/**
 * Newest first. Earlier secrets stay valid until `until` at most. Undefined if more than {@link mostSecrets} would be
 * valid, because dropping one would break the promise that it still signs.
 */
export function rotatedSecrets(
  secrets: readonly SigningSecret[],
  newest: SigningSecret,
  { now, until }: { readonly now: number; readonly until: number },
): SigningSecret[] | undefined {
  const older = secrets.map((one) => ({ ...one, expiresAt: Math.min(one.expiresAt ?? until, until) }));
  const all = [newest, ...validSecrets(older, now)];
  return all.length > mostSecrets ? undefined : all;
}

const prefix = "whsec_";
const generatedBytes = 32;

/** A new Standard Webhooks secret of 32 random bytes: an HMAC key (`whsec_…`) or an Ed25519 key (`whsk_…`). */
export function newSigningSecret(randomness: RandomBytes, kind: Signing = "hmac"): string {
  const bytes = randomness.bytes(generatedBytes);
  return kind === "ed25519" ? ed25519Secret(bytes) : `${prefix}${Buffer.from(bytes).toString("base64")}`;
}

/** For an Ed25519 secret, this is the public key, never the private one. */
export function issuedKey(secret: string): IssuedKey {
  const publicKey = ed25519PublicKey(secret);
  return publicKey === undefined ? { secret } : { publicKey };
}

export function signingOf({ secrets: [newest] }: Subscription): Signing {
  return newest?.publicKey === undefined ? "hmac" : "ed25519";
}

/**
 * Padded base64, as libraries expect. Undefined unless the text is `whsec_` and the base64 of 24 to 64 bytes. Without
 * this check, a mistyped secret would go unnoticed until the first signature fails to verify.
 */
export function normaliseSigningSecret(text: string): string | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+)={0,2}$/.exec(text) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const normal = bytes.toString("base64");
  // Decoding tolerates a wrong length and stray bits. A text that doesn't encode back to itself was mistyped.
  if (normal.replaceAll("=", "") !== base64) return undefined;
  return bytes.length >= 24 && bytes.length <= 64 ? `${prefix}${normal}` : undefined;
}
