import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { KeyedBatcher } from "../../kernel/keyed-batcher.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import type { CircuitStore } from "./circuit-store.ts";
import { type EndpointCircuit, type Outcome, withOutcomes } from "./endpoint-circuit.ts";
import type { EndpointId, LastFailure } from "./endpoint-item.ts";
import type { EndpointNotices } from "./endpoint-notices.ts";
import type { OutageMessage } from "./outage-messages.ts";

type Parts = Context & {
  readonly circuits: CircuitStore;
  readonly notices: EndpointNotices;
  readonly alerts: QueueSender;
  /** How old (ms) the view of an endpoint may be. For that long, this worker may miss what other workers wrote. */
  readonly maxAge: number;
  readonly capacity: number;
};

type View = { readonly readAt: number; readonly circuit: Promise<EndpointCircuit> };
type Reported = EndpointId & { readonly outcome: Outcome; readonly failure?: LastFailure };

/**
 * How old (ms) the view of a troubled endpoint may be. For that long, deliveries to a recovered endpoint may be held.
 */
const troubledAge = 1_000;

/**
 * The most successes to remember for a healthy endpoint, equal to the number of outcomes that the circuit considers.
 */
const successes = 20;

export class EndpointCircuitBreaker {
  readonly #parts: Parts;
  readonly #views: RecentMap<View>;
  /** Successes of healthy endpoints. They are written only with the next failure, which they may outweigh. */
  readonly #unwritten: RecentMap<Outcome[]>;
  readonly #writing = new KeyedBatcher<Reported, void>((key, batch) => this.#write(key, batch));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#views = new RecentMap(parts.capacity);
    this.#unwritten = new RecentMap(parts.capacity);
  }

  async view(endpoint: EndpointId): Promise<EndpointCircuit> {
    const { clock, maxAge, circuits } = this.#parts;
    const key = endpoint.subscription;
    const known = this.#views.get(key);
    if (known !== undefined) {
      const circuit = await known.circuit;
      const age = clock.now() - known.readAt;
      // The age is negative if the clock has been set back.
      if (age >= 0 && age < (isTroubled(circuit) ? troubledAge : maxAge)) return circuit;
    }
    const reading = circuits.read(endpoint);
    this.#remember(key, reading);
    reading.catch(() => {
      this.#views.delete(key);
    });
    return reading;
  }

  forget(endpoint: EndpointId): void {
    this.#views.delete(endpoint.subscription);
  }

  /** Never throws: after an error, the delivery would be posted again, whereas a lost outcome matters little. */
  async record(endpoint: EndpointId, outcome: Outcome, failure?: LastFailure): Promise<void> {
    const key = endpoint.subscription;
    try {
      if (outcome.ok && !isTroubled(await this.view(endpoint))) {
        const unwritten = this.#unwritten.get(key) ?? [];
        if (unwritten.push(outcome) > successes) unwritten.shift();
        // Set again, so that the endpoint that succeeded longest ago is forgotten first.
        this.#unwritten.set(key, unwritten);
        return;
      }
      await this.#writing.add(key, { ...endpoint, outcome, ...defined({ failure }) });
    } catch (failure) {
      this.#parts.logger.error("endpoint.circuit_unwritten", failure, { subscription: endpoint.subscription });
    }
  }

  async slowDown(endpoint: EndpointId): Promise<void> {
    const { circuits, clock, timings, logger } = this.#parts;
    const slowUntil = clock.now() + timings.slowLane;
    const { before, after } = await circuits.change(endpoint, (circuit) =>
      // If many deliveries exceed the deadline at about the same time, only the first one writes.
      (circuit.slowUntil ?? 0) > slowUntil - timings.slowLane / 2 ? undefined : { ...circuit, slowUntil },
    );
    if (before !== after) logger.info("endpoint.slow", { subscription: endpoint.subscription });
    this.#remember(endpoint.subscription, Promise.resolve(after));
  }

  /** Makes the next probe due at `at` (unix ms), because the last probe wasn't sent. */
  async returnProbe(endpoint: EndpointId, at: number): Promise<void> {
    const { after } = await this.#parts.circuits.change(endpoint, (circuit) =>
      circuit.probeAt === undefined ? undefined : { ...circuit, probeAt: at, probes: Math.max(circuit.probes - 1, 0) },
    );
    this.#remember(endpoint.subscription, Promise.resolve(after));
  }

  async #write(key: string, batch: readonly Reported[]): Promise<void> {
    const { circuits, logger, timings } = this.#parts;
    const [first] = batch;
    if (first === undefined) return;
    const { partner, subscription } = first;
    const unwritten = this.#unwritten.get(key) ?? [];
    this.#unwritten.delete(key);
    const outcomes = [...unwritten, ...batch.map(({ outcome }) => outcome)].sort((one, other) => one.at - other.at);
    const failures = batch.flatMap(({ failure }) => failure ?? []).sort((one, other) => one.at - other.at);
    const change = (circuit: EndpointCircuit) => withOutcomes(circuit, outcomes, timings);
    if (batch.some(({ outcome }) => outcome.ok)) {
      // The notice is sent before the circuit is closed. Sending it twice is harmless, because both notices have the
      // same event id. If the circuit were closed first and the notice failed, the notice would be lost.
      const standing = await circuits.read(first);
      if (change(standing).state === "healthy") await this.#reportRecovery(first, standing);
    }
    const { before, after } = await circuits.change({ partner, subscription }, change, failures.at(-1));
    this.#remember(key, Promise.resolve(after));
    if (before.state === after.state) return;
    logger.warn("endpoint.state", { subscription, from: before.state, to: after.state });
    // Another worker may have notified the owner since `standing` was read. The outage's end then also needs a notice.
    if (after.state === "healthy") await this.#reportRecovery(first, before);
    if (after.state === "open") await this.#sendOutage({ partner, subscription, since: after.since });
    else if (after.state === "healthy" && before.notified === undefined)
      await this.#sendOutage({ partner, subscription, since: before.since, ended: true });
  }

  /**
   * Alerts the partner sooner than a notice would. Never throws: if the message is lost, a lasting outage still leads to
   * a notice.
   */
  async #sendOutage(outage: Omit<OutageMessage, "kind">): Promise<void> {
    const { alerts, logger } = this.#parts;
    const message: OutageMessage = { kind: "outage", ...outage };
    try {
      await alerts.send([{ body: JSON.stringify(message), group: outage.partner }]);
    } catch (failure) {
      logger.error("endpoint.outage_unsent", failure, { subscription: outage.subscription });
    }
  }

  async #reportRecovery({ partner, subscription }: EndpointId, outage: EndpointCircuit): Promise<void> {
    if (outage.state === "healthy" || outage.notified === undefined) return;
    await this.#parts.notices.recovered({ partner, subscription }, outage);
  }

  #remember(key: string, circuit: Promise<EndpointCircuit>): void {
    this.#views.set(key, { readAt: this.#parts.clock.now(), circuit });
  }
}

/** Whether the endpoint's next success must be written, because it ends an outage or a series of failures. */
function isTroubled({ state, failures }: EndpointCircuit): boolean {
  return state !== "healthy" || failures > 0;
}
