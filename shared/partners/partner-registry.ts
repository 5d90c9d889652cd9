import * as z from "zod";
import { formerNames, parseStored } from "../kernel/parse.ts";
import { absent, type Item, type Page, type PageRequest, type Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";
import { type Partner, type PartnerAccess, partner } from "./partner.ts";
import { canaryPartner, operatorPartner, partnerKey, partnerPrefix } from "./partner-key.ts";

export type PartnerSettings = Pick<Partner, "name" | "status" | "instances" | "quotas" | "portalOrigins" | "notices">;

/** The access of the bridge's own partners, which have no item in the registry. */
const builtIn = new Map<string, PartnerAccess>([
  [operatorPartner, { partner: operatorPartner, isActive: true, instances: "all", quotas: undefined, rev: 0 }],
  [canaryPartner, { partner: canaryPartner, isActive: true, instances: new Set(), quotas: undefined, rev: 0 }],
]);

/** The partners of this bridge (`subscriptions` table, pk `registry`, sk `partner#<id>`). */
export class PartnerRegistry {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async create(
    id: string,
    settings: Pick<Partner, "name" | "instances" | "quotas" | "portalOrigins">,
    now: number,
  ): Promise<Partner> {
    const created: Partner = {
      ...{ ...settings, id, status: "active", formerInstances: [], notices: [] },
      ...{ createdAt: now, updatedAt: now, rev: 1 },
    };
    await this.#table.put([{ item: itemOf(created), when: absent }]);
    return created;
  }

  async find(id: string): Promise<Partner | undefined> {
    const item = await this.#table.get(partnerKey(id));
    return item === undefined ? undefined : read(item);
  }

  /** Oldest first. */
  async list({ after, limit }: PageRequest): Promise<Page<Partner>> {
    const query = { pk: "registry", prefix: partnerPrefix, limit };
    const page = await this.#table.query(after === undefined ? query : { ...query, after: partnerKey(after).sk });
    return { items: page.items.map(read), more: page.more };
  }

  /** Includes inactive partners, and always the operator. */
  async boundTo(instance: string): Promise<readonly string[]> {
    const bound = [operatorPartner];
    for await (const { id, instances } of this.all()) if (instances.includes(instance)) bound.push(id);
    return bound;
  }

  /** Includes partners that were once bound to the instance, suspended partners, and always the operator. */
  async everBoundTo(instance: string): Promise<readonly string[]> {
    const bound = [operatorPartner];
    for await (const { id, instances, formerInstances } of this.all()) {
      // An earlier release didn't record the instances that it took from a partner. A partner without this record
      // counts as once bound to every instance.
      if (formerInstances === undefined || [...instances, ...formerInstances].includes(instance)) bound.push(id);
    }
    return bound;
  }

  /** Oldest first. */
  async *all(): AsyncGenerator<Partner> {
    const query = { pk: "registry", prefix: partnerPrefix };
    for await (const item of queryAll(this.#table, query)) yield read(item);
  }

  /**
   * Contains no instances if the partner doesn't exist or is being deleted. Every use of an instance's data checks the
   * access, so taking an instance from a partner also stops work that is already under way.
   */
  async accessOf(id: string): Promise<PartnerAccess> {
    const own = builtIn.get(id);
    if (own !== undefined) return own;
    const found = await this.find(id);
    return found === undefined ? noAccess(id) : accessOf(found);
  }

  /**
   * `change` may run again on a newer state; if it returns undefined, nothing changes. Returns undefined if there is no
   * such partner. Throws ContentionError after too many conflicts.
   */
  async change(
    id: string,
    now: number,
    change: (current: Partner) => PartnerSettings | undefined,
  ): Promise<Partner | undefined> {
    return retryOnConflict(`partner ${id}`, async () => {
      const current = await this.find(id);
      const settings = current && change(current);
      if (current === undefined || settings === undefined) return current;
      const { formerInstances } = current;
      const former = new Set([...(formerInstances ?? []), ...current.instances]);
      for (const instance of settings.instances) former.delete(instance);
      const changed: Partner = {
        ...{ ...current, ...settings, updatedAt: now, rev: current.rev + 1 },
        ...(formerInstances !== undefined && { formerInstances: [...former] }),
      };
      const when = [{ attribute: "rev", is: "equal", value: current.rev } as const];
      const [outcome] = await this.#table.put([{ item: itemOf(changed), when }]);
      return outcome === "written" ? changed : "conflict";
    });
  }

  /** Call this when the partner no longer owns anything. */
  async remove({ id, rev }: Partner): Promise<void> {
    await this.#table.remove(partnerKey(id), [{ attribute: "rev", is: "equal", value: rev }]);
  }
}

function accessOf({ id, status, instances, quotas, rev }: Partner): PartnerAccess {
  const bound = new Set(status === "deleting" ? [] : instances);
  return { partner: id, isActive: status === "active", instances: bound, quotas, rev };
}

function noAccess(id: string): PartnerAccess {
  return { partner: id, isActive: false, instances: new Set(), quotas: undefined, rev: 0 };
}

const storedPartner = z.preprocess(formerNames({ untold: "notices" }), partner);

function read(item: Item): Partner {
  return parseStored(storedPartner, item, `partner ${item.sk}`);
}

function itemOf({ notices, ...one }: Partner): Item {
  return { ...one, untold: notices, ...partnerKey(one.id) };
}
