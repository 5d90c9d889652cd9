import type { Engine } from "../../../functions/runtime/engine.ts";
import { createJsonLogger } from "../../../shared/adapters/logging/json-logger.ts";
import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";
import type { EventBus } from "../../../shared/kernel/ports/event-bus.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../../shared/kernel/ports/randomness.ts";
import type { Table, TableScanner } from "../../../shared/kernel/ports/table.ts";
import type { Timings } from "../../../shared/kernel/timings.ts";
import type { QueueName, TableName } from "../../../shared/kernel/topology.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import type { FunctionProcess } from "./function-process.ts";
import type { Ground } from "./ground.ts";

/** What all processes share. */
export type Shared = {
  readonly ground: Ground;
  readonly table: (name: TableName) => Table & TableScanner;
  readonly queue: (name: QueueName) => QueueSender;
  readonly bus: EventBus;
  readonly randomness: Randomness;
  readonly logLines: string[];
  /** Called for each measurement of a process. */
  readonly onMetric: (process: string, name: MetricName, value: number) => void;
  readonly operatorKeyHash: string;
  readonly timings: Timings;
};

/** The engine as a process sees it, with all of its faults. */
export function bridgeEngine(shared: Shared, process: FunctionProcess): Engine {
  const { ground, randomness, operatorKeyHash, timings } = shared;
  return {
    table: (table) => process.use(table, shared.table(table)),
    queue: (queue) => process.use(queue, shared.queue(queue)),
    bus: process.use("bus", shared.bus),
    keys: process.use("keys", new FakeKeyWrapper()),
    clock: process.clock,
    sleeper: process.use("sleeper", { sleep: (ms: number) => ground.clock.sleep(ms) }, { sound: true }),
    randomness,
    logger: loggerOf(shared, process),
    metrics: {
      record: (name, value) => {
        if (!process.isDead) shared.onMetric(process.name, name, value);
      },
    },
    settings: {
      ...{ partnerUrl: "https://partner.example.com", allowInsecureEndpoints: false, operatorKeyHash, timings },
      awsPrincipal: "arn:aws:iam::111122223333:role/feedhook",
    },
  };
}

function loggerOf({ ground, logLines }: Shared, process: FunctionProcess): Logger {
  const logger = createJsonLogger((line) => logLines.push(line), process.clock);
  return {
    info: (event, fields) => {
      logger.info(event, fields);
    },
    warn: (event, fields) => {
      if (!process.isDead) ground.trace.note(process.name, `warns ${event} ${JSON.stringify(fields ?? {})}`);
      logger.warn(event, fields);
    },
    error: (event, error, fields) => {
      const said = error instanceof Error ? error.message : String(error);
      if (!process.isDead) ground.trace.note(process.name, `reports ${event}: ${said}`);
      logger.error(event, error, fields);
    },
  };
}
