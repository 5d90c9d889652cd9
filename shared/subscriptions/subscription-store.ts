import { base32 } from "../kernel/base32.ts";
import { ContentionError } from "../kernel/errors.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import { absent, type Condition, type Page, type Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { newSigningSecret } from "./signing-secret.ts";
import type { Subscription } from "./subscription.ts";
import { SubscriptionCopies } from "./subscription-copies.ts";
import { readSubscription, subscriptionItem } from "./subscription-item.ts";
import { partnerPartition, subscriptionKey, subscriptionPrefix } from "./subscription-key.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Table;
  readonly secrets: Pick<SecretBox, "seal" | "open">;
  readonly clock: Clock;
  readonly randomness: Randomness;
};

/** What the owner of a subscription decides; `url` and `filter` were checked before. */
export type SubscriptionSettings = Pick<
  Subscription,
  "url" | "eventTypes" | "instances" | "filter" | "baseline" | "description" | "status" | "disabledReason"
>;

export type UpdateOutcome =
  | { readonly outcome: "updated" | "unchanged"; readonly subscription: Subscription }
  | { readonly outcome: "notFound" };

const maxTries = 8;

/** Subscriptions under their partner, each with its copies under the instances. */
export class SubscriptionStore {
  readonly #parts: Parts;
  readonly #copies: SubscriptionCopies;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#copies = new SubscriptionCopies(parts.table);
  }

  /** Returns the signing secret beside the subscription: the one moment at which it is shown. */
  async create(
    partner: string,
    settings: SubscriptionSettings,
    ownSecret?: string,
  ): Promise<{ readonly subscription: Subscription; readonly secret: string }> {
    const { table, secrets, clock, randomness } = this.#parts;
    const now = clock.now();
    const id = newId(now, randomness);
    const secret = ownSecret ?? newSigningSecret(randomness);
    const sealed = await secrets.seal(partnerPartition(partner), id, secret);
    const times = { createdAt: now, updatedAt: now };
    const subscription = { ...settings, id, partner, secrets: [{ sealed, createdAt: now }], ...times, rev: 1 };
    const [outcome] = await table.put([{ item: subscriptionItem(subscription), when: absent }]);
    if (outcome !== "written") throw new ContentionError(`subscription id ${id} is taken`);
    try {
      await this.#spread(subscription);
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
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await this.find(partner, id);
      if (before === undefined) return { outcome: "notFound" };
      const settings = change(before);
      if (settings === undefined) return { outcome: "unchanged", subscription: before };
      const { secrets, createdAt, rev } = before;
      const updatedAt = this.#parts.clock.now();
      const subscription = { ...settings, id, partner, secrets, createdAt, updatedAt, rev: rev + 1 };
      const put = { item: subscriptionItem(subscription), when: unchangedSince(rev) };
      const [outcome] = await this.#parts.table.put([put]);
      if (outcome !== "written") continue;
      await this.#spread(subscription);
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
      const key = subscriptionKey(partner, id);
      if ((await this.#parts.table.remove(key, unchangedSince(current.rev))) !== "written") continue;
      await this.#copies.withdraw(partner, id);
      return "removed";
    }
    throw new ContentionError(`subscription ${id} is being changed by others`);
  }

  /**
   * Copies follow the newest state. Of two changes the slower one may put its copies where the faster one has just taken
   * them away, so whoever wrote copies looks whether theirs is still the newest.
   */
  async #spread(written: Subscription): Promise<void> {
    const { partner, id } = written;
    let newest: Subscription | undefined = written;
    for (let tries = 0; tries < maxTries; tries += 1) {
      await this.#copies.spread(newest);
      const { rev } = newest;
      newest = await this.find(partner, id);
      if (newest === undefined) return this.#copies.withdraw(partner, id);
      if (newest.rev === rev) return;
    }
    throw new ContentionError(`subscription ${id} is being changed by others`);
  }

  /** `whsec_…`, newest first; every one signs. */
  async openSecrets({ partner, id, secrets }: Subscription): Promise<readonly string[]> {
    return Promise.all(secrets.map(({ sealed }) => this.#parts.secrets.open(partnerPartition(partner), id, sealed)));
  }
}

/** Ids sort by creation, so that lists do. */
function newId(now: number, randomness: Randomness): string {
  const chance = BigInt(`0x${Buffer.from(randomness.bytes(10)).toString("hex")}`);
  return `sub_${base32((BigInt(now) << 80n) | chance, 26)}`;
}

function unchangedSince(rev: number): Condition {
  return [{ attribute: "rev", is: "equal", value: rev }];
}
