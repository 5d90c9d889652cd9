import * as z from "zod";
import { ContentionError } from "../kernel/errors.ts";
import { inPortions } from "../kernel/in-portions.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import { type Condition, type Item, present, type Table, type WriteOutcome } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { mayHave, type PartnerAccess } from "../partners/partner.ts";
import { pseudoInstanceOf } from "../partners/partner-key.ts";
import { PartnerRegistry } from "../partners/partner-registry.ts";
import {
  ownedBy,
  type ProjectedSubscription,
  projectedItem,
  projectedKey,
  projectedSubscription,
  readSubscription,
  type Subscription,
  type SubscriptionRef,
  subscriptionKey,
  subscriptionPrefix,
  wantsInstance,
} from "./subscription.ts";

/**
 * `stamp` is the stored name of the version. `recent` lists the latest versions, each with the subscription that
 * changed. It omits versions that come from a rebuild, from an earlier release, or from a change with too many
 * conflicts.
 */
const versionItem = z.object({
  stamp: z.int(),
  recent: z.array(z.object({ version: z.int(), id: z.string() })).optional(),
});
const noVersion: z.infer<typeof versionItem> = { stamp: 0 };

/** The most changes that `recent` lists. Below 4 KB, an item costs one read unit. */
const mostRecent = 64;
const registryPrefix = "instance#";

/** The maximum number of tries. After that, `#withAccess` fails, and `#raiseVersions` doesn't list the change. */
const maxTries = 8;

export type ProjectionChanges = { readonly version: number; readonly ids: readonly string[] | undefined };

/** The part of a rebuild that one run does. It begins with the partner after `after` and stops at `until` (unix ms). */
export type RebuildSpan = { readonly after: string | undefined; readonly until: number; readonly clock: Clock };

const partnersAtOnce = 8;
/** The number of partners whose subscriptions `everReached` lists at a time. */
const listedAtOnce = 32;

/** A subscription may be projected onto hundreds of instances. */
const instancesAtOnce = 32;

/**
 * Fan-out reads the projection of one instance at a time, and notices changes by its version. The version rises after
 * the items are written, so a reader that reads the version first gets at least the items of that version.
 */
export class SubscriptionProjection {
  readonly #table: Table;
  readonly #partners: PartnerRegistry;

  /** `table` is the `subscriptions` table. */
  constructor(table: Table) {
    this.#table = table;
    this.#partners = new PartnerRegistry(table);
  }

  /** 0 before the first change. */
  async versionOf(instance: string): Promise<number> {
    return (await this.#readVersion(instance)).stamp;
  }

  /** `ids`: the subscriptions that have changed since the version `known`; undefined if `recent` lacks some of them. */
  async changesSince(instance: string, known: number): Promise<ProjectionChanges> {
    const { stamp: version, recent = [] } = await this.#readVersion(instance);
    const since = recent.filter((change) => change.version > known);
    const isComplete = since.length === version - known;
    return { version, ids: isComplete ? [...new Set(since.map(({ id }) => id))] : undefined };
  }

  async #readVersion(instance: string): Promise<z.infer<typeof versionItem>> {
    const item = await this.#table.get(versionKey(instance));
    return item === undefined ? noVersion : parseStored(versionItem, item, `projection version of ${instance}`);
  }

