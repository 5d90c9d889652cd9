import * as z from "zod";
import { ContentionError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { mayHave, type PartnerAccess } from "../partners/partner.ts";
import { partnerPartition, pseudoInstanceOf } from "../partners/partner-key.ts";
import { PartnerRegistry } from "../partners/partner-registry.ts";
import { type ProjectedSubscription, projectedSubscription, type Subscription } from "./subscription.ts";
import { projectedItem, readSubscription } from "./subscription-item.ts";
import { projectedKey, subscriptionPrefix } from "./subscription-key.ts";

const versionItem = z.object({ stamp: z.int() });
const registryPrefix = "instance#";

/** Changes of a partner that come between a projection and its end. */
const maxTries = 8;

/**
 * The copies of subscriptions under their instances, which fan-out reads, and the stamp that tells it of a change. The
 * stamp is written after the copies: whoever sees a stamp sees at least the copies it stands for.
 */
export class SubscriptionProjection {
  readonly #table: Table;

  readonly #partners: PartnerRegistry;

  /** On the `subscriptions` table. */
  constructor(table: Table) {
    this.#table = table;
    this.#partners = new PartnerRegistry(table);
  }

  /** Rises with every change of the copies under an instance; 0 before the first. */
  async versionOf(instance: string): Promise<number> {
    const item = await this.#table.get({ pk: `instance#${instance}`, sk: "stamp" }, { consistent: true });
    return item === undefined ? 0 : parseStored(versionItem, item, `stamp of ${instance}`).stamp;
  }

  /** Whether `instance` is one that is read. */
  async isRegistered(instance: string): Promise<boolean> {
    const key = { pk: "registry", sk: `${registryPrefix}${instance}` };
    return (await this.#table.get(key, { consistent: true })) !== undefined;
  }

  async subscriptionsOf(instance: string): Promise<readonly ProjectedSubscription[]> {
    const copies: ProjectedSubscription[] = [];
    const query = { pk: `instance#${instance}`, prefix: subscriptionPrefix, consistent: true };
    for await (const item of queryAll(this.#table, query)) {
      copies.push(parseStored(projectedSubscription, item, `copy at ${item.pk} ${item.sk}`));
    }
    return copies;
  }

  /**
   * Brings the copies of one subscription to where it belongs, and away from wherever else they stand: looked up rather
   * than known from its state before, which is gone when a change is repeated because its copies failed.
   */
  async project(now: Subscription): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const access = await this.#partners.accessOf(now.partner);
      await this.#projectWithin(now, access);
      // Of a binding that was taken back in between the copies may just have been put where they don't belong any more.
      if ((await this.#partners.accessOf(now.partner)).rev === access.rev) return;
    }
    throw new ContentionError(`partner ${now.partner} is being changed by others`);
  }

  async #projectWithin(now: Subscription, access: PartnerAccess): Promise<void> {
    const all = await this.#allInstances(now.partner);
    const wanted = now.instances === undefined ? all : [pseudoInstanceOf(now.partner), ...now.instances];
    const current = wanted.filter((instance) => isReached(access, instance));
    const others = all.filter((one) => !current.includes(one));
    const left = await this.#thoseWithCopy(others, now);
    const when = [{ attribute: "rev", is: "absentOrAtMost", value: now.rev } as const];
    await this.#table.put(current.map((instance) => ({ item: projectedItem(instance, now), when })));
    for (const instance of left) await this.#table.remove(projectedKey(instance, now.id), when);
    await this.#touch([...current, ...left]);
  }

  /** Takes the copies of a removed subscription away. Repeating it changes nothing. */
  async withdraw(partner: string, id: string): Promise<void> {
    const instances = await this.#thoseWithCopy(await this.#allInstances(partner), { partner, id });
    const when = [{ attribute: "partner", is: "equal", value: partner } as const];
    for (const instance of instances) await this.#table.remove(projectedKey(instance, id), when);
    await this.#touch(instances);
  }

  /**
   * Makes the copies under one instance what its partners' subscriptions say: for a newly registered instance, and as
   * the repair of whatever a crash between a subscription and its copies left behind. Repeating it changes nothing.
   */
  async rebuild(instance: string): Promise<void> {
    for (const partner of await this.#partners.boundTo(instance)) await this.#rebuildOf(partner, instance);
    await this.#touch([instance]);
  }

  async #rebuildOf(partner: string, instance: string): Promise<void> {
    const wanted = await this.#meantFor(instance, partner);
    await this.#table.put(
      wanted.map((one) => ({
        item: projectedItem(instance, one),
        when: [{ attribute: "rev", is: "absentOrAtMost", value: one.rev }],
      })),
    );
    // Listed again: a subscription that left between list and put found no copy of itself here to take along.
    const known = new Set((await this.#meantFor(instance, partner)).map(({ id }) => id));
    const stale = (await this.subscriptionsOf(instance)).filter(
      (copy) => copy.partner === partner && !known.has(copy.id),
    );
    for (const { id } of stale) await this.#removeOrphan(instance, partner, id);
  }

  async #meantFor(instance: string, partner: string): Promise<readonly Subscription[]> {
    const found: Subscription[] = [];
    if (!isReached(await this.#partners.accessOf(partner), instance)) return found;
    const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix, consistent: true };
    for await (const item of queryAll(this.#table, query)) {
      const one = readSubscription(item);
      if (one.instances === undefined || one.instances.includes(instance)) found.push(one);
    }
    return found;
  }

  /** A copy may be newer than our list of subscriptions: it goes only if its subscription still isn't meant for here. */
  async #removeOrphan(instance: string, partner: string, id: string): Promise<void> {
    const item = await this.#table.get({ pk: partnerPartition(partner), sk: `${subscriptionPrefix}${id}` });
    const current = item === undefined ? undefined : readSubscription(item);
    const meantForHere = current !== undefined && (current.instances?.includes(instance) ?? true);
    if (!meantForHere) await this.#table.remove(projectedKey(instance, id));
  }

  /** Every place where a partner's subscriptions can stand. */
  async #allInstances(partner: string): Promise<readonly string[]> {
    const registered: string[] = [];
    for await (const { sk } of queryAll(this.#table, { pk: "registry", prefix: registryPrefix, consistent: true })) {
      registered.push(sk.slice(registryPrefix.length));
    }
    return [pseudoInstanceOf(partner), ...registered];
  }

  /** An id alone may be another partner's. */
  async #thoseWithCopy(
    instances: readonly string[],
    { partner, id }: Pick<Subscription, "partner" | "id">,
  ): Promise<readonly string[]> {
    if (instances.length === 0) return [];
    const copies = await this.#table.getAll(instances.map((instance) => projectedKey(instance, id)));
    return instances.filter((_, at) => copies[at]?.["partner"] === partner);
  }

  async #touch(instances: readonly string[]): Promise<void> {
    for (const instance of instances) {
      await this.#table.update({ key: { pk: `instance#${instance}`, sk: "stamp" }, add: { stamp: 1 } });
    }
  }
}

/** A partner that is suspended or gone has copies nowhere. */
function isReached(access: PartnerAccess, instance: string): boolean {
  return access.isActive && mayHave(access, instance);
}
