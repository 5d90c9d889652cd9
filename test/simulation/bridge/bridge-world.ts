import { createHash } from "node:crypto";
import { createAlertHandler } from "../../../functions/alert.ts";
import { createClockHandler } from "../../../functions/clock.ts";
import { createDeliverHandler } from "../../../functions/deliver.ts";
import { createFanoutHandler } from "../../../functions/fanout.ts";
import { createPollHandler } from "../../../functions/poll.ts";
import { createPublishHandler } from "../../../functions/publish.ts";
import { createRecoverHandler } from "../../../functions/recover.ts";
import { createContainer, replaced } from "../../../functions/runtime/container.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import { dialer } from "../../../functions/runtime/services/sender.ts";
import { sourceHttp } from "../../../functions/runtime/services/source-client.ts";
import { createTickHandler } from "../../../functions/tick.ts";
import { faultSpecSchema } from "../../../infra/sandbox/faults/fault-plan.ts";
import { openSandbox, type Sandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";
import { type FunctionName, type QueueName, queues, type TableName } from "../../../shared/kernel/topology.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { sandboxHttp } from "../sandbox-http.ts";
import { isShown } from "../source-sight.ts";
import { ApiClient, type ApiRequest } from "./api-client.ts";
import { bridgeEngine, type Shared } from "./bridge-engine.ts";
import { type Conditions, calm } from "./conditions.ts";
import { FunctionPool, type Invoke } from "./function-pool.ts";
import type { FunctionProcess } from "./function-process.ts";
import { Ground } from "./ground.ts";
import { People } from "./people.ts";
import { Subscribers } from "./subscribers.ts";
import { UnkindBus } from "./unkind-bus.ts";
import { UnkindQueue } from "./unkind-queue.ts";
import { UnkindStream } from "./unkind-stream.ts";
import { UnkindTable } from "./unkind-table.ts";
import { Witness } from "./witness.ts";

export const instance = "acme";
export const requestsPerSecond = 4;
const operatorKey = "fh_operator_key_of_the_simulation";
const noProbe = { queueDepths: async () => ({}), deliveriesByState: async () => ({}) };

/** The whole bridge in one process: source, functions, engine, endpoints and people, on one clock and one seed. */
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
  readonly logLines: string[] = [];
  /** When (ms) each request to the source was sent. */
  readonly requests: number[] = [];
  readonly #shared: Shared;
  #isLoading = false;
  readonly #clock: FunctionPool;
  readonly conditions: Conditions;

  /** `storedAs` says how another version of the code would have stored an item; see {@link UnkindTable}. */
  constructor(seed: number, conditions: Conditions, storedAs?: (table: TableName, item: Item) => Item) {
    this.conditions = conditions;
    const ground = new Ground(seed, calm(conditions));
    this.ground = ground;
    this.timings = { ...defaultTimings, ...conditions.timings };
    const settings = { lateMilliseconds: 0, liveLateMilliseconds: 20_000, lateShare: 0.25 };
    this.sandbox = openSandbox({ clock: ground.clock, seed, records: conditions.records, settings });
    this.witness = new Witness(ground, {
      isShown: (subject) => isShown(this.sandbox, subject),
      onDisabled: (id) => {
        this.people.hearOfDisabling(id);
      },
    });
    this.subscribers = new Subscribers(ground);
    const table = (name: TableName) =>
      new UnkindTable(
        name,
        ground,
        (change) => {
          if (this.#isLoading) return;
          this.witness.see(name, change);
          if (name === "mirror") this.stream.append(change.before, change.after);
        },
        storedAs && ((item) => storedAs(name, item)),
      );
    this.tables = {
      feeds: table("feeds"),
      mirror: table("mirror"),
      events: table("events"),
      subscriptions: table("subscriptions"),
      deliveries: table("deliveries"),
    };
    const pool = (name: FunctionName, start: (process: FunctionProcess) => Invoke) =>
      new FunctionPool(name, ground, start);
    this.stream = new UnkindStream({
      ground,
      consumer: pool("publish", this.#handler("publish", createPublishHandler)),
    });
    const deliver = pool("deliver", (process) => this.#deliver(process));
    const queue = (name: QueueName, consumer: FunctionPool, onDone?: (body: string) => void) =>
      new UnkindQueue({ ground, declaration: queues[name], consumer, ...(onDone && { onDone }) });
    this.queues = {
      ticks: queue("ticks", pool("tick", this.#handler("tick", createTickHandler))),
      poll: queue(
        "poll",
        pool("poll", (process) => this.#poll(process)),
      ),
      fanout: queue("fanout", pool("fanout", this.#handler("fanout", createFanoutHandler)), (body) => {
        this.witness.fannedOut.set(JSON.parse(body).id, ground.clock.now());
      }),
      deliver: queue("deliver", deliver),
      "deliver-slow": queue("deliver-slow", deliver),
      recover: queue("recover", pool("recover", this.#handler("recover", createRecoverHandler))),
      alerts: queue("alerts", pool("alert", this.#handler("alert", createAlertHandler))),
    };
    const { ticksPerFire, tickMs } = { ticksPerFire: 4, tickMs: this.timings.tick };
    this.#clock = pool(
      "clock",
      this.#handler("clock", (engine) => createClockHandler(engine, { ticksPerFire, tickMs })),
    );
    this.api = new ApiClient(
      ground,
      pool("api", (process) => this.#startApi(process)),
    );
    this.#shared = {
      ...{ ground, logLines: this.logLines, timings: this.timings },
      table: (name) => this.tables[name],
      queue: (name) => this.queues[name],
      bus: new UnkindBus(ground, this.queues.fanout, ({ id }) => this.witness.onBus.add(id)),
      randomness: new SeededRandomness(seed + 0x5eed),
      operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
    };
    const [{ clientId, clientSecret } = { clientId: "", clientSecret: "" }] = this.sandbox.access;
    this.people = new People({
      ...{ ground, api: this.api, subscribers: this.subscribers, witness: this.witness, operatorKey, instance },
      registration: { credentials: { clientId, clientSecret }, requestsPerSecond },
      redrive: async () => {
        for (const one of Object.values(this.queues)) await one.redrive();
      },
    });
    this.people.secrets.add(clientSecret);
    this.#tickOn();
  }

  /** From now on everything happens that the conditions allow. */
  unleash(): void {
    const { conditions } = this;
    this.ground.conditions = conditions;
    this.sandbox.faults.replace(faultSpecSchema.parse(conditions.source));
  }

  /** From now on nothing goes wrong. */
  spare(): void {
    this.ground.conditions = calm(this.conditions);
    this.sandbox.faults.replace([]);
  }

  /** Puts items into a table as if they had always stood there. */
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

  /** Events are what Lambda would pass; each handler checks them itself. */
  #handler(name: FunctionName, create: (engine: Engine) => (event: never) => Promise<unknown>) {
    return (process: FunctionProcess): Invoke => {
      const handler = create(bridgeEngine(this.#shared, process, name));
      return (event) => handler(event as never);
    };
  }

  #poll(process: FunctionProcess): Invoke {
    const http = process.use(
      "source",
      sandboxHttp(this.sandbox, () => this.requests.push(this.ground.clock.now())),
      { sound: true },
    );
    return this.#handler("poll", (engine) =>
      createPollHandler(
        engine,
        replaced(sourceHttp, () => http),
      ),
    )(process);
  }

  #deliver(process: FunctionProcess): Invoke {
    const post = process.use("dialer", this.subscribers, { sound: true });
    const dialling = replaced(dialer, () => ({ post: (request) => post.post(request), close: async () => undefined }));
    return this.#handler("deliver", (engine) => createDeliverHandler(engine, dialling))(process);
  }

  #startApi(process: FunctionProcess): Invoke {
    const container = createContainer(bridgeEngine(this.#shared, process, "api"));
    const services = createApiServices(container, noProbe);
    const app = createApi({ ...services, vetDestination: async () => "allowed" as const });
    return async (event) => {
      const { method, path, key, body, idempotencyKey } = event as ApiRequest;
      const response = await app.request(path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
  }
}