  async isRegistered(instance: string): Promise<boolean> {
    const key = { pk: "registry", sk: `${registryPrefix}${instance}` };
    return (await this.#table.get(key)) !== undefined;
  }

  /** Includes disabled subscriptions. */
  async subscriptionsOf(instance: string): Promise<readonly ProjectedSubscription[]> {
    const found: ProjectedSubscription[] = [];
    const query = { pk: `instance#${instance}`, prefix: subscriptionPrefix };
    for await (const item of queryAll(this.#table, query)) {
      found.push(readProjected(item));
    }
    return found;
  }

  /** Includes disabled subscriptions. */
  async copiesOf(instance: string, ids: readonly string[]): Promise<readonly ProjectedSubscription[]> {
    const items = await this.#table.getAll(ids.map((id) => projectedKey(instance, id)));
    return items.flatMap((item) => (item === undefined ? [] : [readProjected(item)]));
  }

  /**
   * The subscriptions, ordered by id, of all partners that are or were bound to the instance. Some aren't projected
   * onto the instance now, because their partner is suspended or has lost access to it, or because their settings name
   * other instances. Deleted subscriptions are missing.
   */
  async everReached(instance: string): Promise<readonly SubscriptionRef[]> {
    const partners = await this.#partners.everBoundTo(instance);
    const found: SubscriptionRef[] = [];
    await inPortions(partners, listedAtOnce, async (partner) => {
      for (const { id } of await this.#ownedBy(partner)) found.push({ id, partner });
    });
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * Also removes the subscription's copies from all other instances. These copies are looked up in the table, because
   * the subscription's previous state is gone when a failed projection is repeated.
   */
  async project(now: Subscription): Promise<void> {
    await this.#withAccess(now.partner, (access) => this.#projectWithin(now, access));
  }

  /**
   * Repeats `work` until the partner's access is the same before and after it; throws ContentionError after `maxTries`.
   * The partner may lose access to an instance while `work` runs. Without this check, `work` could then write a copy
   * for that instance after the partner's copies were removed, and nothing would remove the new copy.
   */
  async #withAccess(partner: string, work: (access: PartnerAccess) => Promise<void>): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const access = await this.#partners.accessOf(partner);
      await work(access);
      if ((await this.#partners.accessOf(partner)).rev === access.rev) return;
    }
    throw new ContentionError(`partner ${partner} is being changed by other workers`);
  }

  async #projectWithin(now: Subscription, access: PartnerAccess): Promise<void> {
    const all = await this.#allInstances(now.partner);
    const wanted = now.instances === undefined ? all : [pseudoInstanceOf(now.partner), ...now.instances];
    const current = wanted.filter((instance) => isReached(access, instance));
    const others = all.filter((one) => !current.includes(one));
    const left = await this.#thoseWith(others, now);
    const when = [{ attribute: "rev", is: "absentOrAtMost", value: now.rev } as const];
    await inPortions(current, instancesAtOnce, (instance) =>
      this.#table.put([{ item: projectedItem(instance, now), when }]),
    );
    await this.#removeFrom(left, now.id, when, current);
  }

  /** Removes a deleted subscription from every instance. The removal is idempotent. */
  async withdraw(partner: string, id: string): Promise<void> {
    const instances = await this.#thoseWith(await this.#allInstances(partner), { partner, id });
    const when = [{ attribute: "partner", is: "equal", value: partner } as const];
    await this.#removeFrom(instances, id, when);
  }

  /**
   * Disables the copies, raises the versions of `instances` and `written`, and removes the copies last. If a worker
   * removed the copies first and then died, the next run would find no copies and raise no version, and fan-out would
   * keep the removed copies in its index.
   */
  async #removeFrom(
    instances: readonly string[],
    id: string,
    when: Condition,
    written: readonly string[] = [],
  ): Promise<void> {
    const whenPresent = [...present, ...when];
    await inPortions(instances, instancesAtOnce, (instance) =>
      this.#table.update({ key: projectedKey(instance, id), set: { status: "disabled" }, when: whenPresent }),
    );
    await this.#raiseVersions([...written, ...instances], id);
    await inPortions(instances, instancesAtOnce, (instance) => this.#table.remove(projectedKey(instance, id), when));
  }

  /**
   * Runs when the instance is registered or updated, or later if the process that did so died. It is idempotent. With
   * `span`, it skips the partners up to and including `span.after`. If it stops at `span.until`, it returns the last
   * partner that is done.
   */
  async rebuild(instance: string, span?: RebuildSpan): Promise<"done" | { readonly after: string }> {
    const after = span?.after ?? "";
    const bound = (await this.#partners.boundTo(instance)).filter((partner) => partner > after).sort();
    // The list is read once, because it contains the subscriptions of all partners.
    const projected = Map.groupBy(await this.subscriptionsOf(instance), ({ partner }) => partner);
    let last = after;
    do {
      const some = bound.splice(0, partnersAtOnce);
      await Promise.all(some.map((partner) => this.#rebuildOf(partner, instance, projected.get(partner) ?? [])));
      last = some.at(-1) ?? last;
    } while (bound.length > 0 && (span === undefined || span.clock.now() < span.until));
    await this.#raiseVersions([instance]);
    return bound.length === 0 ? "done" : { after: last };
  }

  /** `projected`: the partner's subscriptions that were projected onto the instance before. */
  async #rebuildOf(partner: string, instance: string, projected: readonly ProjectedSubscription[]): Promise<void> {
    const ids = new Set(projected.map(({ id }) => id));
    await this.#withAccess(partner, async (access) => {
      const wanted = await this.#meantFor(instance, partner, access);
      for (const { id } of wanted) ids.add(id);
      const when = ({ rev }: Subscription) => [{ attribute: "rev", is: "absentOrAtMost", value: rev } as const];
      await this.#table.put(wanted.map((one) => ({ item: projectedItem(instance, one), when: when(one) })));
      if (ids.size === 0) return;
      // Lists the subscriptions again. If one left the instance after the first list but before the put, its own
      // projection found no copy here to remove, so the copy is removed now.
      const known = new Set((await this.#meantFor(instance, partner, access)).map(({ id }) => id));
      for (const id of ids) if (!known.has(id)) await this.#removeOrphan(instance, partner, id, access);
    });
  }

  async #meantFor(instance: string, partner: string, access: PartnerAccess): Promise<readonly Subscription[]> {
    if (!isReached(access, instance)) return [];
    const owned = await this.#ownedBy(partner);
    return owned.filter((one) => wantsInstance(one, instance));
  }

  async #ownedBy(partner: string): Promise<readonly Subscription[]> {
    const found: Subscription[] = [];
    for await (const one of ownedBy(this.#table, partner)) found.push(one);
    return found;
  }

  /**
   * A newer item stays: it may have been written after the caller read its list, because the subscription wants the
   * instance again.
   */
  async #removeOrphan(instance: string, partner: string, id: string, access: PartnerAccess): Promise<void> {
    const item = await this.#table.get(subscriptionKey(partner, id));
    const current = item === undefined ? undefined : readSubscription(item);
    if (current !== undefined && wantsInstance(current, instance) && isReached(access, instance)) return;
    const when = current && [{ attribute: "rev", is: "absentOrAtMost", value: current.rev } as const];
    await this.#table.remove(projectedKey(instance, id), when);
  }

  /** Every registered instance, even if the partner has no access to it, and the partner's pseudo-instance. */
  async #allInstances(partner: string): Promise<readonly string[]> {
    const registered: string[] = [];
    for await (const { sk } of queryAll(this.#table, { pk: "registry", prefix: registryPrefix })) {
      registered.push(sk.slice(registryPrefix.length));
    }
    return [pseudoInstanceOf(partner), ...registered];
  }

  /** The partner is compared, too, because a caller may pass the id of another partner's subscription. */
  async #thoseWith(instances: readonly string[], { partner, id }: SubscriptionRef): Promise<readonly string[]> {
    const items = await this.#table.getAll(instances.map((instance) => projectedKey(instance, id)));
    return instances.filter((_, at) => items[at]?.["partner"] === partner);
  }

  /** `id` names the only subscription that changed. Without it, readers read all subscriptions again. */
  async #raiseVersions(instances: readonly string[], id?: string): Promise<void> {
    await inPortions(instances, instancesAtOnce, async (instance) => {
      if (id !== undefined && (await this.#raiseVersion(instance, id)) === "written") return;
      await this.#table.update({ key: versionKey(instance), add: { stamp: 1 } });
    });
  }

  async #raiseVersion(instance: string, id: string): Promise<WriteOutcome> {
    let outcome: WriteOutcome = "conflict";
    for (let tries = 0; outcome === "conflict" && tries < maxTries; tries += 1) {
      const { stamp, recent = [] } = await this.#readVersion(instance);
      outcome = await this.#table.update({
        key: versionKey(instance),
        set: { stamp: stamp + 1, recent: [...recent.slice(1 - mostRecent), { version: stamp + 1, id }] },
        when: [stamp === 0 ? { attribute: "stamp", is: "absent" } : { attribute: "stamp", is: "equal", value: stamp }],
      });
    }
    return outcome;
  }
}

const versionKey = (instance: string) => ({ pk: `instance#${instance}`, sk: "stamp" });

function readProjected(item: Item): ProjectedSubscription {
  return parseStored(projectedSubscription, item, `projected subscription at ${item.pk} ${item.sk}`);
}

const isReached = (access: PartnerAccess, instance: string): boolean => access.isActive && mayHave(access, instance);
