import { createHash } from "node:crypto";
import { faultSpecSchema } from "../../../infra/sandbox/faults/fault-plan.ts";
import { openSandbox, type Sandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { destinationVetting } from "../../../shared/adapters/http/vet-destination.ts";
import { defined } from "../../../shared/kernel/defined.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";
import { type QueueName, queues, type TableName } from "../../../shared/kernel/topology.ts";
import { eachTable } from "../../support/each-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { sandboxHttp } from "../sandbox-http.ts";
import { isShown } from "../source-sight.ts";
import { ApiClient } from "./api-client.ts";
import { bridgeEngine, type Shared } from "./bridge-engine.ts";
import { CanarySite, canaryUrl } from "./canary-site.ts";
import { type CodeVersion, code, type Invoke, type SimulatedFunction } from "./code-version.ts";
import { type Conditions, calm } from "./conditions.ts";
import { FunctionPool } from "./function-pool.ts";
import type { FunctionProcess } from "./function-process.ts";
import { Ground } from "./ground.ts";
import { LaggingReads } from "./lagging-reads.ts";
import { Absences } from "./oracle/absences.ts";
import { Checkpoints } from "./oracle/checkpoints.ts";
import { CompletenessOracle } from "./oracle/completeness.ts";
import { Holds } from "./oracle/holds.ts";
import { JournalCheckpoints } from "./oracle/journal-checkpoints.ts";
import { People } from "./people.ts";
import { Releases } from "./releases.ts";
import { Rooms } from "./rooms.ts";
import { Subscribers } from "./subscribers.ts";
import { UnkindBus } from "./unkind-bus.ts";
import { UnkindQueue } from "./unkind-queue.ts";
import { UnkindStream } from "./unkind-stream.ts";
import { UnkindTable } from "./unkind-table.ts";
import { Witness } from "./witness.ts";

/** The instances of the source. The second one exists only under some conditions. */
const instanceNames = ["acme", "beta"] as const;
export const requestsPerSecond = 4;
const operatorKey = "9fae96c516de6fc55085f97df4d3d2b570e56e2991ffccf894cbb491dd94e0a8";

export type WorldOptions = {
  /** How another version of the code would have stored an item; see {@link UnkindTable}. */
  readonly storedAs?: ((table: TableName, item: Item) => Item) | undefined;
  /** The last release's code, if it runs alongside the current one. */
  readonly lastRelease?: CodeVersion | undefined;
};

/** The whole bridge in one process: source, functions, engine, endpoints and people, with one clock and one seed. */
export class BridgeWorld {
  readonly ground: Ground;
  readonly sandbox: Sandbox;
  readonly witness: Witness;
  readonly subscribers: Subscribers;
  readonly people: People;
  readonly api: ApiClient;
  readonly timings: Timings;
  readonly tables: { readonly [name in TableName]: UnkindTable };
  readonly queues: { readonly [name in QueueName]: UnkindQueue };
  readonly stream: UnkindStream;
  readonly releases: Releases;
  readonly canary: CanarySite;
  /** The share rooms of each instance; none under some conditions. */
  readonly rooms: readonly Rooms[];
  /** When (ms) all faults ended. */
  sparedAt = Number.POSITIVE_INFINITY;
  readonly logLines: string[] = [];
  /** When (ms) each request to the source was sent, and by which process, by instance. */
  readonly requests = new Map<string, { readonly at: number; readonly process: string }[]>();
  /** The access tokens that the bridge used. */
  readonly sourceTokens = new Set<string>();
  readonly completeness: CompletenessOracle;
  readonly #checkpoints: Checkpoints;
  readonly #absences: Absences;
  readonly #holds: Holds;
  readonly #journals: JournalCheckpoints;
  readonly #lags: LaggingReads;
  readonly #shared: Shared;
  #isLoading = false;
  readonly #clock: FunctionPool;
  readonly conditions: Conditions;

  constructor(seed: number, conditions: Conditions, { storedAs, lastRelease }: WorldOptions = {}) {
    this.conditions = conditions;
    const ground = new Ground(seed, calm(conditions));
    this.ground = ground;
    this.releases = new Releases(ground, code, lastRelease);
    this.timings = { ...defaultTimings, ...conditions.timings };
    const settings = { lateMilliseconds: 0, liveLateMilliseconds: 20_000, lateShare: 0.25 };
    const instances = instanceNames.slice(0, conditions.twoInstances ? 2 : 1);
    this.sandbox = openSandbox({ clock: ground.clock, seed, records: conditions.records, settings, instances });
    this.rooms = conditions.rooms ? [...this.sandbox.instances.values()].map((source) => new Rooms(source)) : [];
    this.witness = new Witness(ground, {
      isThere: (subject, instance) =>
        isShown(this.sandbox, subject, instance) && !this.#absences.lacked(ground.actor, subject, instance),
      onDisabled: (id) => {
        this.people.hearOfDisabling(id);
      },
    });
    this.subscribers = new Subscribers(ground);
    this.#lags = new LaggingReads(ground, this.sandbox.instances.values(), seed);
    this.#checkpoints = new Checkpoints({
      now: () => ground.clock.now(),
      mirrored: (key) => this.tables.mirror.memory.get(key),
      isShown: (record, instance, process) =>
        isShown(this.sandbox, record, instance) && !this.#absences.lacked(process, record, instance),
      hasLagged: ({ type, id }, instance, modified) => this.#lags.hasLagged(`${instance} ${type} ${id}`, modified),
      violates: (what) => {
        this.witness.violates(what);
      },
    });
    this.#absences = new Absences({ now: () => ground.clock.now(), lasting: this.timings.pollDeadline });
    this.#journals = new JournalCheckpoints({
      partition: (pk) => this.tables.mirror.memory.items.filter((item) => item.pk === pk),
      violates: (what) => {
        this.witness.violates(what);
      },
    });
    this.#holds = new Holds({
      now: () => ground.clock.now(),
      skew: ground.skew,
      timings: this.timings,
      violates: (what) => {
        this.witness.violates(what);
      },
    });
    this.tables = eachTable((name) => {
      return new UnkindTable(
        name,
        ground,
        (change) => {
          if (this.#isLoading) return;
          this.witness.see(name, change);
          const { before, after } = change;
          if (name === "feeds") {
            this.#checkpoints.see(ground.actor, before, after);
            this.#journals.see(ground.actor, before, after);
            this.#holds.seeFeeds(before, after);
          }
          if (name !== "mirror") return;
          this.#holds.seeMirror(before, after);
          this.stream.append(before, after);
        },
        storedAs && ((item) => storedAs(name, item)),
      );
    });
    const pool = (name: SimulatedFunction) =>
      new FunctionPool({ name, ground, releases: this.releases, start: (process) => this.#start(name, process) });
    this.stream = new UnkindStream({ ground, consumer: pool("publish") });
    const deliver = pool("deliver");
    const queue = (name: QueueName, consumer: FunctionPool, onDone?: (body: string) => void) =>
      new UnkindQueue({ ground, declaration: queues[name], consumer, ...(onDone && { onDone }) });
    this.queues = {
      ticks: queue("ticks", pool("tick")),
      poll: queue("poll", pool("poll")),
      fanout: queue("fanout", pool("fanout"), (body) => {
        this.witness.fannedOut.set(JSON.parse(body).id, ground.clock.now());
      }),
      deliver: queue("deliver", deliver),
      "deliver-slow": queue("deliver-slow", deliver),
      recover: queue("recover", pool("recover")),
      alerts: queue("alerts", pool("alert")),
    };
    this.#clock = pool("clock");
    this.api = new ApiClient(ground, pool("api"));
    this.canary = new CanarySite({ ground, consumer: pool("canary"), others: this.subscribers });
    this.#shared = {
      ...{ ground, logLines: this.logLines, timings: this.timings },
      onMetric: (process, name, ms) => {
        if (name === "canary.latency_ms") this.canary.measurements.push({ at: ground.clock.now(), process, ms });
      },
      table: (name) => this.tables[name],
      queue: (name) => this.queues[name],
      bus: new UnkindBus(ground, this.queues.fanout, ({ id }) =>
        this.witness.onBus.set(id, (this.witness.onBus.get(id) ?? 0) + 1),
      ),
      randomness: new SeededRandomness(seed + 0x5eed),
      operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
    };
    this.people = new People({
      ...{ ground, api: this.api, subscribers: this.subscribers, witness: this.witness, operatorKey },
      destination: conditions.destination,
      instances: this.sandbox.access.map(({ name, clientId, clientSecret }) => {
        const rooms = this.rooms.find(({ instance }) => instance === name)?.ids;
        const registration = { credentials: { clientId, clientSecret }, requestsPerSecond, ...defined({ rooms }) };
        return { name, registration };
      }),
      redrive: async () => {
        for (const one of Object.values(this.queues)) await one.redrive();
      },
    });
    for (const { clientSecret } of this.sandbox.access) this.people.secrets.add(clientSecret);
    this.completeness = new CompletenessOracle(this);
    this.#tickOn();
    if (conditions.canary) this.canary.begin();
  }

  /** From now on, everything happens that the conditions allow. */
  unleash(): void {
    const { conditions } = this;
    this.ground.conditions = conditions;
    this.sandbox.faults.replace(faultSpecSchema.parse(conditions.source));
  }

  /** From now on nothing goes wrong. */
  spare(): void {
    this.sparedAt = this.ground.clock.now();
    this.ground.conditions = calm(this.conditions);
    this.sandbox.faults.replace([]);
    for (const rooms of this.rooms) rooms.settle();
  }

  /** Puts items into a table as if they had always been there. */
  async load(table: TableName, items: readonly Item[]): Promise<void> {
    this.#isLoading = true;
    await this.tables[table].memory.put(items.map((item) => ({ item })));
    this.#isLoading = false;
  }

  #tickOn(): void {
    const { clock } = this.ground;
    clock.at(clock.now() + 60_000, () => {
      void this.#clock.invoke({});
      this.#tickOn();
    });
  }

  /** A process of a function, with its version of the code. */
  #start(name: SimulatedFunction, process: FunctionProcess): Invoke {
    const source = sandboxHttp(
      this.sandbox,
      (path, headers) => {
        const asked = path.split("/")[1] ?? "";
        const sent = this.requests.get(asked) ?? [];
        sent.push({ at: this.ground.clock.now(), process: process.name });
        this.requests.set(asked, sent);
        const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1];
        if (token !== undefined) this.sourceTokens.add(token);
      },
      (path, status, body) => {
        this.#absences.hear(process.name, path, status);
        if (status !== 200) return;
        this.#checkpoints.hear(process.name, path, body);
        this.#journals.hear(process.name, path, body);
      },
    );
    const engine = bridgeEngine(this.#shared, process);
    return process.version.code.start(name, engine, {
      source: process.use("source", this.conditions.lag > 0 ? this.#lags.of(source) : source, { sound: true }),
      endpoints: process.use("dialer", this.canary, { sound: true }),
      destinations: process.use("connector", this.subscribers, { sound: true }),
      vet: destinationVetting({
        logger: engine.logger,
        allowInsecure: false,
        resolve: (host) => this.subscribers.resolve(host),
      }),
      canaryUrl,
    });
  }
}
