import { setFlagsFromString } from "node:v8";

/** How much the heap may grow over what the last full collection left of it, in percent. */
const growth = 40;

/**
 * Makes V8 collect before the heap is several times larger than what is in use, as it is by default while there is
 * memory. A bridge is a small process on a machine that others use too.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
