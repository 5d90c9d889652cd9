import * as z from "zod";
import { parseStored } from "../kernel/parse.ts";
import type { Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { operatorPartner, type Subscription, type SubscriptionCopy, subscriptionCopy } from "./subscription.ts";
import { copyItem, readSubscription } from "./subscription-item.ts";
import { copyKey, partnerPartition, pseudoInstanceOf, subscriptionPrefix } from "./subscription-key.ts";

const stampItem = z.object({ stamp: z.int() });
const registryPrefix = "instance#";

/**
 * The copies of subscriptions under their instances, which fan-out reads, and the stamp that tells it of a change. The
 * stamp is written after the copies: whoever sees a stamp sees at least the copies it stands for.
 */
export class SubscriptionCopies {
  readonly #table: Table;

  /** On the `subscriptions` table. */
  constructor(table: Table) {
    this.#table = table;
  }

  /** Rises with every change of the copies under an instance; 0 before the first. */
  async stampOf(instance: string): Promise<number> {
    const item = await this.#table.get({ pk: `instance#${instance}`, sk: "stamp" }, { consistent: true });
    return item === undefined ? 0 : parseStored(stampItem, item, `stamp of ${instance}`).stamp;
  }

  async copiesOf(instance: string): Promise<readonly SubscriptionCopy[]> {
    const copies: SubscriptionCopy[] = [];
    const query = { pk: `instance#${instance}`, prefix: subscriptionPrefix, consistent: true };
    for await (const item of queryAll(this.#table, query)) {
      copies.push(parseStored(subscriptionCopy, item, `copy at ${item.pk} ${item.sk}`));
    }
    return copies;
  }

  /** Brings the copies of one subscription to where it belongs now, and away from where it belonged before. */
  async spread(now: Subscription, before?: Subscription): Promise<void> {
    const current = await this.#instancesOf(now);
    const left = before === undefined ? [] : (await this.#instancesOf(before)).filter((one) => !current.includes(one));
    const when = [{ attribute: "rev", is: "absentOrAtMost", value: now.rev } as const];
    await this.#table.put(current.map((instance) => ({ item: copyItem(instance, now), when })));
    for (const instance of left) await this.#table.remove(copyKey(instance, now.id), when);
    await this.#touch([...current, ...left]);
  }

  /** Takes the copies of a removed subscription away. */
  async withdraw(removed: Subscription): Promise<void> {
    const instances = await this.#instancesOf(removed);
    for (const instance of instances) await this.#table.remove(copyKey(instance, removed.id));
    await this.#touch(instances);
  }

  /**
   * Makes the copies under one instance what the partner's subscriptions say: for a newly registered instance, and as
   * the repair of whatever a crash between a subscription and its copies left behind. Repeating it changes nothing.
   */
  async copySubscriptionsTo(instance: string, partner: string = operatorPartner): Promise<void> {
    const wanted: Subscription[] = [];
    const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix, consistent: true };
    for await (const item of queryAll(this.#table, query)) {
      const one = readSubscription(item);
      if (one.instances === undefined || one.instances.includes(instance)) wanted.push(one);
    }
    const known = new Set(wanted.map(({ id }) => id));
    const stale = (await this.copiesOf(instance)).filter((copy) => copy.partner === partner && !known.has(copy.id));
    await this.#table.put(
      wanted.map((one) => ({
        item: copyItem(instance, one),
        when: [{ attribute: "rev", is: "absentOrAtMost", value: one.rev }],
      })),
    );
    for (const { id } of stale) await this.#removeOrphan(instance, partner, id);
    await this.#touch([instance]);
  }

  /** A copy may be newer than our list of subscriptions: it goes only if its subscription still isn't meant for here. */
  async #removeOrphan(instance: string, partner: string, id: string): Promise<void> {
    const item = await this.#table.get({ pk: partnerPartition(partner), sk: `${subscriptionPrefix}${id}` });
    const current = item === undefined ? undefined : readSubscription(item);
    const meantForHere = current !== undefined && (current.instances?.includes(instance) ?? true);
    if (!meantForHere) await this.#table.remove(copyKey(instance, id));
  }

  async #instancesOf({ partner, instances }: Subscription): Promise<readonly string[]> {
    const pseudo = pseudoInstanceOf(partner);
    if (instances !== undefined) return [pseudo, ...instances];
    const registered: string[] = [];
    for await (const { sk } of queryAll(this.#table, { pk: "registry", prefix: registryPrefix, consistent: true })) {
      registered.push(sk.slice(registryPrefix.length));
    }
    return [pseudo, ...registered];
  }

  async #touch(instances: readonly string[]): Promise<void> {
    for (const instance of instances) {
      await this.#table.update({ key: { pk: `instance#${instance}`, sk: "stamp" }, add: { stamp: 1 } });
    }
  }
}
