import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type * as z from "zod";
import { cpuOfThread } from "../../../shared/adapters/local/cpu-of-thread.ts";
import type { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import type { BackupState } from "../../../shared/api/status/status-probe.ts";
import { parseInput } from "../../../shared/kernel/parse.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { WorkName } from "../../../shared/kernel/ports/wake-ups.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import { PortInUseError } from "../listen.ts";
import { isMetric, type PrometheusMetrics } from "../prometheus-metrics.ts";
import { stopWithin } from "../stop-limits.ts";
import {
  type BackgroundMessage,
  type BackgroundOrder,
  backgroundMessage,
  backgroundQueue,
  backgroundStart,
  type Question,
} from "./background-messages.ts";
import { backgroundProgram } from "./background-program.ts";

export type BackgroundParts = Omit<z.output<typeof backgroundStart>, "schedulesBackups" | "hostCpu"> & {
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly wakeUps: LocalWakeUps;
  readonly backups?: (() => BackupState) | undefined;
  /** Since when (unix ms) the host pauses, because the disk is full. */
  readonly fullSince: () => number | undefined;
};

export type BackgroundThread = { readonly port: number; stop(): Promise<void> };

/** How often (ms) to tell the thread how much CPU time the host has used. */
const measureEvery = 100;

export const backgroundQueues = backgroundQueue.options;

const isWork = (name: string): name is WorkName => name in queues || name in tables;

/**
 * Starts a thread with its own connection to the store, which serves the API and the portal, and consumes `queues`. So
 * no request, replay or slow endpoint takes processor time from the thread that polls and delivers. Throws
 * {@link PortInUseError}. If the thread later ends with an error, the process also ends.
 */
export async function startBackgroundThread(parts: BackgroundParts): Promise<BackgroundThread> {
  const { logger, metrics, wakeUps, backups, fullSince, settings, ...rest } = parts;
  const hostCpu = new Float64Array(new SharedArrayBuffer(8)).fill(cpuOfThread());
  const start = { ...rest, settings, schedulesBackups: backups !== undefined, hostCpu: hostCpu.buffer };
  const worker = new Worker(backgroundProgram, {
    workerData: parseInput(backgroundStart, start, "the background thread"),
  });
  const answers: { readonly [question in Question]: () => unknown } = {
    alive: () => true,
    metrics: () => metrics.registry.metrics(),
    backups: () => backups?.(),
    fullSince,
  };
  const port = await new Promise<number>((resolve, reject) => {
    const take = (message: BackgroundMessage): void => {
      switch (message.kind) {
        case "listening":
          resolve(message.port);
          break;
        case "port_in_use":
          reject(new PortInUseError(message.message));
          break;
        case "work":
          if (isWork(message.name)) wakeUps.wake(message.name);
          break;
        case "metric":
          if (isMetric(message.name)) metrics.record(message.name, message.value, message.instance);
          break;
        case "log":
          if (message.level === "error") logger.error(message.event, message.error, message.fields);
          else logger[message.level](message.event, message.fields);
          break;
        case "ask":
          void Promise.resolve(answers[message.question]()).then((said) => {
            message.reply.postMessage(said);
          });
      }
    };
    worker.on("message", (message: unknown) => {
      const { data, error } = backgroundMessage.safeParse(message);
      if (data === undefined) logger.error("background.message_unreadable", error);
      else take(data);
    });
    worker.once("error", reject);
  });
  // An error before the thread listens rejects the promise. A later error ends the process, because a bridge without
  // its API must be restarted.
  worker.on("error", (error) => {
    throw error;
  });
  const measuring = setInterval(() => {
    hostCpu[0] = cpuOfThread();
  }, measureEvery);
  const order = (one: BackgroundOrder): void => {
    worker.postMessage(one);
  };
  const stopListening = parts.queues.map((name) =>
    wakeUps.on(name, () => {
      order({ kind: "work", name });
    }),
  );
  return {
    port,
    stop: async () => {
      clearInterval(measuring);
      for (const stopOne of stopListening) stopOne();
      const ended = once(worker, "exit");
      order({ kind: "stop" });
      const cutOff = setTimeout(() => {
        logger.warn("host.stopped_hard", { within: stopWithin });
        void worker.terminate();
      }, stopWithin);
      await ended;
      clearTimeout(cutOff);
    },
  };
}
