import { createContainer, replaced } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { pollParts } from "../../functions/runtime/services/polling.ts";
import { tick } from "../../functions/runtime/services/schedule.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import { sourceHttp } from "../../functions/runtime/services/source-client.ts";
import { createSandboxApp } from "../../infra/sandbox/create-sandbox-app.ts";
import { FaultPlan } from "../../infra/sandbox/faults/fault-plan.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import type { OutgoingMessage } from "../../shared/kernel/ports/queue.ts";
import type { Item } from "../../shared/kernel/ports/table.ts";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { type TableName, tables } from "../../shared/kernel/topology.ts";
import { mirrorItem } from "../../shared/mirror/mirror-item.ts";
import { pollFeeds } from "../../shared/polling/visits/poll-feeds.ts";
import { eventsFrom } from "../../shared/publishing/events-from.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { feedsOfInstance } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { pollMessage } from "../../shared/schedule/tick/poll-message.ts";
import type { InstanceRegistry, InstanceRequest } from "../../shared/source/instance-registry.ts";
import type { SourceHttp } from "../../shared/source/source-http.ts";
import { eachTable } from "../support/each-table.ts";
import { FakeKeyWrapper } from "../support/fake-key-wrapper.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { sandboxHttp } from "./sandbox-http.ts";
import { isShown } from "./source-sight.ts";
import { VirtualClock } from "./virtual-clock.ts";

const instance = "acme";
/** After this time (ms), a message that wasn't acknowledged is received again, at most `maxReceives` times. */
const visibility = 120_000;
const maxReceives = 5;
const processes = 2;

type WorldOptions = {
  readonly seed: number;
  readonly requestsPerSecond: number;
  readonly timings?: Partial<Timings>;
  /** How the source behaves. Its faults affect only the bridge. */
  readonly source?: Pick<SandboxOptions, "faults" | "settings">;
  /** How many records of each kind the source has at first. */
  readonly records?: number;
  /** How long (ms) the source takes for each response; no time if absent. */
  readonly answersAfter?: (fraction: number) => number;
};

type Worker = {
  readonly poll: (body: string) => Promise<void>;
  readonly tick: () => Promise<unknown>;
};

/**
 * Ingest as it is shipped, from the tick to the mirror's change stream, over the sandbox: several processes that share
 * no memory, messages that are delivered twice, and one virtual clock.
 */
export class IngestWorld {
  readonly clock = new VirtualClock();
  readonly randomness: SeededRandomness;
  /** The source with its faults, for the bridge only. Everything else uses `sandbox`. */
  readonly #faulty: Sandbox;
  readonly sandbox: Sandbox;
  readonly logger = new SilentLogger();
  readonly events: Envelope[] = [];
  /** When (ms) each request was sent. */
  readonly requests: number[] = [];
  readonly tables: { readonly [name in TableName]: MemoryTable };
  /** Removals that were published while the source still showed the record. */
  readonly wrongRemovals: string[] = [];
  /** Whether the source refuses connections. */
  isDown = false;
  #calls = 0;
  readonly #options: WorldOptions;
  readonly #workers: Worker[] = [];

  constructor(options: WorldOptions) {
    this.#options = options;
    this.randomness = new SeededRandomness(options.seed);
    const { seed, source, records = 40 } = options;
    const settings = { lateMilliseconds: 0, liveLateMilliseconds: 20_000, ...source?.settings };
    this.#faulty = openSandbox({ ...source, clock: this.clock, seed, records, settings });
    const faults = new FaultPlan(() => 0, [], this.clock);
    this.sandbox = { ...this.#faulty, app: createSandboxApp({ ...this.#faulty, faults }) };
    this.tables = eachTable((name) => {
      const onChange = this.#publish.bind(this);
      return new MemoryTable(name, { pageSize: 20, ...(tables[name].streamed && { onChange }) });
    });
  }

  get timings(): Timings {
    return { ...defaultTimings, heartbeatLimit: 1e12, ...this.#options.timings };
  }

  /** An operator's request for the whole instance. */
  async control(wish: InstanceRequest): Promise<void> {
    await this.#registry().control(instance, wish);
  }

  /** Registers the instance; the workers start with the first tick. */
  async connect(): Promise<void> {
    const { clientId, clientSecret } = this.sandbox.access[0]!;
    const { requestsPerSecond } = this.#options;
    const credentials = { clientId, clientSecret };
    await this.#registry().register({
      name: instance,
      credentials,
      requestsPerSecond,
      rooms: [],
      now: this.clock.now(),
    });
    await new FeedStore(this.tables.feeds).putIfAbsent(feedsOfInstance(instance, []));
    for (let n = 0; n < processes; n += 1) this.#workers.push(this.#start());
  }

