import type { Context } from "../kernel/context.ts";
import type { OperationalPayload, OperationalType } from "../kernel/operational-payloads.ts";
import { absent, type Table } from "../kernel/ports/table.ts";
import { storedItem } from "./mirror-item.ts";
import { recordKey } from "./mirror-key.ts";
import { newItem } from "./next-item.ts";

/**
 * `instance` is an instance's name, or `~partnerId` if the event concerns a partner's endpoints. If `partner` is set,
 * only that partner gets the event. Of several events with the same `instance` and `id`, only the first is published,
 * so build the id from what happened and when (`delivery_exhausted:sub_1:2026-11-21T09`).
 */
export type OperationalEvent<T extends OperationalType = OperationalType> = {
  readonly instance: string;
  readonly partner?: string;
  readonly type: T;
  readonly id: string;
  readonly data: OperationalPayload<T>;
};

type Parts = Context & { readonly mirror: Table };

/** Events about the bridge itself go through the mirror and its change stream, like all other events. */
export class OperationalEvents {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async report<T extends OperationalType>(event: OperationalEvent<T>): Promise<void> {
    const { instance, partner, type, id, data } = event;
    const { mirror, clock, timings } = this.#parts;
    const now = clock.now();
    const item = {
      ...recordKey(instance, "bridge", id),
      instance,
      resource: "bridge" as const,
      id,
      asOf: now,
      full: { body: data, digest: "" },
      partner,
      expiresAt: Math.floor((now + timings.eventRetention) / 1_000),
    };
    // The envelope has no `detectedBy` for the bridge itself; `hint` is the closest.
    const rise = { detectedBy: "hint" as const, facts: [{ type, key: "" }] };
    const added = newItem(item, { now, seqFloor: 0 }, rise);
    await mirror.put([{ item: storedItem(added), when: absent }]);
  }
}
