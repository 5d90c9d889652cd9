import { createHash } from "node:crypto";
import { createChangeHandler } from "../../../functions/publish.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { grantedEngine } from "../../../infra/node/granted-engine.ts";
import { liveChange } from "../../../infra/sandbox/live/live-change.ts";
import { openSandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { seededRandom } from "../../../infra/sandbox/store/random.ts";
import type { Dialer } from "../../../shared/delivery/attempt/dialer.ts";
import { canonicalJson } from "../../../shared/kernel/canonical-json.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { OutgoingMessage } from "../../../shared/kernel/ports/queue.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { type QueueName, queues, tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { code, type Invoke } from "../bridge/code-version.ts";
import { History } from "../history.ts";
import { sandboxHttp } from "../sandbox-http.ts";
import type { Move, Waiting } from "./moves.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { openSqliteFile, type Store } from "./stores.ts";

const operatorKey = "5f1d0e22ba0943e1c6a8092870b8363a505d9a67e8106204f53d2900a5d6df0";
const instance = "acme";
const rounds = 4;
const movedAfter = 1;
const roundMs = 45_000;
const timings = {
  ...defaultTimings,
  // Everything is due within the few minutes of a life.
  ...{ walkPeriod: 60_000, candidateAge: 10_000, confirmGap: 10_000, documentTimelinePeriod: 30_000 },
  ...{ snapshotPeriod: 60_000, snapshotPeriodCap: 60_000, ownerPeriod: 120_000, dormantPeriod: 120_000 },
  heartbeatLimit: 1e12,
};

/** The results of a life. Each part is sorted, because concurrent work has no order. */
export type Published = {
  /** The text of each event on the bus. */
  readonly events: readonly string[];
  /** Each POST with its signature. */
  readonly posts: readonly string[];
  readonly warnings: readonly string[];
  /** The contents of each table. */
  readonly items: { readonly [table: string]: readonly string[] };
};

type Message = OutgoingMessage & { readonly queue: QueueName; readonly dueAt: number };

/**
 * A history of the whole bridge that depends only on the seed. Time advances only between messages, which are handled
 * one at a time in the order of their texts, and the randomness of each depends on its message.
 */
export async function lived(seed: number, open: (clock: Clock) => Store | Promise<Store>): Promise<Published> {
  const clock = new FakeClock();
  const store = await open(clock);
  try {
    return await new Life(seed, clock, store).toItsEnd();
  } finally {
    await store.close();
  }
}

/** A history of a bridge on one machine that moves in the middle, while changes wait for the bus. */
export async function livedAndMoved(seed: number, move: Move): Promise<Published> {
  const clock = new FakeClock();
  const store = openSqliteFile(clock);
  const life = new Life(seed, clock, store);
  const moved: Store[] = [];
  try {
    return await life.toItsEnd(async () => {
      const { waiting, ...to } = await move(store, life.stop(), clock);
      moved.push(to.store);
      life.resume(to.store, waiting);
    });
  } finally {
    await store.close();
    for (const to of moved) if (to !== store) await to.close();
  }
}

class Life {
  readonly #seed: number;
  readonly #clock: FakeClock;
  #store: Store;
  #isBusAway = false;
  readonly #sandbox;
  readonly #random: () => number;
  readonly #messages: Message[] = [];
  readonly #events: string[] = [];
  readonly #posts: string[] = [];
  readonly #logger = new SilentLogger();
  readonly #calls = new OneAtATime();
  readonly #started = new Map<string, Invoke>();
  readonly #engine: Engine;
  #randomness = new SeededRandomness();

  constructor(seed: number, clock: FakeClock, store: Store) {
    this.#seed = seed;
    this.#clock = clock;
    this.#store = store;
    this.#random = seededRandom(seed);
    const settings = { lateMilliseconds: 0, liveLateMilliseconds: 0 };
    this.#sandbox = openSandbox({ clock, seed, records: 15, settings, instances: [instance] });
    this.#engine = {
      table: (name) => this.#calls.use(this.#store.table(name)),
      queue: (name) => ({
        send: async (messages) => {
          this.#send(name, messages);
        },
      }),
      bus: {
        publish: async (entries) => {
          for (const { detail } of entries) {
            this.#events.push(detail);
            const { id, type } = JSON.parse(detail) as { id: string; type: string };
            this.#send("fanout", [{ body: JSON.stringify({ instance, id, type }), group: instance }]);
          }
          return { refused: [] };
        },
      },
      keys: new FakeKeyWrapper(),
      clock,
      sleeper: this.#calls.use({ sleep: (ms: number) => clock.sleep(ms) }),
      randomness: {
        fraction: () => this.#randomness.fraction(),
        bytes: (length) => this.#randomness.bytes(length),
      },
      logger: this.#logger,
      metrics: { record: () => undefined },
      settings: {
        partnerUrl: "https://partner.example.com",
        allowInsecureEndpoints: false,
        operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
        timings,
      },
    };
  }

  /** Ends all processes. Returns what waits in the queues. */
  stop(): readonly Waiting[] {
    this.#started.clear();
    return this.#messages.splice(0).map(({ dueAt, ...message }) => ({
      ...message,
      delaySeconds: Math.max(0, Math.ceil((dueAt - this.#clock.now()) / 1_000)),
    }));
  }

  resume(store: Store, waiting: readonly Waiting[]): void {
    this.#store = store;
    for (const { queue, ...message } of waiting) this.#send(queue, [message]);
  }

  /** `move` is called after two of the rounds, when the last changes haven't reached the bus. */
  async toItsEnd(move: () => Promise<void> = async () => undefined): Promise<Published> {
    const [access] = this.#sandbox.access;
    const credentials = { clientId: access?.clientId, clientSecret: access?.clientSecret };
    await this.#call("PUT", `/v1/instances/${instance}`, { credentials, requestsPerSecond: 1_000 });
    for (const [host, eventTypes] of [
      ["all", ["*"]],
      ["some", ["person.*", "document.*"]],
    ] as const) {
      const ordered = host === "some";
      await this.#call("POST", "/v1/subscriptions", { url: `https://${host}.example.com/in`, eventTypes, ordered });
    }
    const history = new History(this.#sandbox, this.#seed);
    for (let round = 0; round < rounds; round += 1) {
      for (let change = 0; change < 4; change += 1) await this.#change(history);
      await this.#runUntil(this.#clock.now() + roundMs);
      if (round === movedAfter) await this.#moveWithUnpublished(history, move);
    }
    await this.#calls.idle();
    const names = Object.values(tables).map(({ name }) => name);
    const items = await Promise.all(
      names.map(async (name) => {
        // The sandbox's tokens are random.
        const items = (await this.#store.items(name)).filter(({ sk }) => sk !== "token");
        return [name, items.map((item) => canonicalJson(item)).sort()] as const;
      }),
    );
    return {
      events: this.#events.toSorted(),
      posts: this.#posts.toSorted(),
      warnings: this.#logger.lines
        .filter(({ level }) => level !== "info")
        .map((line) => JSON.stringify(line))
        .sort(),
      items: Object.fromEntries(items),
    };
  }

  /** Moves while messages wait in queues, and changes for the bus. */
  async #moveWithUnpublished(history: History, move: () => Promise<void>): Promise<void> {
    this.#isBusAway = true;
    for (let change = 0; change < 3; change += 1) await this.#change(history);
    await this.#runUntil(this.#clock.now() + 12_000);
    await this.#calls.idle();
    await move();
    this.#isBusAway = false;
  }

  async #change(history: History): Promise<void> {
    const [source] = [...this.#sandbox.instances.values()];
    if (source === undefined) throw new Error("the sandbox has no instance");
    if (this.#random() < 0.6) await liveChange(source, this.#random);
    else await history.peculiar(Math.floor(this.#random() * 100), true);
    this.#clock.advance(1_000);
  }

  /** Handles everything that is due until then, message by message, with a call of the clock each minute. */
  async #runUntil(end: number): Promise<void> {
    for (let fire = this.#clock.now(); this.#clock.now() < end; ) {
      if (this.#clock.now() >= fire) {
        fire += 60_000;
        await this.#invoke("clock", {}, `clock ${fire}`);
      }
      await this.#settle();
      const next = Math.min(end, fire, ...this.#messages.map(({ dueAt }) => dueAt));
      this.#clock.advance(Math.max(0, next - this.#clock.now()));
    }
  }

  async #settle(): Promise<void> {
    for (;;) {
      await this.#publish();
      const due = this.#messages.filter(({ dueAt }) => dueAt <= this.#clock.now());
      const [first] = due.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      if (first === undefined) return;
      this.#messages.splice(this.#messages.indexOf(first), 1);
      const attributes = { ApproximateReceiveCount: "1", MessageGroupId: first.group };
      const Records = [{ messageId: nameOf(first), body: first.body, attributes }];
      const { consumer } = queues[first.queue];
      const answer = (await this.#invoke(consumer, { Records }, nameOf(first))) as { batchItemFailures: unknown[] };
      if (answer.batchItemFailures.length > 0)
        throw new Error(`${consumer} failed: ${JSON.stringify(this.#logger.lines.slice(-3))}`);
    }
  }

  async #publish(): Promise<void> {
    if (this.#isBusAway) return;
    const changes = await this.#store.changes();
    if (changes.length === 0) return;
    const publish = createChangeHandler(grantedEngine(this.#engine, functions.publish));
    if ((await publish(changes)).failedFrom !== undefined) throw new Error("a change can't be published");
  }

  async #call(method: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" };
    const call = { path, init: { method, headers, body: JSON.stringify(body) } };
    const { status, text } = (await this.#invoke("api", call, path + JSON.stringify(body))) as {
      status: number;
      text: string;
    };
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  async #invoke(name: Parameters<typeof code.start>[0], event: object, why: string): Promise<unknown> {
    this.#randomness = new SeededRandomness(createHash("sha256").update(`${this.#seed} ${why}`).digest().readInt32BE());
    let invoke = this.#started.get(name);
    if (invoke === undefined) {
      invoke = code.start(name, this.#engine, {
        source: this.#calls.use(sandboxHttp(this.#sandbox, () => undefined)),
        endpoints: this.#calls.use(this.#endpoints),
        vet: async () => "allowed",
        canaryUrl: "https://canary.example.com",
      });
      this.#started.set(name, invoke);
    }
    return invoke(event as never);
  }

  /** One attempt in eight fails, independent of the engine. */
  readonly #endpoints: Dialer = {
    post: async ({ url, headers, body }) => {
      const at = `${this.#clock.now()} ${url} ${headers["webhook-id"]}`;
      this.#posts.push(JSON.stringify([at, headers, Buffer.from(body).toString()]));
      const status = (createHash("sha256").update(at).digest()[0] ?? 0) % 8 === 0 ? 503 : 200;
      return { outcome: "answered", status, headers: {}, ms: 5, timing: {} };
    },
  };

  #send(queue: QueueName, messages: readonly OutgoingMessage[]): void {
    for (const message of messages) {
      this.#messages.push({
        ...message,
        queue,
        dueAt: this.#clock.now() + Math.ceil((message.delaySeconds ?? 0) * 1_000),
      });
    }
  }
}

const nameOf = ({ queue, body, group, dueAt }: Message): string => JSON.stringify([dueAt, queue, group, body]);
