import * as z from "zod";
import { deliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { type Envelope, envelope } from "../../../shared/kernel/envelope.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import { hasChangeLog, mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import type { Ground } from "./ground.ts";

/** Something that a write of the mirror says, which must become exactly one event. */
export type Rise = {
  readonly instance: string;
  readonly resource: string;
  readonly id: string;
  readonly owner: string;
  readonly seq: number;
  readonly part: number;
  readonly type: string;
  readonly at: number;
};

export type Published = { readonly envelope: Envelope; readonly body: string; readonly at: number };

export type WitnessParts = {
  /** Whether the source currently shows a record, and didn't tell the current process otherwise. */
  readonly isThere: (subject: Envelope["subject"], instance: string) => boolean;
  /** Called when the bridge disables a subscription because its endpoint wants no more. */
  readonly onDisabled: (subscription: string) => void;
};

const endpointRow = z.object({ health: z.object({ state: z.string() }).optional() });

type Change = { readonly before: Item | undefined; readonly after: Item | undefined };

/**
 * Sees every write when it takes effect, whoever made it and whatever response it got, and keeps what the oracle needs
 * later. It judges immediately what can only be seen then.
 */
export class Witness {
  readonly rises: Rise[] = [];
  readonly reported = new Map<string, Published>();
  /**
   * How often the bus accepted an event, by its id. One that is published twice goes to its subscribers in two
   * messages.
   */
  readonly onBus = new Map<string, number>();
  /** When (ms) the fan-out of an event was last done. */
  readonly fannedOut = new Map<string, number>();
  /** When (ms) a delivery's row first said that it was delivered, by `<subscription> <event> <run>`. */
  readonly delivered = new Map<string, number>();
  /** When (ms) deliveries were given up, by the same key. */
  readonly expired = new Map<string, number>();
  /**
   * Deliveries that were probes of an endpoint, which are sent on the endpoint's schedule, by `<subscription> <event>`.
   */
  readonly probed = new Set<string>();
  /**
   * When (ms) the circuit of each subscription's endpoint opened or closed, in order. Deliveries while it is open are
   * probes.
   */
  readonly circuits = new Map<string, { readonly at: number; readonly isOpen: boolean }[]>();
  /** When (ms) the bridge disabled a subscription. */
  readonly disabled = new Map<string, number>();
  readonly violations: string[] = [];
  readonly #ground: Ground;
  readonly #parts: WitnessParts;

  constructor(ground: Ground, parts: WitnessParts) {
    this.#ground = ground;
    this.#parts = parts;
  }

  /** The events of an instance that are on the bus. */
  publishedOf(name: string): readonly Envelope[] {
    const isPublished = ({ instance, id }: Envelope) => instance === name && this.onBus.has(id);
    return [...this.reported.values()].flatMap(({ envelope: one }) => (isPublished(one) ? one : []));
  }

  violates(what: string): void {
    if (this.violations.includes(what)) return;
    this.violations.push(what);
    this.#ground.trace.note("oracle", `VIOLATION: ${what}`);
  }

  see(table: TableName, change: Change): void {
    if (table === "mirror") this.#seeMirror(change);
    if (table === "events") this.#seeEvent(change);
    if (table === "deliveries") this.#seeDelivery(change);
    if (table === "subscriptions") this.#seeSubscription(change);
  }

  #seeCircuit(after: Item): void {
    const { health } = endpointRow.parse(after);
    const isOpen = health !== undefined && health.state !== "healthy";
    const subscription = after.sk.slice("endpoint#".length);
    const known = this.circuits.get(subscription) ?? [];
    if ((known.at(-1)?.isOpen ?? false) === isOpen) return;
    this.circuits.set(subscription, [...known, { at: this.#ground.clock.now(), isOpen }]);
  }

  #seeSubscription({ before, after }: Change): void {
    if (after?.sk.startsWith("endpoint#") === true) this.#seeCircuit(after);
    if (after?.sk.startsWith("subscription#") !== true || !after.pk.startsWith("partner#")) return;
    const isBridge = after["disabledReason"] !== undefined && after["disabledReason"] !== "owner";
    if (!isBridge || after["status"] !== "disabled" || before?.["status"] !== "active") return;
    const id = after.sk.slice("subscription#".length);
    this.disabled.set(id, this.#ground.clock.now());
    this.#parts.onDisabled(id);
  }

  #seeMirror({ before, after }: Change): void {
    if (after === undefined || !hasChangeLog(after)) {
      // What an alert said about an erased record is removed with it.
      const isBridges = before?.["resource"] === "bridge";
      if (before !== undefined && after === undefined && hasChangeLog(before) && !isBridges)
        this.violates(`the mirror forgets ${before.pk} ${before.sk}`);
      return;
    }
    const item = mirrorItem.parse(after);
    const old = before !== undefined && hasChangeLog(before) ? mirrorItem.parse(before) : undefined;
    const name = `${item.resource} ${item.id}`;
    const fresh = item.changeLog.filter(({ seq }) => seq > (old?.seq ?? 0));
    if (item.seq < (old?.seq ?? 0)) this.violates(`seq of ${name} falls from ${old?.seq ?? 0} to ${item.seq}`);
    if (item.asOf < (old?.asOf ?? 0)) this.violates(`asOf of ${name} falls`);
    const seqs = fresh.map(({ seq }) => seq);
    // An instance's records may begin at a floor, above everything published about it earlier.
    const last = old?.seq ?? item.seq - fresh.length;
    if (seqs.some((seq, at) => seq !== last + at + 1) || item.seq !== last + seqs.length)
      this.violates(`seq of ${name} rises from ${last} to ${item.seq}, and its log shows ${seqs.join(" ")}`);
    for (const { seq, facts } of fresh) {
      for (const [position, { type, owner = item.owner }] of facts.entries()) {
        const under = owner === undefined ? "" : `${owner.type}#${owner.id}`;
        const { instance, resource, id } = item;
        const at = this.#ground.clock.now();
        this.rises.push({ instance, resource, id, owner: under, seq, part: position + 1, type, at });
        if (type.endsWith(".removed"))
          this.#seeRemoval({ type: resource, id, seq, part: position + 1 }, type, instance);
      }
    }
  }

  #seeRemoval(subject: Envelope["subject"], type: string, instance: string): void {
    if (this.#parts.isThere(subject, instance))
      this.violates(`${type} is published of ${subject.id}, which the source shows`);
  }

  #seeEvent({ before, after }: Change): void {
    const body = after?.["body"];
    if (after === undefined || typeof body !== "string") return;
    const parsed = envelope.parse(JSON.parse(body));
    const former = before?.["body"];
    if (typeof former === "string" && former !== body) this.violates(`event ${after.sk} gets other bytes`);
    if (parsed.id !== after.sk) this.violates(`event ${parsed.id} stands under ${after.sk}`);
    const known = this.reported.get(parsed.id);
    if (known !== undefined && known.body !== body) this.violates(`event ${parsed.id} comes with other bytes`);
    if (known !== undefined) return;
    this.reported.set(parsed.id, { envelope: parsed, body, at: this.#ground.clock.now() });
    const { type, subject, detectedBy } = parsed;
    this.#ground.trace.note(
      "bridge",
      `publishes ${type} of ${subject.id} seq ${subject.seq} by ${detectedBy}: ${parsed.id}`,
    );
  }

  #seeDelivery({ before, after }: Change): void {
    const parsed = deliveryRow.safeParse(after);
    if (!parsed.success) return;
    const { subscription, event, run, state, probes = 0 } = parsed.data;
    if (probes > 0) this.probed.add(`${subscription} ${event}`);
    const name = `${subscription} ${event} ${run}`;
    const now = this.#ground.clock.now();
    if (before?.["state"] === "delivered" && state !== "delivered")
      this.violates(`delivery ${name} was delivered, and is ${state} now`);
    if (state === "delivered" && !this.delivered.has(name)) this.delivered.set(name, now);
    if (state === "expired" && !this.expired.has(name)) this.expired.set(name, now);
  }
}
