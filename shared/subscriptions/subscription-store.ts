import { ContentionError } from "../kernel/errors.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import { absent, type Condition, type Page, type Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { sortableId } from "../kernel/sortable-id.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import { ProjectionIntents } from "./projection-intents.ts";
import { newSigningSecret } from "./signing-secret.ts";
import type { Subscription } from "./subscription.ts";
import { readSubscription, subscriptionItem } from "./subscription-item.ts";
import { subscriptionKey, subscriptionPrefix } from "./subscription-key.ts";
import { SubscriptionProjection } from "./subscription-projection.ts";
import { rotatedSecrets, type SealedHeader, SubscriptionSecrets } from "./subscription-secrets.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly secrets: Pick<SecretBox, "seal" | "open">;
  readonly clock: Clock;
  readonly randomness: Randomness;
};

/** What the owner of a subscription decides; `url` and `filter` were checked before. */
export type SubscriptionSettings = Omit<Subscription, "id" | "partner" | "secrets" | "createdAt" | "updatedAt" | "rev">;

/** What a new subscription comes with that must not be stored as it is. */
export type GivenSecrets = {
  /** The owner's own signing secret; absent: one is made. */
  readonly secret?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
};

export type RotateOutcome =
  | { readonly outcome: "rotated"; readonly subscription: Subscription; readonly secret: string }
  /** `inUse`: it is one of the valid ones; `tooMany`: so many are valid that this one would be one too many. */
  | { readonly outcome: "notFound" | "inUse" | "tooMany" };

export type UpdateOutcome =
  | { readonly outcome: "updated" | "unchanged"; readonly subscription: Subscription }
  | { readonly outcome: "notFound" };

const maxTries = 8;

