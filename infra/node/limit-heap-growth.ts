import { setFlagsFromString } from "node:v8";

/** How much (percent) the heap may grow over what the last full collection left. */
const growth = 40;

/**
 * Makes V8 collect garbage before the heap is several times larger than what is in use. By default, V8 allows such
 * growth while there is memory. A bridge is a small process on a shared machine.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
