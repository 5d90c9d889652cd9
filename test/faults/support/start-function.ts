import { createHash } from "node:crypto";
import type { Engine } from "../../../functions/runtime/engine.ts";
import type { Sandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { LocalBus } from "../../../shared/adapters/local/local-bus.ts";
import type { Redrive } from "../../../shared/api/api-services.ts";
import type { ConnectorRequest } from "../../../shared/delivery/attempt/connector.ts";
import type { DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import type { Mail } from "../../../shared/kernel/ports/mailer.ts";
import type { QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../../shared/kernel/ports/randomness.ts";
import { defaultTimings, type Timings } from "../../../shared/kernel/timings.ts";
import type { QueueName, TableName } from "../../../shared/kernel/topology.ts";
import { code, type Invoke, type SimulatedFunction } from "../../simulation/bridge/code-version.ts";
import { sandboxHttp } from "../../simulation/sandbox-http.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import type { SilentLogger } from "../../support/silent-logger.ts";
import { answerOf, type Endpoints, type Post } from "./endpoints.ts";
import type { Worker } from "./worker.ts";

export const operatorKey = "9fae96c516de6fc55085f97df4d3d2b570e56e2991ffccf894cbb491dd94e0a8";

export type Setting = {
  readonly sandbox: Sandbox;
  readonly endpoints: Endpoints;
  readonly timings?: Partial<Timings> | undefined;
};

/** What a function needs from its world. */
type World = {
  now: number;
  readonly setting: Setting;
  readonly tables: { readonly [name in TableName]: MemoryTable };
  readonly posts: Post[];
  readonly mails: Mail[];
  readonly onBus: string[];
  readonly logger: SilentLogger;
  readonly meanwhile: () => Promise<unknown>;
};

type Parts = {
  readonly randomness: Randomness;
  readonly sender: (queue: QueueName) => QueueSender;
  readonly redrive: Redrive;
};

/** Starts a function as a separate process, which uses the world through ports whose calls may fail. */
export function startFunction(
  name: SimulatedFunction,
  world: World,
  worker: Worker,
  { randomness, sender, redrive }: Parts,
): Invoke {
  const { sandbox, endpoints, timings } = world.setting;
  const engine: Engine = {
    table: (table) => worker.use(table, world.tables[table]),
    queue: (queue) => worker.use(`queue ${queue}`, sender(queue)),
    bus: worker.use("bus", new LocalBus(sender("fanout"), ({ id }) => world.onBus.push(id))),
    keys: worker.use("keys", new FakeKeyWrapper()),
    mailer: worker.use("mailer", {
      send: async (mail: Mail) => {
        world.mails.push(mail);
        return { outcome: "sent" as const };
      },
    }),
    clock: { now: () => world.now },
    sleeper: {
      sleep: async (ms) => {
        world.now += Math.ceil(ms);
        await world.meanwhile();
      },
    },
    ...{ randomness, logger: world.logger, metrics: { record: () => undefined } },
    settings: {
      ...{ partnerUrl: "https://partner.example.com", allowInsecureEndpoints: false },
      ...{ timings: { ...defaultTimings, ...timings }, mailFrom: "bridge@example.com" },
      ...{ portalUrl: "https://portal.example", awsPrincipal: "arn:aws:iam::111122223333:root" },
      operatorKeyHash: createHash("sha256").update(operatorKey).digest("hex"),
    },
  };
  const source = sandboxHttp(sandbox, () => undefined);
  return code.start(name, engine, {
    source: worker.use("source", source),
    endpoints: worker.use("dialer", {
      post: async (request: DialRequest) => answerOf(request, endpoints, world.posts),
    }),
    destinations: worker.use("connector", {
      send: async ({ destination, envelope, body, deadline }: ConnectorRequest) => {
        const headers = { "webhook-id": envelope.id };
        return answerOf({ url: destination.target, headers, body, deadline }, endpoints, world.posts);
      },
    }),
    vet: async () => "allowed" as const,
    canaryUrl: "https://bridge.example/canary",
    redrive: worker.use("redrive", redrive),
  });
}
