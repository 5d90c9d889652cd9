import { createHook } from "node:async_hooks";
import { performance } from "node:perf_hooks";
import { StatementSync } from "node:sqlite";

/**
 * Counts what the process does from now on: SQL statements, JSON passes, promises, turns of the event loop. The
 * returned function gives each per delivery, most frequent first, with every SQL statement separately. Counting slows
 * the process down, so a counted pass measures no speed.
 */
export function countWork(): (deliveries: number) => Record<string, number> {
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
  return (deliveries) => {
    hook.disable();
    counts.set("turns of the event loop", performance.nodeTiming.uvMetricsInfo.loopCount - turnsBefore);
    const sorted = [...counts].sort(([, one], [, other]) => other - one);
    return Object.fromEntries(sorted.map(([name, n]) => [name, n / deliveries]));
  };
}
