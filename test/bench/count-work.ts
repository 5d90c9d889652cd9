import { createHook } from "node:async_hooks";
import { renameSync, writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { StatementSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded by a bridge, whatever its version (`node --import`). The first SIGUSR2 begins to count what the main thread
 * does: SQL statements, JSON passes, promises, turns of the event loop. The second one writes the counts to the file
 * named by FEEDHOOK_COUNTS. Counting slows the process down, so a counted run measures no speed.
 */
function countWork(): () => Record<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const countCalls = (
    target: object,
    methods: readonly string[],
    nameOf: (self: unknown, method: string) => string[],
  ) => {
    for (const method of methods) {
      const original: unknown = Reflect.get(target, method);
      if (typeof original !== "function") throw new Error(`${method} is no method`);
      const counted = function (this: unknown, ...values: unknown[]): unknown {
        for (const name of nameOf(this, method)) count(name);
        return Reflect.apply(original, this, values);
      };
      Reflect.set(target, method, counted);
    }
  };
  countCalls(StatementSync.prototype, ["run", "get", "all", "iterate"], (self) =>
    self instanceof StatementSync ? ["SQL statements", self.sourceSQL.replace(/\s+/g, " ").slice(0, 90)] : [],
  );
  countCalls(JSON, ["parse", "stringify"], (_, method) => [`JSON.${method}`]);
  const hook = createHook({
    init: (_, type) => {
      if (type === "PROMISE") count("promises");
    },
  }).enable();
  const turnsBefore = performance.nodeTiming.uvMetricsInfo.loopCount;
  return () => {
    hook.disable();
    counts.set("turns of the event loop", performance.nodeTiming.uvMetricsInfo.loopCount - turnsBefore);
    return Object.fromEntries(counts);
  };
}

const { FEEDHOOK_COUNTS: file } = process.env;
let ended: (() => Record<string, number>) | undefined;
if (isMainThread && file !== undefined) {
  process.on("SIGUSR2", () => {
    if (ended === undefined) {
      ended = countWork();
      return;
    }
    writeFileSync(`${file}.new`, JSON.stringify(ended()));
    renameSync(`${file}.new`, file);
  });
}
