import type { BatchResponse, SqsEvent, StreamEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { toAttributes } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Mail } from "../../../shared/kernel/ports/mailer.ts";
import type { OutgoingMessage } from "../../../shared/kernel/ports/queue.ts";
import { mirrorStream, type QueueName, queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { Invoke, SimulatedFunction } from "../../simulation/bridge/code-version.ts";
import { eachTable } from "../../support/each-table.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import type { Post } from "./endpoints.ts";
import { type Setting, startFunction } from "./start-function.ts";
import { type Fate, Worker } from "./worker.ts";

type StreamRecord = StreamEvent["Records"][number];
type Message = { readonly queue: QueueName; readonly id: string; readonly sent: OutgoingMessage } & {
  visibleAt: number;
  receives: number;
};
/** Where something waits to be handled. */
export type Place = QueueName | "stream";
type Process = { readonly worker: Worker; readonly invoke: Invoke };

/** A world at one moment, without its processes. */
export type State = {
  readonly now: number;
  readonly tables: { readonly [name in TableName]: MemoryTable };
  readonly messages: readonly Message[];
  readonly stream: readonly StreamRecord[];
  /** What was given up on. */
  readonly dead?: readonly Message[];
  readonly setAside?: readonly StreamRecord[];
};

const untroubled: Fate = { next: () => undefined, other: async () => undefined };
/** Ms after which a failed message returns. Production's visibility is longer, and nothing else happens in it. */
const visibility = 100_000;

/**
 * The bridge's real handlers with in-memory engines and without randomness: one thing happens at a time, and time moves
 * when everything waits.
 */
export class FaultWorld {
  now: number;
  readonly tables: { readonly [name in TableName]: MemoryTable };
  readonly posts: Post[] = [];
  readonly mails: Mail[] = [];
  readonly onBus: string[] = [];
  readonly dead: Message[] = [];
  readonly logger = new SilentLogger();
  /** Changes in the stream that were given up on. */
  readonly setAside: StreamRecord[] = [];
  /** What happens while a process sleeps. */
  meanwhile: () => Promise<unknown> = async () => undefined;
  /** Whether another process now works {@link beside} the first ones. */
  isBeside = false;
  /** What {@link run} doesn't deliver for now. */
  readonly held = new Set<Place>();
  /** The faults in the calls of the first processes. Those that {@link beside} starts have none. */
  fate: Fate = untroubled;
  readonly setting: Setting;
  #messages: Message[];
  readonly #stream: StreamRecord[];
  #streamAt = 0;
  #underWay: readonly Message[] = [];
  #written = 0;
  #processes = new Map<SimulatedFunction, Process>();
  readonly #randomness: SeededRandomness;

  constructor(state: State, setting: Setting, seed = 31) {
    this.now = state.now;
    this.setting = setting;
    this.#messages = state.messages.map((message) => ({ ...message }));
    this.#stream = [...state.stream];
    this.dead.push(...(state.dead ?? []));
    this.setAside.push(...(state.setAside ?? []));
    this.#written = state.stream.length;
    this.#randomness = new SeededRandomness(seed);
    this.tables = eachTable((name) => {
      return state.tables[name].copy({
        pageSize: 20,
        ...(tables[name].streamed && {
          onChange: ({ before, after }) => {
            const key = after ?? before;
            if (key === undefined) return;
            this.#written += 1;
            this.#stream.push({
              eventName: before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY",
              dynamodb: {
                SequenceNumber: String(this.#written).padStart(12, "0"),
                Keys: toAttributes({ pk: key.pk, sk: key.sk }),
                ...(before !== undefined && { OldImage: toAttributes(before) }),
                ...(after !== undefined && { NewImage: toAttributes(after) }),
              },
            });
          },
        }),
      });
    });
  }

  /** This moment, which stays unchanged while the world goes on. */
  get state(): State {
    const { feeds, mirror, events, subscriptions, deliveries } = this.tables;
    const own = {
      ...{ feeds: feeds.copy(), mirror: mirror.copy(), events: events.copy() },
      ...{ subscriptions: subscriptions.copy(), deliveries: deliveries.copy() },
    };
    const messages = this.#messages.map((message) => ({ ...message }));
    const givenUp = { dead: [...this.dead], setAside: [...this.setAside] };
    return { now: this.now, tables: own, messages, stream: [...this.#stream], ...givenUp };
  }

  /** The messages in queues and the stream, as texts. */
  get waiting(): readonly string[] {
    return [
      ...this.#messages.map(({ queue, sent }) => `queue ${queue} holds ${sent.body}`),
      ...this.dead.map(({ queue, sent }) => `queue ${queue} gave up ${sent.body}`),
      ...this.#stream.map(({ dynamodb }) => `the stream holds ${JSON.stringify(dynamodb.Keys)}`),
      ...this.setAside.map(({ dynamodb }) => `the stream gave up ${JSON.stringify(dynamodb.Keys)}`),
    ];
  }

  send(queue: QueueName, messages: readonly OutgoingMessage[]): void {
    for (const sent of messages) {
      const visibleAt = this.now + (sent.delaySeconds ?? 0) * 1_000;
      const id = `${queue}-${this.#messages.length}-${this.now}-${sent.body.length}`;
      this.#messages.push({ queue, id, sent, visibleAt, receives: 0 });
    }
  }

  /** Gives up on everything that waits in a place, as after too many failures. */
  giveUp(place: Place): void {
    if (place === "stream") this.setAside.push(...this.#stream.splice(0));
    this.dead.push(...this.#messages.filter(({ queue }) => queue === place));
    this.#messages = this.#messages.filter(({ queue }) => queue !== place);
  }

  /** Drops a queue's unwanted messages, if a use case is about the others. */
  keep(queue: QueueName, isWanted: (body: string) => boolean): void {
    this.#messages = this.#messages.filter((message) => message.queue !== queue || isWanted(message.sent.body));
  }

  /** Delivers what is due and what becomes due within `ms`, to the end of each. */
  async run(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      if (await this.#step()) continue;
      const times = this.#messages.filter(({ queue }) => !this.held.has(queue)).map(({ visibleAt }) => visibleAt);
      if (this.#stream.length > 0 && !this.held.has("stream")) times.push(this.#streamAt);
      const next = Math.min(...times);
      if (next > until) break;
      this.now = Math.max(this.now, next);
    }
    this.now = Math.max(this.now, until);
  }

  /**
   * Runs work in other processes, which share no memory with the first ones. Messages held by those are delivered a
   * second time, as after their visibility.
   */
  async beside(work: () => Promise<unknown>): Promise<void> {
    const [processes, fate] = [this.#processes, this.fate];
    this.#processes = new Map();
    this.fate = untroubled;
    for (const message of this.#underWay) message.visibleAt = this.now;
    if (this.#streamAt === Number.POSITIVE_INFINITY) this.#streamAt = this.now;
    this.isBeside = true;
    await work();
    this.isBeside = false;
    this.#processes = processes;
    this.fate = fate;
  }

  async invoke(name: SimulatedFunction, event: unknown): Promise<{ readonly result: unknown } | "failed"> {
    const processes = this.#processes;
    const known = processes.get(name);
    const { worker, invoke } = known === undefined || known.worker.isDead ? this.#start(name) : known;
    const work = invoke(event as never).then(
      (result) => ({ result }),
      () => "failed" as const,
    );
    const ended = await Promise.race([work, worker.ended]);
    return ended === "ended" ? "failed" : ended;
  }

  /** Delivers one due batch in a place once; false if there is none. */
  async handle(place: Place): Promise<boolean> {
    if (place === "stream") return this.#publish();
    const first = this.#messages.find(({ queue, visibleAt }) => queue === place && visibleAt <= this.now);
    if (first === undefined) return false;
    const { batchSize, maxReceives, consumer } = queues[first.queue];
    const due = this.#messages.filter(({ queue, visibleAt }) => queue === first.queue && visibleAt <= this.now);
    const batch = due.slice(0, batchSize);
    for (const message of batch) {
      message.receives += 1;
      message.visibleAt = this.now + visibility;
    }
    const gone = batch.filter(({ receives }) => receives > maxReceives);
    this.dead.push(...gone);
    const event: SqsEvent = {
      Records: batch.map(({ id, sent: { body, group = "" }, receives }) => ({
        ...{ messageId: id, body },
        attributes: { ApproximateReceiveCount: String(receives), ...(group !== "" && { MessageGroupId: group }) },
      })),
    };
    const receipts = new Map(batch.map((message) => [message, message.receives]));
    this.#underWay = batch;
    const invocation = gone.length > 0 ? "failed" : await this.invoke(consumer, event);
    this.#underWay = [];
    const failures = invocation === "failed" ? undefined : (invocation.result as BatchResponse).batchItemFailures;
    const failed = new Set(failures?.map(({ itemIdentifier }) => itemIdentifier));
    const isDone = (message: Message) =>
      gone.includes(message) ||
      (failures !== undefined && !failed.has(message.id) && receipts.get(message) === message.receives);
    this.#messages = this.#messages.filter((message) => !isDone(message));
    return true;
  }

  async #step(): Promise<boolean> {
    const due = this.#messages.find(({ queue, visibleAt }) => visibleAt <= this.now && !this.held.has(queue));
    if (!this.held.has("stream") && (await this.#publish())) return true;
    return due !== undefined && (await this.handle(due.queue));
  }

  async #publish(): Promise<boolean> {
    if (this.#stream.length === 0 || this.#streamAt > this.now) return false;
    const batch = this.#stream.slice(0, mirrorStream.batchSize);
    this.#streamAt = Number.POSITIVE_INFINITY;
    const invocation = await this.invoke("publish", { Records: batch } satisfies StreamEvent);
    const [failure] = invocation === "failed" ? [] : (invocation.result as BatchResponse).batchItemFailures;
    const from = batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failure?.itemIdentifier);
    const isWhole = invocation !== "failed" && failure === undefined;
    if (this.#stream[0] === batch[0]) this.#stream.splice(0, isWhole ? batch.length : Math.max(0, from));
    this.#streamAt = isWhole ? 0 : this.now + 1_000;
    return true;
  }

  #start(name: SimulatedFunction): Process {
    const worker = new Worker(this.fate);
    const redrive = {
      queue: async (queue: QueueName) => this.#sendAgain(queue),
      changes: async () => this.#stream.push(...this.setAside.splice(0)),
    };
    const parts = { randomness: this.#randomness, sender: (queue: QueueName) => this.#sender(queue), redrive };
    const process = { worker, invoke: startFunction(name, this, worker, parts) };
    this.#processes.set(name, process);
    return process;
  }

  #sendAgain(name: QueueName): number {
    const again = this.dead.filter(({ queue }) => queue === name);
    for (const message of again) this.dead.splice(this.dead.indexOf(message), 1);
    this.#messages.push(...again.map((message) => ({ ...message, receives: 0, visibleAt: this.now })));
    return again.length;
  }

  #sender(queue: QueueName) {
    return {
      send: async (messages: readonly OutgoingMessage[]) => {
        this.send(queue, messages);
      },
    };
  }
}
