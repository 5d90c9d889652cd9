import { setFlagsFromString } from "node:v8";

/** How much the heap may grow over what the last full collection left of it, in percent. */
const growth = 40;

/**
 * Has V8 collect before the heap has outgrown what is in use several times over, as it does by default while there is memory:
 * a bridge is a small process on a machine that others use too.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}
