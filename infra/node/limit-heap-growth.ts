import { setFlagsFromString } from "node:v8";

/** The maximum growth (percent) of the heap above its size after the last full collection. */
const growth = 40;

/**
 * Makes V8 collect garbage before the heap is several times larger than the memory in use. By default, V8 allows such
 * growth while memory is available, but a bridge is a small process on a shared machine.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
