import { flushCompileCache } from "node:module";
import { createContainer } from "../../../functions/runtime/container.ts";
import { eachMessage, wholeBatch } from "../../../functions/runtime/messages/whole-batch.ts";
import { recovery } from "../../../functions/runtime/services/recovery.ts";
import { sender } from "../../../functions/runtime/services/sender.ts";
import { startHost } from "../../../infra/node/host.ts";
import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";
import { createSqliteEngine } from "../../../infra/node/sqlite-engine.ts";
import { incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/recover-message.ts";
import type { LogFields } from "../../../shared/kernel/ports/logger.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { crashSettings } from "./crash-settings.ts";

/** Reports attempts that ran out of time, because those of the fast lane leave no record. */
class TimeoutLogger extends SilentLogger {
  override warn(event: string, fields: LogFields = {}): void {
    if (event === "delivery.attempt_failed" && fields["error"] === "timeout")
      console.log(`timeout ${fields["eventId"]}`);
  }
}

/**
 * The delivery stage as a separate process, to be killed. It prints `ready` once its code is loaded and begins on
 * request, so that the next one can load while this one works.
 */
const [dataDir = ""] = process.argv.slice(2);
// Later processes load it in half the time. A killed process would write nothing at its end.
flushCompileCache();
console.log("ready loaded");
process.stdin.once("data", () => {
  const engine = createSqliteEngine({
    dataDir,
    settings: crashSettings,
    logger: new TimeoutLogger(),
    metrics: new InMemoryMetrics(),
  });
  const idle = async () => ({ batchItemFailures: [] });
  const sweep = async () => engine.queue("recover").send([{ body: JSON.stringify({ kind: "sweep" }) }]);
  // Not through functions/, which also load what AWS needs, and that takes longer than a run.
  const [sending, recovering] = [createContainer({ ...engine, ...engine.unsynced }), createContainer(engine)];
  const deliver = wholeBatch(incomingDelivery, engine.logger, (batch) => sending.get(sender).run(batch));
  const recover = eachMessage(recoverMessage, engine.logger, (message) => recovering.get(recovery).run(message));
  const handlers = {
    clock: sweep,
    tick: idle,
    poll: idle,
    publish: async () => ({ failedFrom: undefined, published: 0 }),
    fanout: idle,
    deliver,
    recover,
    alert: idle,
  };
  void startHost({ engine, handlers, clockEvery: 50, pollInterval: 10 }).then(() => {
    console.log("begun");
  });
});
