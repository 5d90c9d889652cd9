import type { TableContext } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import { freshDraw } from "../kernel/draw.ts";
import { ContentionError } from "../kernel/errors.ts";
import { absent, type Condition, type Page, type PageRequest } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { sortableId } from "../kernel/sortable-id.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import { QuotaCounter, quotaKey } from "../partners/quota-counter.ts";
import { ProjectionIntents } from "./projection-intents.ts";
import {
  kindOf,
  ownedBy,
  readSubscription,
  type Subscription,
  type SubscriptionSettings,
  subscriptionItem,
  subscriptionKey,
  subscriptionPrefix,
} from "./subscription.ts";
import { SubscriptionProjection } from "./subscription-projection.ts";
import {
  type GivenSecrets,
  type IssuedKey,
  issuedKey,
  newSigningSecret,
  type RotateOutcome,
  type Rotation,
  rotatedSecrets,
  SubscriptionSecrets,
  signingOf,
} from "./subscription-secrets.ts";

type Parts = TableContext & { readonly secrets: SecretBox };

/** Only a webhook subscription comes with a key, because only webhooks are signed. */
export type CreatedSubscription = { readonly subscription: Subscription } & IssuedKey;

export type UpdateOutcome =
  | { readonly outcome: "ok"; readonly subscription: Subscription }
  | { readonly outcome: "notFound" };

