import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Settings } from "../../../functions/runtime/engine.ts";
import type { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import type { BackupState } from "../../../shared/api/status/status-probe.ts";
import { parseInput } from "../../../shared/kernel/parse.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { WorkName } from "../../../shared/kernel/ports/wake-ups.ts";
import { queues, tables } from "../../../shared/kernel/topology.ts";
import type { SignInOptions } from "../../../shared/partners/sign-in.ts";
import { PortInUseError } from "../listen.ts";
import { isMetric, type PrometheusMetrics } from "../prometheus-metrics.ts";
import { type ApiThreadMessage, apiThreadMessage, apiThreadStart, type Question } from "./api-thread-messages.ts";
import { apiThreadProgram } from "./api-thread-program.ts";

export type ApiThreadParts = {
  readonly dataDir: string;
  readonly port: number;
  readonly settings: Omit<Settings, "ownPort" | "trustedProxies">;
  readonly trustedProxies: readonly string[];
  readonly signIn?: SignInOptions | undefined;
  readonly signInSecret?: string | undefined;
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly wakeUps: LocalWakeUps;
  /** The thread's transactions take turns with those of the host's engine. */
  readonly writeTurn: SharedArrayBuffer;
  readonly backups?: (() => BackupState) | undefined;
};

export type ApiThread = { readonly port: number; stop(): Promise<void> };

/** How long (ms) to wait before the thread is terminated. Running requests have two seconds. */
const patience = 5_000;

const isWork = (name: string): name is WorkName => name in queues || name in tables;

/**
 * Serves the API and the portal from a thread with its own connection to the store, so that no request delays a poll or
 * a delivery. Throws {@link PortInUseError}. If the thread later ends with an error, the process also ends.
 */
export async function startApiThread(parts: ApiThreadParts): Promise<ApiThread> {
  const { logger, metrics, wakeUps, backups, settings, ...rest } = parts;
  const start = { ...rest, settings, schedulesBackups: backups !== undefined };
  const worker = new Worker(apiThreadProgram, {
    workerData: parseInput(apiThreadStart, start, "the thread of the API"),
  });
  const answer = async (question: Question): Promise<unknown> => {
    if (question === "metrics") return metrics.registry.metrics();
    return question === "backups" ? backups?.() : true;
  };
  const port = await new Promise<number>((resolve, reject) => {
    const take = (message: ApiThreadMessage): void => {
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
        case "info":
        case "warn":
          logger[message.kind](message.event, message.fields);
          break;
        case "error":
          logger.error(message.event, message.error, message.fields);
          break;
        case "ask":
          void answer(message.question).then((said) => {
            message.reply.postMessage(said);
          });
      }
    };
    worker.on("message", (message: unknown) => {
      const { data, error } = apiThreadMessage.safeParse(message);
      if (data === undefined) logger.error("api.message_unreadable", error);
      else take(data);
    });
    worker.once("error", reject);
  });
  // An error before the thread listens rejects the promise. A later error ends the process, because a bridge without
  // its API must be restarted.
  worker.on("error", (error) => {
    throw error;
  });
  return {
    port,
    stop: async () => {
      const ended = once(worker, "exit");
      worker.postMessage("stop");
      const cutOff = setTimeout(() => void worker.terminate(), patience);
      await ended;
      clearTimeout(cutOff);
    },
  };
}