  /** Lets `ms` of virtual time pass. `change` may change something at the source every second. */
  async run(ms: number, change: () => void = () => undefined): Promise<void> {
    const end = this.clock.now() + ms;
    while (this.clock.now() < end) {
      change();
      if (this.clock.now() % this.timings.tick < 1_000) void this.#tick();
      const next = this.clock.now() + 1_000;
      do await this.#settle();
      while (this.clock.step(next));
    }
  }

  #registry(): InstanceRegistry {
    return createContainer(this.#engine()).get(instanceRegistry);
  }

  async #tick(): Promise<void> {
    try {
      await this.#worker().tick();
    } catch {
      // The next tick claims what this one left.
    }
  }

  #worker(): Worker {
    const place = Math.floor(this.randomness.fraction() * this.#workers.length);
    return this.#workers[place]!;
  }

  #start(): Worker {
    const { answersAfter } = this.#options;
    const source = sandboxHttp(this.#faulty, () => undefined);
    const http: SourceHttp = {
      send: async (request) => {
        if (answersAfter !== undefined) await this.clock.sleep(answersAfter(this.randomness.fraction()));
        this.#calls += 1;
        this.requests.push(this.clock.now());
        return this.isDown ? { outcome: "failed", reason: "transport" } : source.send(request);
      },
    };
    const { get } = createContainer(
      this.#engine(),
      replaced(sourceHttp, () => http),
    );
    return {
      poll: async (body) => pollFeeds(get(pollParts), pollMessage.parse(JSON.parse(body))),
      tick: async () => get(tick).run({ instance }),
    };
  }

  #engine(): Engine {
    const { clock, randomness, logger } = this;
    return {
      table: (name) => this.#counted(this.tables[name]),
      queue: () =>
        this.#counted({
          send: async (messages: readonly OutgoingMessage[]) => {
            this.#accept(messages);
          },
        }),
      bus: { publish: async () => ({ refused: [] }) },
      keys: new FakeKeyWrapper(),
      clock,
      sleeper: clock,
      randomness,
      logger,
      metrics: { record: () => undefined },
      settings: {
        partnerUrl: "https://partner.example.com",
        allowInsecureEndpoints: false,
        operatorKeyHash: "",
        timings: this.timings,
      },
    };
  }

  #counted<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        this.#calls += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
  }

  #accept(messages: readonly OutgoingMessage[]): void {
    for (const { body, delaySeconds = 0 } of messages) {
      const copies = this.randomness.fraction() < 0.02 ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const at = this.clock.now() + delaySeconds * 1_000 + Math.floor(this.randomness.fraction() * 500);
        this.clock.at(at, () => void this.#receive(body, 1));
      }
    }
  }

  async #receive(body: string, receives: number): Promise<void> {
    const worker = this.#worker();
    let done = false;
    this.clock.at(this.clock.now() + visibility, () => {
      if (!done && receives < maxReceives) void this.#receive(body, receives + 1);
    });
    try {
      await worker.poll(body);
      done = true;
    } catch {
      // The message becomes visible again.
    }
  }

  #publish({ before, after }: { before: Item | undefined; after: Item | undefined }): void {
    const parsed = mirrorItem.safeParse(after);
    if (!parsed.success) return;
    const old = mirrorItem.safeParse(before);
    for (const event of eventsFrom(old.success ? old.data : undefined, parsed.data)) {
      this.events.push(event);
      if (event.type.endsWith(".removed") && isShown(this.sandbox, event.subject))
        this.wrongRemovals.push(`${event.type} ${event.id}`);
    }
  }

  /** Waits until everything waits for virtual time. */
  async #settle(): Promise<void> {
    for (let quiet = 0, calls = this.#calls; quiet < 2; ) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#calls === calls ? quiet + 1 : 0;
      calls = this.#calls;
    }
  }
}