export class SubscriptionStore {
  readonly #parts: Parts;
  readonly #projection: SubscriptionProjection;
  readonly #intents: ProjectionIntents;
  readonly secrets: SubscriptionSecrets;
  readonly #quotas: QuotaCounter;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#quotas = new QuotaCounter(parts);
    this.#intents = new ProjectionIntents(parts);
    this.secrets = new SubscriptionSecrets(parts.secrets, parts.clock);
    this.#projection = new SubscriptionProjection(parts.table);
  }

  async createWithin(
    most: number,
    partner: string,
    settings: SubscriptionSettings,
    given: GivenSecrets = {},
    draw = freshDraw(this.#parts),
  ): Promise<CreatedSubscription | "quotaExceeded"> {
    const id = sortableId("sub", draw.at, draw);
    const create = () => this.create(partner, settings, given, draw, id);
    // An existing subscription is already counted.
    if (draw.isRepeat && (await this.find(partner, id)) !== undefined) return create();
    const quota = { key: quotaKey(partner, "subscriptions"), most, ids: () => this.#ids(partner) };
    return this.#quotas.within(quota, id, create);
  }

  /** Only a repeat of the same request returns the secret again. */
  async create(
    partner: string,
    settings: SubscriptionSettings,
    given: GivenSecrets = {},
    draw = freshDraw(this.#parts),
    id = sortableId("sub", draw.at, draw),
  ): Promise<CreatedSubscription> {
    const { at, isRepeat } = draw;
    const isSigned = kindOf(settings) === "push";
    const secret = isSigned ? (given.secret ?? newSigningSecret(draw, given.signing)) : undefined;
    const secrets = secret === undefined ? [] : [await this.secrets.sealSecret({ partner, id }, secret, at)];
    const headers = given.headers && [...(await this.secrets.sealHeaders({ partner, id }, given.headers))];
    const created = {
      ...{ ...settings, ...defined({ headers }), id, partner, secrets, createdAt: at, updatedAt: at },
      // A sweep removes a subscription that a dead process left at `rev` 1. A repeat uses 2, because it completes the
      // subscription.
      rev: isRepeat ? 2 : 1,
    };
    const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: true });
    const subscription = await this.#putNew(created, isRepeat);
    if (subscription === undefined) throw new ContentionError(`subscription id ${id} is taken`);
    try {
      await this.reproject(subscription);
      await this.#intents.done(intent);
    } catch (failure) {
      // The caller gets neither the subscription's id nor its secret, so its deliveries couldn't be verified.
      await Promise.allSettled([this.remove(partner, id)]);
      throw failure;
    }
    return { subscription, ...(secret === undefined ? {} : issuedKey(secret)) };
  }

  /** Returns undefined if the id is taken. A repeat replaces what the first run stored, unless that has changed. */
  async #putNew(created: Subscription, isRepeat: boolean): Promise<Subscription | undefined> {
    // If the subscription was changed after the first run, its `rev` may also be 2, but its `updatedAt` is later.
    const when: Condition = isRepeat ? [atMost("rev", created.rev), atMost("updatedAt", created.updatedAt)] : absent;
    const [outcome] = await this.#parts.table.put([{ item: subscriptionItem(created), when }]);
    if (outcome === "written") return created;
    return isRepeat ? this.find(created.partner, created.id) : undefined;
  }

  /** Oldest first; `after` is the last id of the previous page. */
  async list(partner: string, { after, limit }: PageRequest): Promise<Page<Subscription>> {
    const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix, limit };
    const from = after === undefined ? {} : { after: `${subscriptionPrefix}${after}` };
    const page = await this.#parts.table.query({ ...query, ...from });
    return { items: page.items.map(readSubscription), more: page.more };
  }

  /** Oldest first. With `after`, only subscriptions with greater ids. */
  all(partner: string, after?: string): AsyncGenerator<Subscription> {
    return ownedBy(this.#parts.table, partner, after);
  }

  async find(partner: string, id: string): Promise<Subscription | undefined> {
    const item = await this.#parts.table.get(subscriptionKey(partner, id));
    return item === undefined ? undefined : readSubscription(item);
  }

  /**
   * `change` may run again on newer settings. If it returns undefined, nothing changes. Throws ContentionError after
   * too many conflicts.
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

  /** Only a repeat of the same request returns the secret again. Throws ContentionError after too many conflicts. */
  async rotate(partner: string, id: string, given: Rotation, draw = freshDraw(this.#parts)): Promise<RotateOutcome> {
    const { overlap, ownSecret, signing } = given;
    const before = await this.find(partner, id);
    if (before === undefined) return { outcome: "notFound" };
    if (kindOf(before) !== "push") return { outcome: "refused", reason: "unsigned" };
    const secret = ownSecret ?? newSigningSecret(draw, signing ?? signingOf(before));
    const rotated = (to: Subscription): RotateOutcome => ({ outcome: "ok", subscription: to, ...issuedKey(secret) });
    if ((await this.secrets.openSecrets(before)).includes(secret))
      return draw.isRepeat ? rotated(before) : { outcome: "refused", reason: "inUse" };
    const now = this.#parts.clock.now();
    const newest = await this.secrets.sealSecret({ partner, id }, secret, now);
    // The engine may have repeated a write and reported a conflict with its own first try.
    const isAdded = ({ secrets }: Subscription) => secrets.some(({ sealed }) => sealed === newest.sealed);
    const result = await this.#replace(partner, id, (current) => {
      if (isAdded(current)) return;
      const secrets = rotatedSecrets(current.secrets, newest, { now, until: now + overlap });
      return secrets && { ...current, secrets };
    });
    if (result.outcome === "notFound") return result;
    const { subscription } = result;
    return isAdded(subscription) ? rotated(subscription) : { outcome: "refused", reason: "tooMany" };
  }

  async #replace(
    partner: string,
    id: string,
    change: (current: Subscription) => (SubscriptionSettings & Pick<Subscription, "secrets">) | undefined,
  ): Promise<UpdateOutcome> {
    return retryOnConflict<UpdateOutcome>(`subscription ${id}`, async () => {
      const before = await this.find(partner, id);
      if (before === undefined) return { outcome: "notFound" };
      const changed = change(before);
      if (changed === undefined) return { outcome: "ok", subscription: before };
      const { createdAt, rev } = before;
      const updatedAt = this.#parts.clock.now();
      const subscription = { ...changed, id, partner, createdAt, updatedAt, rev: rev + 1 };
      const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: false });
      const put = { item: subscriptionItem(subscription), when: unchangedSince(rev) };
      const [outcome] = await this.#parts.table.put([put]);
      if (outcome !== "written") return "conflict";
      await this.reproject(subscription);
      await this.#intents.done(intent);
      return { outcome: "ok", subscription };
    });
  }

  /** If `url` is given and is no longer the subscription's address, the subscription stays active. */
  async disable(
    partner: string,
    id: string,
    reason: NonNullable<Subscription["disabledReason"]>,
    url?: string,
  ): Promise<UpdateOutcome> {
    return this.update(partner, id, (current) => {
      if (current.status === "disabled" || (url !== undefined && url !== current.url)) return undefined;
      return { ...current, status: "disabled", disabledReason: reason, disabledAt: this.#parts.clock.now() };
    });
  }

  /** If `only` is given, the subscription must have this `rev`. */
  async remove(partner: string, id: string, only?: number): Promise<"removed" | "notFound"> {
    const remove = () => this.#remove(partner, id, only);
    const isRemoved = await this.#quotas.givingBack(quotaKey(partner, "subscriptions"), remove);
    return isRemoved ? "removed" : "notFound";
  }

  #remove(partner: string, id: string, only?: number): Promise<boolean> {
    return retryOnConflict<boolean>(`subscription ${id}`, async () => {
      const current = await this.find(partner, id);
      if (current === undefined) {
        // An earlier removal may have been interrupted before this step.
        await this.#projection.withdraw(partner, id);
        return false;
      }
      if (only !== undefined && current.rev !== only) return false;
      const intent = await this.#intents.begin({ kind: "subscription", partner, id, fresh: false });
      const key = subscriptionKey(partner, id);
      if ((await this.#parts.table.remove(key, unchangedSince(current.rev))) !== "written") return "conflict";
      await this.#projection.withdraw(partner, id);
      await this.#intents.done(intent);
      return true;
    });
  }

  /**
   * If two changes happen at the same time, the slower writer may write a projection that the faster one has just
   * removed. So every writer checks afterwards that it projected the newest state.
   */
  async reproject(written: Subscription): Promise<void> {
    const { partner, id } = written;
    let projected = written;
    await retryOnConflict(`subscription ${id}`, async () => {
      await this.#projection.project(projected);
      const newest = await this.find(partner, id);
      if (newest === undefined) await this.#projection.withdraw(partner, id);
      if (newest === undefined || newest.rev === projected.rev) return "projected";
      projected = newest;
      return "conflict";
    });
  }

  async *#ids(partner: string): AsyncGenerator<string> {
    const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix };
    for await (const { sk } of queryAll(this.#parts.table, query)) yield sk.slice(subscriptionPrefix.length);
  }
}

const unchangedSince = (rev: number): Condition => [{ attribute: "rev", is: "equal", value: rev }];

const atMost = (attribute: string, value: number) => ({ attribute, is: "absentOrAtMost", value }) as const;
