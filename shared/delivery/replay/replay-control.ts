import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { admitted, circuitPhase } from "../endpoint/endpoint-circuit.ts";
import { deliveryKey, deliveryRow, isOnRequest } from "../rows/delivery-row.ts";
import type { ReplayJob } from "./replay-job.ts";
import type { ChunkSize, ReplayChunk, ReplaySource } from "./replay-source.ts";
import type { NewReplay, ReplayStore } from "./replay-store.ts";
import { replayRequest } from "./replays.ts";

type Parts = {
  readonly store: Pick<ReplayStore, "create" | "find" | "list" | "undone" | "change" | "perSecondInUse">;
  readonly source: Pick<ReplaySource, "chunk">;
  /** The `deliveries` table. */
  readonly deliveries: Pick<TableReader, "query">;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly circuits: Pick<CircuitStore, "read">;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, "bytes">;
};

/**
 * How many replays of one subscription, and of one partner, aren't done at once. Each takes a chunk every few seconds, and a
 * chunk that looks for what is rare takes a worker for 20 s.
 */
const mostOfSubscription = 5;
const mostOfPartner = 10;

const preview: ChunkSize = { matches: 10_000, scanned: 20_000, time: 10_000 };

type ReplayChange = "pause" | "resume" | "cancel";

/** Does what the owner of a subscription asks for: it previews, starts, lists, pauses and cancels replays. */
export class ReplayControl {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts what a replay would send, as far as one request has time; with `done` that is all of it. */
  preview(replay: Pick<NewReplay, "criteria" | "instances">, subscription: Subscription): Promise<ReplayChunk> {
    return this.#parts.source.chunk({ ...replay, cursor: { instance: 0 } }, subscription, preview);
  }

  async start(replay: NewReplay): Promise<ReplayJob | "tooMany" | "tooManyOfPartner"> {
    const { store, recover } = this.#parts;
    const undone = await store.undone(replay.partner);
    const ofSubscription = undone.filter(({ subscription }) => subscription === replay.subscription);
    if (ofSubscription.length >= mostOfSubscription) return "tooMany";
    if (undone.length >= mostOfPartner) return "tooManyOfPartner";
    const job = await store.create(replay);
    await recover.send([replayRequest({ partner: job.partner, job: job.id })]);
    return job;
  }

  /** Deliveries per second that the running replays of a partner may send together. */
  perSecondInUse(partner: string): Promise<number> {
    return this.#parts.store.perSecondInUse(partner);
  }

  list(partner: string, subscription: string): Promise<readonly ReplayJob[]> {
    return this.#parts.store.list(partner, subscription);
  }

  /** Undefined if the subscription has no such replay. */
  async find({ partner, id }: Pick<Subscription, "partner" | "id">, replay: string): Promise<ReplayJob | undefined> {
    const job = await this.#parts.store.find(partner, replay);
    return job?.subscription === id ? job : undefined;
  }

  /** False if the state of the replay doesn't allow it. A chunk that is under way is still sent. */
  async change(job: ReplayJob, change: ReplayChange): Promise<boolean> {
    const { store, recover } = this.#parts;
    if (change === "pause") return store.change(job, "running", "paused");
    if (change === "cancel") {
      return (await store.change(job, "running", "cancelled")) || store.change(job, "paused", "cancelled");
    }
    if (!(await store.change(job, "paused", "running"))) return false;
    await recover.send([replayRequest({ partner: job.partner, job: job.id })]);
    return true;
  }

  /**
   * Sends one event again at once, and gives the run. Whoever asks has mended the endpoint and wants to see it: where its circuit is open, the
   * delivery goes as a probe, and doesn't wait until the next one is due. Undefined if the subscription has no delivery of it, or its partner
   * may no longer have events of that instance, as `mayHave` says.
   */
  async retry(
    { partner, id: subscription }: Subscription,
    event: string,
    mayHave: (instance: string) => boolean,
  ): Promise<string | undefined> {
    const { deliveries, deliver, circuits, clock, randomness } = this.#parts;
    const { pk } = deliveryKey({ subscription, event, run: "0" });
    const { items } = await deliveries.query({ pk, prefix: `${event}#`, limit: 1, consistent: true });
    const [known] = items.map((item) => deliveryRow.parse(item));
    // A ping or an example is stored nowhere, so it can't be sent again.
    if (known === undefined || isOnRequest(known)) return undefined;
    if (!mayHave(known.instance)) return undefined;
    const now = clock.now();
    const phase = circuitPhase(await circuits.read({ partner, subscription }), now);
    const run = sortableId("rpl", now, randomness);
    const message: IncomingDelivery = {
      ...{ subscription, partner, instance: known.instance, event, run, attempt: 1 },
      ...(admitted[phase] === "probes" && { probe: true }),
    };
    await deliver.send([{ body: JSON.stringify(message), group: subscription }]);
    return run;
  }
}
