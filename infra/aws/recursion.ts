import { functions } from "../../shared/kernel/function-topology.ts";
import { type FunctionName, queues } from "../../shared/kernel/topology.ts";

/** Whether messages that a function sends can come back to it, directly or through the consumers of other queues. */
export function sendsToItself(name: FunctionName): boolean {
  const reached = new Set<FunctionName>();
  const open: FunctionName[] = [name];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const queue of functions[current].sends) {
      const { consumer } = queues[queue];
      if (consumer === name) return true;
      if (reached.has(consumer)) continue;
      reached.add(consumer);
      open.push(consumer);
    }
  }
  return false;
}