/** Subscriptions under their partner, each with its copies under the instances. */
export class SubscriptionStore {
  readonly #parts: Parts;
  readonly #copies: SubscriptionProjection;
  readonly #intents: ProjectionIntents;
  readonly #secrets: SubscriptionSecrets;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#intents = new ProjectionIntents(parts);
    this.#secrets = new SubscriptionSecrets(parts.secrets, parts.clock);
    this.#copies = new SubscriptionProjection(parts.table);
  }

  /** Returns the signing secret beside the subscription: the one moment at which it is shown. */
  async create(
    partner: string,
    settings: SubscriptionSettings,
    given: GivenSecrets = {},
  ): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
    const { table, clock, randomness } = this.#parts;
    const now = clock.now();
    const id = sortableId("sub", now, randomness);
    const secret = given.secret ?? newSigningSecret(randomness);
    const sealed = await this.#secrets.sealSecret({ partner, id }, secret);
    const headers = given.headers && [...(await this.#secrets.sealHeaders({ partner, id }, given.headers))];
    const subscription = {
      ...settings,
      ...(headers === undefined ? {} : { headers }),
      id,
      partner,
      secrets: [{ sealed, createdAt: now }],
      createdAt: now,
      updatedAt: now,
      rev: 1,
    };
    const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: true });
    const [outcome] = await table.put([{ item: subscriptionItem(subscription), when: absent }]);
    if (outcome !== "written") throw new ContentionError(`subscription id ${id} is taken`);
    try {
      await this.respread(subscription);
      await this.#intents.done(intent);
    } catch (failure) {
      // Whoever got neither id nor secret creates another one; this one would stand beside it, unknown and unverifiable.
      await this.remove(partner, id).catch(() => undefined);
      throw failure;
    }
    return { subscription, secret };
  }

  /** Oldest first; `after` is the id of the last one of the page before. */
  async list(
    partner: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Page<Subscription>> {
    const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix, limit, consistent: true };
    const page = await this.#parts.table.query(
      after === undefined ? query : { ...query, after: `${subscriptionPrefix}${after}` },
    );
    return { items: page.items.map(readSubscription), more: page.more };
  }

  async find(partner: string, id: string): Promise<Subscription | undefined> {
    const item = await this.#parts.table.get(subscriptionKey(partner, id), { consistent: true });
    return item === undefined ? undefined : readSubscription(item);
  }

  /**
   * Changes what `change` makes of the current settings, by compare-and-set on `rev`, so `change` may run again on newer
   * ones; undefined leaves them as they are. Throws ContentionError when it lost too often.
   */
  async update(
    partner: string,
    id: string,
    change: (current: Subscription) => SubscriptionSettings | undefined,
  ): Promise<UpdateOutcome> {
    return this.#replace(partner, id, (current) => {
      const settings = change(current);
      return settings && { ...settings, secrets: current.secrets };
    });
  }

  /**
   * A new signing secret, returned this once; those of before go on signing for `overlap` ms at most. Throws
   * ContentionError when it lost too often.
   */
  async rotate(
    partner: string,
    id: string,
    { overlap, ownSecret }: { readonly overlap: number; readonly ownSecret?: string | undefined },
  ): Promise<RotateOutcome> {
    const { clock, randomness } = this.#parts;
    const before = await this.find(partner, id);
    if (before === undefined) return { outcome: "notFound" };
    const secret = ownSecret ?? newSigningSecret(randomness);
    if ((await this.#secrets.openSecrets(before)).includes(secret)) return { outcome: "inUse" };
    const now = clock.now();
    const newest = { sealed: await this.#secrets.sealSecret({ partner, id }, secret), createdAt: now };
    const result = await this.#replace(partner, id, (current) => {
      const secrets = rotatedSecrets(current.secrets, newest, { now, until: now + overlap });
      return secrets && { ...current, secrets };
    });
    if (result.outcome === "updated") return { outcome: "rotated", subscription: result.subscription, secret };
    return { outcome: result.outcome === "unchanged" ? "tooMany" : "notFound" };
  }

  async #replace(
    partner: string,
    id: string,
    change: (current: Subscription) => (SubscriptionSettings & Pick<Subscription, "secrets">) | undefined,
  ): Promise<UpdateOutcome> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await this.find(partner, id);
      if (before === undefined) return { outcome: "notFound" };
      const changed = change(before);
      if (changed === undefined) return { outcome: "unchanged", subscription: before };
      const { createdAt, rev } = before;
      const updatedAt = this.#parts.clock.now();
      const subscription = { ...changed, id, partner, createdAt, updatedAt, rev: rev + 1 };
      const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: false });
      const put = { item: subscriptionItem(subscription), when: unchangedSince(rev) };
      const [outcome] = await this.#parts.table.put([put]);
      if (outcome !== "written") continue;
      await this.respread(subscription);
      await this.#intents.done(intent);
      return { outcome: "updated", subscription };
    }
    throw new ContentionError(`subscription ${id} is being changed by others`);
  }

  /**
   * Takes it out of service: the endpoint said it is gone (410), asked for it, or its owner did. `url` is where that was
   * said; an address that took its place has not, and what is disabled already keeps its reason.
   */
  async disable(
    partner: string,
    id: string,
    reason: NonNullable<Subscription["disabledReason"]>,
    url?: string,
  ): Promise<UpdateOutcome> {
    return this.update(partner, id, (current) => {
      if (current.status === "disabled" || (url !== undefined && url !== current.url)) return undefined;
      return { ...current, status: "disabled", disabledReason: reason };
    });
  }

  async remove(partner: string, id: string): Promise<"removed" | "notFound"> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const current = await this.find(partner, id);
      if (current === undefined) {
        // A removal that was cut short left them, and is repeated.
        await this.#copies.withdraw(partner, id);
        return "notFound";
      }
      const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: false });
      const key = subscriptionKey(partner, id);
      if ((await this.#parts.table.remove(key, unchangedSince(current.rev))) !== "written") continue;
      await this.#copies.withdraw(partner, id);
      await this.#intents.done(intent);
      return "removed";
    }
    throw new ContentionError(`subscription ${id} is being changed by others`);
  }

  /**
   * Copies follow the newest state. Of two changes the slower one may put its copies where the faster one has just taken
   * them away, so whoever wrote copies looks whether theirs is still the newest.
   */
  async respread(written: Subscription): Promise<void> {
    const { partner, id } = written;
    let newest: Subscription | undefined = written;
    for (let tries = 0; tries < maxTries; tries += 1) {
      await this.#copies.project(newest);
      const { rev } = newest;
      newest = await this.find(partner, id);
      if (newest === undefined) return this.#copies.withdraw(partner, id);
      if (newest.rev === rev) return;
    }
    throw new ContentionError(`subscription ${id} is being changed by others`);
  }

  /** `whsec_…`, newest first; every one signs. */
  openSecrets(subscription: Subscription): Promise<readonly string[]> {
    return this.#secrets.openSecrets(subscription);
  }

  /** The headers its deliveries carry, in the clear. */
  openHeaders(subscription: Subscription): Promise<Readonly<Record<string, string>>> {
    return this.#secrets.openHeaders(subscription);
  }

  /** Headers as settings hold them. */
  sealHeaders(
    partner: string,
    id: string,
    headers: readonly (readonly [name: string, value: string])[],
  ): Promise<readonly SealedHeader[]> {
    return this.#secrets.sealHeaders({ partner, id }, headers);
  }
}

function unchangedSince(rev: number): Condition {
  return [{ attribute: "rev", is: "equal", value: rev }];
}
