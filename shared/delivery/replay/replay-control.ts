import type { Context } from "../../kernel/context.ts";
import { freshDraw } from "../../kernel/draw.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { countingPlaces, type WaitingRequests } from "../../partners/waiting-requests.ts";
import type { Subscription, SubscriptionRef } from "../../subscriptions/subscription.ts";
import { type IncomingDelivery, outgoingDelivery } from "../attempt/attempt-answer.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { admitted } from "../endpoint/endpoint-circuit.ts";
import { deliveryKey, deliveryRow, isOnRequest } from "../rows/delivery-row.ts";
import type { ReplayRefusal } from "./replay-admission.ts";
import type { ReplayJob } from "./replay-job.ts";
import type { ChunkSize, ReplayChunk, ReplaySource } from "./replay-source.ts";
import type { NewReplay, ReplayStore } from "./replay-store.ts";
import { replayRequest } from "./replays.ts";

type Parts = Context & {
  readonly store: ReplayStore;
  readonly source: ReplaySource;
  /** The `deliveries` table. */
  readonly deliveries: TableReader;
  readonly deliver: QueueSender;
  readonly recover: QueueSender;
  readonly circuits: CircuitStore;
  readonly waiting: WaitingRequests;
};

const longPreview: ChunkSize = { matches: 10_000, scanned: 20_000, time: 10_000 };
/** Used while too many requests are counting: one page, whose events can be up to 256 KB each. */
const briefPreview: ChunkSize = { matches: 20, scanned: 20, time: 0 };

export class ReplayControl {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Counts the events that a replay would send, or as many as one request has time for; `done`: the count is complete.
   * If too many requests are counting, examines only the first events.
   */
  async preview(replay: Pick<NewReplay, "criteria" | "instances">, subscription: Subscription): Promise<ReplayChunk> {
    const { source, waiting, clock } = this.#parts;
    const count = (size: ChunkSize) => source.chunk({ ...replay, cursor: { instance: 0 } }, subscription, size);
    const until = clock.now() + longPreview.time;
    const request = { partner: subscription.partner, until };
    const counted = await waiting.inPlace(countingPlaces, request, () => count(longPreview));
    return counted ?? count(briefPreview);
  }

  /**
   * If `draw` repeats an earlier request, returns the replay that the earlier request started. `quota`: the deliveries
   * per second that all replays of the partner may send together.
   */
  async start(
    replay: NewReplay,
    quota = Number.POSITIVE_INFINITY,
    draw = freshDraw(this.#parts),
  ): Promise<ReplayJob | { readonly refusal: ReplayRefusal }> {
    const { store, recover } = this.#parts;
    const job = await store.create(replay, quota, draw);
    if ("id" in job) await recover.send([replayRequest({ partner: job.partner, job: job.id })]);
    return job;
  }

  list(partner: string, subscription: string): Promise<readonly ReplayJob[]> {
    return this.#parts.store.list(partner, subscription);
  }

  async find({ partner, id }: SubscriptionRef, replay: string): Promise<ReplayJob | undefined> {
    const job = await this.#parts.store.find(partner, replay);
    return job?.subscription === id ? job : undefined;
  }

  /** Returns false if the replay's state doesn't allow the change. A chunk that is under way is still sent. */
  async change(job: ReplayJob, change: "pause" | "cancel"): Promise<boolean> {
    const { store } = this.#parts;
    if (change === "pause") return store.change(job, "running", "paused");
    return (await store.change(job, "running", "cancelled")) || store.change(job, "paused", "cancelled");
  }

  /** Returns false if the replay isn't paused. */
  async resume(
    job: ReplayJob,
    quota = Number.POSITIVE_INFINITY,
  ): Promise<boolean | { readonly refusal: ReplayRefusal }> {
    const { store, recover } = this.#parts;
    const resumed = await store.resume(job, quota);
    if (resumed === true) await recover.send([replayRequest({ partner: job.partner, job: job.id })]);
    return resumed;
  }

  /**
   * Sends one event again immediately, and returns the run. If the circuit is open or paused, the delivery is a probe:
   * the owner has fixed the endpoint and wants to see the result. Returns undefined if the subscription has no delivery
   * of the event, or if its partner has lost access to the instance.
   */
  async retry(
    { partner, id: subscription }: Subscription,
    event: string,
    mayHave: (instance: string) => boolean,
    draw = freshDraw(this.#parts),
  ): Promise<string | undefined> {
    const { deliveries, deliver, circuits } = this.#parts;
    const { pk } = deliveryKey({ subscription, event, run: "0" });
    const { items } = await deliveries.query({ pk, prefix: `${event}#`, limit: 1 });
    const [known] = items.map((item) => deliveryRow.parse(item));
    // The events of pings and examples aren't stored, so they can't be sent again.
    if (known === undefined || isOnRequest(known)) return undefined;
    if (!mayHave(known.instance)) return undefined;
    const { state } = await circuits.read({ partner, subscription });
    const run = sortableId("rpl", draw.at, draw);
    const message: IncomingDelivery = {
      ...{ subscription, partner, instance: known.instance, event, run, attempt: 1 },
      ...(admitted[state] === "probes" && { probe: true }),
    };
    await deliver.send([outgoingDelivery(message)]);
    return run;
  }
}
